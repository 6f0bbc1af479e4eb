/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Formats with their values: writes what the C library prints to `expected`, and run blocks that
 * have a kernel print the same to x.run. */
#include <inttypes.h>
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>

static FILE *run, *expected;
static unsigned char packed[256];
static size_t used, count;

static void pack(const void *v, size_t n, size_t align)
{
	used = (used + align - 1) / align * align;
	memcpy(packed + used, v, n);
	used += n;
	count++;
}

static void begin(void)
{
	memset(packed, 0xee, sizeof packed);
	used = count = 0;
}

static void bytes(const char *name, const void *p, size_t n)
{
	fprintf(run, "buffer %s u8[%zu]: list(", name, n);
	for (size_t i = 0; i < n; i++)
		fprintf(run, "%s%u", i ? "," : "", ((const unsigned char *)p)[i]);
	fprintf(run, ")\n");
}

static void end(const char *kernel, const char *format, int taken)
{
	fprintf(run, "run %s {\n", kernel);
	bytes("f", format, strlen(format) + 1);
	bytes("a", packed, used ? used : 1);
	fprintf(run, "buffer t s32[1]: 77\ndispatch &%s grid(1) args(f, a, t)\ncheck t: %d }\n",
		kernel, taken);
}

#define I(v) (pack(&(int){v}, 4, 4), (v))
#define L(v) (pack(&(int64_t){v}, 8, 8), (int64_t)(v))
#define D(v) (pack(&(double){v}, 8, 8), (double)(v))
/* one value: the order of evaluation of several is not known */
#define T(format, ...) \
	begin(), fprintf(expected, format "\n", __VA_ARGS__), end("print", format "\n", (int)count)
/* of OpenCL C: a format that the C library has not, and what is to come out */
static void vector(const char *format, const void *v, size_t n, const char *text)
{
	begin();
	pack("\1\0\0", 4, 4);
	pack(v, n, n);
	char all[64];
	snprintf(all, sizeof all, "%%d %s\n", format);
	fprintf(expected, "1 %s\n", text);
	end("opencl", all, 0);
}

int main(void)
{
	static const int ints[] = {0, 1, -1, 42, -12345, 2147483647, -2147483647 - 1};
	static const double reals[] = {0.0, -0.0, 1.0, -1.5, 3.14159265358979, 1e10, -1e-10, 1e300,
		5e-324, 0.1, 123456789.0, 1.0 / 0.0, -1.0 / 0.0, 9.995};
	setlocale(LC_CTYPE, "C.UTF-8"); /* for %lc */
	run = fopen("x.run", "w");
	expected = fopen("expected", "w");
	fprintf(run, "image ptx_print.ptx\n");
#define INT(format) \
	for (size_t i = 0; i < sizeof ints / sizeof *ints; i++) \
	T(format, I(ints[i]))
#define REAL(format) \
	for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) \
	T(format, D(reals[i]))
	INT("%d");
	INT("%i");
	INT("%u");
	INT("%x");
	INT("%X");
	INT("%o");
	INT("%+d");
	INT("% d");
	INT("%8d|");
	INT("%-8d|");
	INT("%08d");
	INT("%+08d");
	INT("%.5d");
	INT("%12.5d|");
	INT("%-12.5d|");
	INT("%012.5d|");
	INT("%#x");
	INT("%#X");
	INT("%#o");
	INT("%#12x|");
	INT("%#012x|");
	INT("%.0d|");
	INT("%.0x|");
	INT("%#.0o|");
	INT("%hd");
	INT("%hu");
	INT("%hhd");
	INT("%hhx");
	INT("%#.5o");
	INT("%-#8o|");
	INT("%+.3d");
	INT("%5.d|");
	REAL("%f");
	REAL("%F");
	REAL("%e");
	REAL("%E");
	REAL("%g");
	REAL("%G");
	REAL("%a");
	REAL("%A");
	REAL("%.2f");
	REAL("%10.3f|");
	REAL("%-10.3f|");
	REAL("%010.3f|");
	REAL("%+.1e");
	REAL("% g");
	REAL("%#g");
	REAL("%.0f");
	REAL("%#.0f");
	REAL("%.10g");
	REAL("%20a|");
	REAL("%.3a");
	for (size_t i = 0; i < sizeof ints / sizeof *ints; i++) {
		int64_t v = (int64_t)ints[i] * 4294967311;
		T("%" PRId64, L(v));
		T("%lld", (long long)L(v));
		T("%llu", (unsigned long long)L(v));
		T("%llx", (unsigned long long)L(v));
		T("%lo", (unsigned long)L(v));
		T("%#24lx|", (unsigned long)L(v));
	}
	INT("%b");
	INT("%#b");
	INT("%#.3B");
	/* of C23, which this C library may not have */
#define OTHER(format, host, v) \
	begin(), fprintf(expected, host "\n", v), end("print", format "\n", (int)count)
	OTHER("%w32d", "%d", I(-70000));
	OTHER("%w16d", "%hd", I(-70000));
	OTHER("%w8u", "%hhu", I(-70000));
	for (size_t i = 0; i < sizeof ints / sizeof *ints; i++) {
		int64_t v = (int64_t)ints[i] * 4294967311;
		T("%zu %%", (size_t)L(v));
		T("%zd|", (ssize_t)L(v));
		T("%jd", (intmax_t)L(v));
		T("%jx", (uintmax_t)L(v));
		T("%td", (ptrdiff_t)L(v));
		T("%+20zd|", (ssize_t)L(v));
		OTHER("%w64d", "%jd", L(v));
		OTHER("%wf16d", "%jd", L(v));
		T("%qd", (long long)L(v));
		T("%#jo", (uintmax_t)L(v));
		T("%Ld", (long long)L(v));
	}
	T("%lf", D(2.5));
	T("%10.2lf|", D(2.5));
	T("%lc", (wint_t)I(0x20ac));
	T("%5lc|", (wint_t)I('x'));
	T("%-6C|", (wint_t)I(0x1f600));
	T("%ls", (wchar_t *)L(0));
	T("%8S|", (wchar_t *)L(0));
	T("%c", I('A'));
	T("%4c|", I('B'));
	T("%-4c|", I('C'));
	T("%c%%", I(300));
	T("%p", (void *)L(0x1234));
	T("%20p|", (void *)L(0x1234));
	T("%-20p|", (void *)L(-1));
	T("%p", (void *)L(0));
	T("100%% %d %%d", I(5));
	T("%8s|", (char *)L(0));
	T("%.2s|", (char *)L(0));
	const char *mixed = "%d %lld %d %f %c %hd %g %llx";
	int e = 'x', f = -7;
	begin();
	pack(&(int){1}, 4, 4), pack(&(int64_t){-2}, 8, 8), pack(&(int){3}, 4, 4),
		pack(&(double){4.5}, 8, 8);
	pack(&e, 4, 4), pack(&f, 4, 4), pack(&(double){1e-7}, 8, 8),
		pack(&(int64_t){0x123456789a}, 8, 8);
	fprintf(expected, mixed, 1, -2LL, 3, 4.5, e, f, 1e-7, 0x123456789aLL);
	end("print", mixed, (int)count);
	begin();
	pack(&(int){12}, 4, 4), pack(&(int){-3}, 4, 4), pack(&(int){-9}, 4, 4),
		pack(&(int){4}, 4, 4);
	pack(&(double){2.5}, 8, 8);
	fprintf(expected, "\n%*d|%*.*f|\n", 12, -3, -9, 4, 2.5);
	end("print", "\n%*d|%*.*f|\n", (int)count);
	begin();
	static const char *const wrong[] = {
		"%y %d", "%5k", "%v7d", "%!%", "%n", "%v2s", "%w7d", "%"};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		begin(); /* printed as they stand, from there on */
		fprintf(expected, "7 %s", wrong[i]);
		char all[64];
		snprintf(all, sizeof all, "%%d %s", wrong[i]);
		pack(&(int){7}, 4, 4);
		end("print", all, -1);
		fprintf(expected, "\n");
		end("print", "\n", 0);
	}
	begin(); /* strings that are none */
	fprintf(expected,
		"(bad address 0x8)|(bad address 0xffff800000000000)|(bad address 0x5)|3\n");
	pack(&(int64_t){8}, 8, 8), pack(&(uint64_t){0xffff800000000000}, 8, 8),
		pack(&(int64_t){5}, 8, 8);
	pack(&(int){3}, 4, 4);
	end("print", "%s|%.9s|%ls|%d\n", 4);
	vector("%v2d", (int[]){-1, 2}, 8, "-1,2");
	vector("%v4hld", (int[]){1, -2, 3, 4}, 16, "1,-2,3,4");
	vector("%#v4hlx|", (int[]){1, 16, 255, 0}, 16, "0x1,0x10,0xff,0|");
	vector("%v3f", (float[]){1.5f, -2, 0.25f, 9}, 16, "1.500000,-2.000000,0.250000");
	vector("%6.2v4hlf", (float[]){1, 2, 3, 4}, 16, "  1.00,  2.00,  3.00,  4.00");
	vector("%.1v4hlf", (float[]){1, 2, 3, 4}, 16, "1.0,2.0,3.0,4.0");
	vector("%v2lg", (double[]){1e9, 0.5}, 16, "1e+09,0.5");
	vector("%v16hhu", "\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\377", 16,
		"0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,255");
	vector("%v8hd", (short[]){0, -1, 2, -3, 4, -5, 6, -7}, 16, "0,-1,2,-3,4,-5,6,-7");
	vector("%v4ha", (unsigned short[]){0x3c00, 0xc000, 0x0001, 0xfc00}, 8,
		"0x1p+0,-0x1p+1,0x1p-24,-inf");
	vector("%v2ld", (int64_t[]){-5000000000, 7}, 16, "-5000000000,7");
	return fclose(run) | fclose(expected);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix instructions of all shapes and types: writes mma.ptx (a kernel for each), mma.run and the
 * files they need. For mma the fragments' registers come from here: elements are put where the
 * formulas of PTX ISA 9.7.14.5 say, shape by shape. wmma loads its fragments itself. Products are
 * computed here from whole matrices of small integers, so that all sums are exact.
 * An argument i/n takes each n-th kernel, from the i-th on. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *ptx, *run;
static int count, first, step = 1;
static uint32_t seed = 1;

static int random_int(int low, int high)
{
	seed = seed * 1664525 + 1013904223;
	return low + (int)((seed >> 8) % (uint32_t)(high - low + 1));
}

/* ---- elements ---- */

static int bits_of(const char *t)
{
	if (!strcmp(t, "tf32"))
		return 32;
	return atoi(t + (t[0] == 'b' && t[1] == 'f' ? 2 : 1));
}
static bool is_int(const char *t)
{
	return t[0] == 's' || t[0] == 'u' || !strcmp(t, "b1");
}
static int low_of(const char *t)
{
	return t[0] == 's' ? -(1 << (bits_of(t) < 8 ? bits_of(t) - 1 : 7)) : is_int(t) ? 0 : -16;
}
static int high_of(const char *t)
{
	int bits = bits_of(t) < 8 ? bits_of(t) : 8;
	return t[0] == 's' ? (1 << (bits - 1)) - 1 : is_int(t) ? (1 << bits) - 1 : 16;
}

static uint64_t encode(const char *t, double v)
{
	float f = (float)v;
	uint32_t b;
	uint64_t d;
	memcpy(&b, &f, 4);
	memcpy(&d, &v, 8);
	if (!strcmp(t, "f64"))
		return d;
	if (!strcmp(t, "f32"))
		return b;
	if (!strcmp(t, "tf32"))
		return b | 0x1abc; /* low bits do not count */
	if (!strcmp(t, "bf16"))
		return b >> 16;
	if (!strcmp(t, "f16"))
		return v == 0 ? 0
		              : (b >> 16 & 0x8000) |
		                        ((((b >> 23 & 255) - 112) << 10) + (b >> 13 & 1023));
	return (uint64_t)(int64_t)v & ((UINT64_C(1) << bits_of(t)) - 1);
}

static void put(uint8_t *to, size_t element, const char *t, double v)
{
	int bits = bits_of(t);
	uint64_t x = encode(t, v);
	if (bits < 8)
		to[element * bits / 8] |= (uint8_t)(x << element * bits % 8);
	else
		memcpy(to + element * bits / 8, &x, bits / 8);
}

/* ---- fragments of mma: row and column of element i of a lane, by the manual ---- */

struct place {
	int row, col;
};

static struct place place_a(int m, int k, const char *t, int lane, int i)
{
	int g = lane >> 2, q = lane & 3;
	int bits = bits_of(t), per = bits == 64 ? 1 : 32 / bits; /* elements of a register */
	int reg = i / per, in = i % per;
	if (m == 8)
		return (struct place){g, q * per + in};
	(void)k;
	return (struct place){g + (reg % 2 ? 8 : 0), q * per + in + reg / 2 * 4 * per};
}
static struct place place_b(const char *t, int lane, int i)
{
	int bits = bits_of(t), per = bits == 64 ? 1 : 32 / bits;
	return (struct place){(lane & 3) * per + i % per + i / per * 4 * per, lane >> 2};
}
static struct place place_c(int lane, int i)
{
	return (struct place){(lane >> 2) + (i >= 2 ? 8 : 0), (lane & 3) * 2 + (i & 1)};
}

/* m8n8k4 of f16: lanes 0-3 and 16-19 make the first product, and so on */
static int quad_row(int lane)
{
	return lane % 4 + (lane >= 16 ? 4 : 0);
}
static struct place quad_ab(bool first_is_lane, int lane, int i)
{
	return first_is_lane ? (struct place){quad_row(lane), i}
	                     : (struct place){i + (lane >= 16 ? 4 : 0), lane % 4};
}
static struct place quad_c(const char *t, int lane, int i)
{
	if (!strcmp(t, "f16"))
		return (struct place){quad_row(lane), i};
	return (struct place){
		(lane & 1) + (i & 2) + (lane >= 16 ? 4 : 0), (i & 4) + (lane & 2) + (i & 1)};
}

/* ---- kernels ---- */

static void save(const char *name, const char *what, const void *p, size_t n)
{
	char path[128];
	snprintf(path, sizeof path, "%s.%s", name, what);
	FILE *f = fopen(path, "wb");
	if (f == NULL || fwrite(p, 1, n, f) != n || fclose(f) != 0)
		exit(1);
}

static void run_kernel(const char *name, const size_t *bytes)
{
	fprintf(run, "run %s {\n", name);
	for (int x = 0; x < 3; x++)
		fprintf(run, "\tbuffer %c u8[%zu]: @\"%s.%c\"\n", 'a' + x, bytes[x], name, 'a' + x);
	fprintf(run,
		"\tbuffer d u8[%zu]\n\tdispatch &%s grid(32) group(32) args(a, b, c, d)\n"
		"\tcheck d: @\"%s.d\"\n}\n",
		bytes[3], name, name);
}

static void begin_kernel(const char *name)
{
	fprintf(ptx,
		".visible .entry %s(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)\n{\n"
		"\t.reg .b32 %%a<33>, %%b<33>, %%c<33>, %%d<33>, %%l;\n"
		"\t.reg .b64 %%ga<9>, %%gb<9>, %%gc<9>, %%gd<9>, %%p<5>;\n\tmov.u32 %%l, %%laneid;\n",
		name);
	for (int x = 0; x < 4; x++)
		fprintf(ptx, "\tld.param.u64 %%p%d, [%c];\n", x, 'a' + x);
}

static void list(char x, const char *t, int n)
{
	fprintf(ptx, "{");
	for (int i = 0; i < n; i++)
		fprintf(ptx, "%%%s%c%d%s", strcmp(t, "f64") ? "" : "g", x, i,
			i + 1 < n ? ", " : "");
	fprintf(ptx, "}");
}

static void move(char x, const char *t, int n, bool store)
{
	int bytes = strcmp(t, "f64") ? 4 : 8;
	fprintf(ptx, "\tmad.wide.u32 %%p%d, %%l, %d, %%p%d;\n", x - 'a', n * bytes, x - 'a');
	for (int i = 0; i < n; i++) {
		const char *g = bytes == 8 ? "g" : "";
		if (store)
			fprintf(ptx, "\tst.global.b%d [%%p%d+%d], %%%s%c%d;\n", bytes * 8, x - 'a',
				i * bytes, g, x, i);
		else
			fprintf(ptx, "\tld.global.b%d %%%s%c%d, [%%p%d+%d];\n", bytes * 8, g, x, i,
				x - 'a', i * bytes);
	}
}

enum { MOST = 256 };
static double A[4][32][MOST], B[4][MOST][32], C[4][32][32], D[4][32][32];

static void make(int batches, int m, int n, int k, const char *ta, const char *tb, bool satfinite,
	bool is_xor)
{
	for (int q = 0; q < batches; q++) {
		for (int i = 0; i < m; i++)
			for (int j = 0; j < k; j++)
				A[q][i][j] = random_int(low_of(ta), high_of(ta));
		for (int i = 0; i < k; i++)
			for (int j = 0; j < n; j++)
				B[q][i][j] = random_int(low_of(tb), high_of(tb));
		for (int i = 0; i < m; i++)
			for (int j = 0; j < n; j++) {
				double sum = C[q][i][j] = satfinite && random_int(0, 1) ? 2147483000
				                          : satfinite ? -2147483000.0
				                                      : random_int(-9, 9);
				for (int l = 0; l < k; l++)
					sum += !strcmp(ta, "b1") ? is_xor ? A[q][i][l] != B[q][l][j]
					                                  : A[q][i][l] * B[q][l][j]
					                         : A[q][i][l] * B[q][l][j];
				if (satfinite)
					sum = sum > 2147483647      ? 2147483647
					      : sum < -2147483648.0 ? -2147483648.0
					                            : sum;
				D[q][i][j] = sum;
			}
	}
}

static int registers(int rows, int cols, const char *t)
{
	int bits = bits_of(t);
	return rows * cols / 32 / (bits == 64 ? 1 : 32 / bits);
}

static bool is_left_out(void)
{
	return count++ % step != first;
}

static void mma(int m, int n, int k, const char *td, const char *ta, const char *tb, const char *tc,
	const char *more)
{
	if (is_left_out())
		return;
	char name[64];
	uint8_t image[4][32 * 64] = {{0}};
	const char *t[4] = {ta, tb, tc, td};
	int regs[4] = {
		registers(m, k, ta), registers(k, n, tb), registers(m, n, tc), registers(m, n, td)};
	size_t bytes[4];
	snprintf(name, sizeof name, "mma%d_m%dn%dk%d", count, m, n, k);
	make(1, m, n, k, ta, tb, strstr(more, "satfinite") != NULL, strstr(more, "xor") != NULL);
	for (int x = 0; x < 4; x++) {
		int size = bits_of(t[x]) == 64 ? 8 : 4, per = size * 8 / bits_of(t[x]);
		bytes[x] = 32u * regs[x] * size;
		for (int lane = 0; lane < 32; lane++)
			for (int i = 0; i < regs[x] * per; i++) {
				struct place p = x == 0   ? place_a(m, k, ta, lane, i)
				                 : x == 1 ? place_b(tb, lane, i)
				                          : place_c(lane, i);
				double v = x == 0   ? A[0][p.row][p.col]
				           : x == 1 ? B[0][p.row][p.col]
				           : x == 2 ? C[0][p.row][p.col]
				                    : D[0][p.row][p.col];
				put(image[x], (size_t)lane * regs[x] * per + i, t[x], v);
			}
		save(name, (char[]){"abcd"[x], 0}, image[x], bytes[x]);
	}
	run_kernel(name, bytes);
	begin_kernel(name);
	for (int x = 0; x < 3; x++)
		move("abc"[x], t[x], regs[x], false);
	fprintf(ptx, "\tmma.sync.aligned.m%dn%dk%d.row.col%s.%s.%s.%s.%s%s ", m, n, k,
		strstr(more, ".satfinite") ? ".satfinite" : "", td, ta, tb, tc,
		strstr(more, ".satfinite") ? "" : more);
	for (int x = 0; x < 4; x++) {
		list("dabc"[x], t[(x + 3) % 4], regs[(x + 3) % 4]);
		fprintf(ptx, x < 3 ? ", " : ";\n");
	}
	move('d', td, regs[3], true);
	fprintf(ptx, "\tret;\n}\n");
}

static void quads(const char *la, const char *lb, const char *td, const char *tc)
{
	if (is_left_out())
		return;
	char name[64];
	uint8_t image[4][32 * 64] = {{0}};
	const char *t[4] = {"f16", "f16", tc, td};
	int elements[4] = {4, 4, 8, 8};
	size_t bytes[4];
	snprintf(name, sizeof name, "quads%d", count);
	make(4, 8, 8, 4, "f16", "f16", false, false);
	for (int x = 0; x < 4; x++) {
		bytes[x] = 32u * elements[x] * bits_of(t[x]) / 8;
		for (int lane = 0; lane < 32; lane++)
			for (int i = 0; i < elements[x]; i++) {
				int q = lane / 4 % 4;
				struct place p = x == 0   ? quad_ab(la[0] == 'r', lane, i)
				                 : x == 1 ? quad_ab(lb[0] == 'c', lane, i)
				                          : quad_c(t[x], lane, i);
				double v = x == 0   ? A[q][p.row][p.col]
				           : x == 1 ? B[q][p.col][p.row]
				           : x == 2 ? C[q][p.row][p.col]
				                    : D[q][p.row][p.col];
				put(image[x], (size_t)lane * elements[x] + i, t[x], v);
			}
		save(name, (char[]){"abcd"[x], 0}, image[x], bytes[x]);
	}
	run_kernel(name, bytes);
	begin_kernel(name);
	for (int x = 0; x < 3; x++)
		move("abc"[x], t[x], elements[x] * bits_of(t[x]) / 32, false);
	fprintf(ptx, "\tmma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s ", la, lb, td, tc);
	for (int x = 0; x < 4; x++) {
		list("dabc"[x], t[(x + 3) % 4],
			elements[(x + 3) % 4] * bits_of(t[(x + 3) % 4]) / 32);
		fprintf(ptx, x < 3 ? ", " : ";\n");
	}
	move('d', td, elements[3] * bits_of(td) / 32, true);
	fprintf(ptx, "\tret;\n}\n");
}

/* `regs` are the manual's numbers of registers, order is of A, B and C with D */
static void wmma(int m, int n, int k, const char *td, const char *t_ab, const char *tb,
	const char *tc, const char *order, const int *regs, const char *more)
{
	if (is_left_out())
		return;
	char name[64];
	static uint8_t image[4][32 * 64 * 8];
	const char *t[4] = {t_ab, tb, tc, td};
	int rows[4] = {m, k, m, m}, cols[4] = {k, n, n, n};
	size_t bytes[4];
	memset(image, 0, sizeof image);
	snprintf(name, sizeof name, "wmma%d_m%dn%dk%d", count, m, n, k);
	make(1, m, n, k, t_ab, tb, strstr(more, "satfinite") != NULL, strstr(more, "xor") != NULL);
	int stride[4];
	for (int x = 0; x < 4; x++) {
		bool by_row = order[x < 3 ? x : 2] == 'r';
		int lines = by_row ? rows[x] : cols[x], length = by_row ? cols[x] : rows[x];
		stride[x] = length + (bits_of(t[x]) < 8 ? 128 : bits_of(t[x]) == 8 ? 16 : 8);
		bytes[x] = (size_t)lines * stride[x] * bits_of(t[x]) / 8;
		for (int i = 0; i < rows[x]; i++)
			for (int j = 0; j < cols[x]; j++) {
				double v = x == 0   ? A[0][i][j]
				           : x == 1 ? B[0][i][j]
				           : x == 2 ? C[0][i][j]
				                    : D[0][i][j];
				put(image[x],
					by_row ? (size_t)i * stride[x] + j
					       : (size_t)j * stride[x] + i,
					t[x], v);
			}
		save(name, (char[]){"abcd"[x], 0}, image[x], bytes[x]);
	}
	run_kernel(name, bytes);
	begin_kernel(name);
	for (int x = 0; x < 3; x++) {
		fprintf(ptx, "\twmma.load.%c.sync.aligned.%s.m%dn%dk%d%s.%s ", 'a' + x,
			order[x] == 'r' ? "row" : "col", m, n, k, x == 1 ? "" : ".global", t[x]);
		list((char)('a' + x), t[x], regs[x]);
		fprintf(ptx, ", [%%p%d], %d;\n", x, stride[x]);
	}
	fprintf(ptx, "\twmma.mma%s.sync.aligned.%s.%s.m%dn%dk%d.%s",
		strstr(more, "popc") ? more : "", order[0] == 'r' ? "row" : "col",
		order[1] == 'r' ? "row" : "col", m, n, k, td);
	if (strcmp(t_ab, "f16"))
		fprintf(ptx, ".%s.%s", t_ab, tb);
	fprintf(ptx, ".%s%s ", tc, strstr(more, "popc") ? "" : more);
	for (int x = 0; x < 4; x++) {
		list("dabc"[x], t[(x + 3) % 4], regs[(x + 3) % 4]);
		fprintf(ptx, x < 3 ? ", " : ";\n");
	}
	fprintf(ptx, "\twmma.store.d.sync.aligned.%s.m%dn%dk%d.global.%s [%%p3], ",
		order[2] == 'r' ? "row" : "col", m, n, k, td);
	list('d', td, regs[3]);
	fprintf(ptx, ", %d;\n\tret;\n}\n", stride[3]);
}

/* ---- all ---- */

static void all_mma(void)
{
	static const char *const eights[] = {"s8", "u8"}, *const fours[] = {"s4", "u4"};
	mma(16, 8, 8, "f16", "f16", "f16", "f16", "");
	mma(16, 8, 8, "f32", "f16", "f16", "f32", "");
	mma(16, 8, 16, "f16", "f16", "f16", "f16", "");
	mma(16, 8, 16, "f32", "f16", "f16", "f32", "");
	mma(16, 8, 8, "f32", "bf16", "bf16", "f32", "");
	mma(16, 8, 16, "f32", "bf16", "bf16", "f32", "");
	mma(16, 8, 4, "f32", "tf32", "tf32", "f32", "");
	mma(16, 8, 8, "f32", "tf32", "tf32", "f32", "");
	mma(8, 8, 4, "f64", "f64", "f64", "f64", "");
	mma(16, 8, 4, "f64", "f64", "f64", "f64", "");
	mma(16, 8, 8, "f64", "f64", "f64", "f64", "");
	mma(16, 8, 16, "f64", "f64", "f64", "f64", "");
	for (int i = 0; i < 4; i++) {
		const char *a = eights[i / 2], *b = eights[i % 2], *c = fours[i / 2],
			   *d = fours[i % 2];
		const char *more = i == 1 ? ".satfinite" : "";
		mma(8, 8, 16, "s32", a, b, "s32", more);
		mma(16, 8, 16, "s32", a, b, "s32", more);
		mma(16, 8, 32, "s32", a, b, "s32", more);
		mma(8, 8, 32, "s32", c, d, "s32", more);
		mma(16, 8, 32, "s32", c, d, "s32", more);
		mma(16, 8, 64, "s32", c, d, "s32", more);
	}
	for (int i = 0; i < 2; i++) {
		const char *more = i ? ".and.popc" : ".xor.popc";
		mma(8, 8, 128, "s32", "b1", "b1", "s32", more);
		mma(16, 8, 128, "s32", "b1", "b1", "s32", more);
		mma(16, 8, 256, "s32", "b1", "b1", "s32", more);
	}
	for (int i = 0; i < 16; i++)
		if ((i & 12) != 4) /* D is no narrower than C */
			quads(i & 1 ? "row" : "col", i & 2 ? "row" : "col", i & 4 ? "f16" : "f32",
				i & 8 ? "f16" : "f32");
}

static void all_wmma(void)
{
	static const int sizes[3][2] = {{16, 16}, {32, 8}, {8, 32}};
	for (int i = 0; i < 3; i++) {
		int m = sizes[i][0], n = sizes[i][1], a = m / 8, b = n / 8;
		static const char *const orders[] = {"rcr", "crc", "rrr", "ccc"};
		for (int o = 0; o < 4; o++) {
			const char *d = o & 1 ? "f16" : "f32", *c = o & 2 ? "f16" : "f32";
			wmma(m, n, 16, d, "f16", "f16", c, orders[o],
				(int[]){8, 8, o & 2 ? 4 : 8, o & 1 ? 4 : 8}, "");
			wmma(m, n, 16, "s32", o & 1 ? "s8" : "u8", o & 1 ? "s8" : "u8", "s32",
				orders[o], (int[]){a, b, 8, 8}, o == 3 ? ".satfinite" : "");
			wmma(m, n, 16, "f32", "bf16", "bf16", "f32", orders[o],
				(int[]){2 * a, 2 * b, 8, 8}, "");
		}
	}
	wmma(16, 16, 8, "f32", "tf32", "tf32", "f32", "rcr", (int[]){4, 4, 8, 8}, "");
	wmma(16, 16, 8, "f32", "tf32", "tf32", "f32", "crc", (int[]){4, 4, 8, 8}, "");
	wmma(8, 8, 4, "f64", "f64", "f64", "f64", "rcr", (int[]){1, 1, 2, 2}, "");
	wmma(8, 8, 4, "f64", "f64", "f64", "f64", "crc", (int[]){1, 1, 2, 2}, "");
	wmma(8, 8, 32, "s32", "s4", "s4", "s32", "rcr", (int[]){1, 1, 2, 2}, "");
	wmma(8, 8, 32, "s32", "u4", "u4", "s32", "rcc", (int[]){1, 1, 2, 2}, "");
	wmma(8, 8, 128, "s32", "b1", "b1", "s32", "rcr", (int[]){1, 1, 2, 2}, ".xor.popc");
	wmma(8, 8, 128, "s32", "b1", "b1", "s32", "rcc", (int[]){1, 1, 2, 2}, ".and.popc");
}

int main(int argc, char **argv)
{
	if (argc > 1 && sscanf(argv[1], "%d/%d", &first, &step) != 2)
		return 2;
	ptx = fopen("mma.ptx", "w");
	run = fopen("mma.run", "w");
	if (ptx == NULL || run == NULL)
		return 1;
	fprintf(ptx, ".version 8.0\n.target sm_90\n.address_size 64\n");
	all_mma();
	all_wmma();
	return fclose(ptx) != 0 || fclose(run) != 0;
}

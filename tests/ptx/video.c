/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Video instructions on edge values: writes video.ptx, kernels with a few random forms each,
 * video.run and what the kernels must store, computed here from the PTX ISA (9.7.17, 9.7.18).
 *
 * A form is drawn with its types, selectors, saturation, second operation or merge; numbers of 128
 * bits hold all intermediate results. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __int128 wide;
typedef uint32_t u32;

enum { INPUTS = 512, FORMS = 640, PER_KERNEL = 16 };

static uint64_t state = 0x9e3779b97f4a7c15u;

static u32 draw(u32 below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (u32)(state >> 32) % below;
}

struct form {
	const char *op;
	int lanes;       /* 1, 2, 4 */
	bool sd, sa, sb; /* signed types */
	bool sat, po;
	const char *second;       /* "", "add", "min", "max" */
	const char *word;         /* comparison, clamp or wrap, scale */
	bool minus[3];            /* of a, b, c */
	int from_a[4], from_b[4]; /* parts by lane; scalar: [0], and the sizes below */
	int bits_a, bits_b, bits_d, at_d;
	bool names_a, names_b; /* lane selectors are written */
	unsigned mask;
	char text[160];
};

static const char *const ops[] = {
	"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vavrg", "vset", "vshl", "vshr", "vmad"};
static const char *const cmps[] = {"eq", "ne", "lt", "le", "gt", "ge"};
static const char *const seconds[] = {"", "add", "min", "max"};
static const char *const scales[] = {"", "shr7", "shr15"};

static bool is(const struct form *f, const char *op)
{
	return strcmp(f->op, op) == 0;
}

static wide part(u32 from, int at, int bits, bool is_signed)
{
	u32 v = bits == 32 ? from : from >> at & ((1u << bits) - 1);
	if (is_signed && (v >> (bits - 1) & 1) != 0)
		return (wide)v - ((wide)1 << bits);
	return v;
}

static wide clamp(wide v, bool is_signed, int bits)
{
	wide low = is_signed ? -((wide)1 << (bits - 1)) : 0;
	wide high = ((wide)1 << (bits - is_signed)) - 1;
	return v < low ? low : v > high ? high : v;
}

static bool compare(const char *cmp, wide a, wide b)
{
	return cmp[0] == 'e'   ? a == b
	       : cmp[0] == 'n' ? a != b
	       : cmp[0] == 'l' ? (cmp[1] == 't' ? a < b : a <= b)
	                       : (cmp[1] == 't' ? a > b : a >= b);
}

static wide operate(const struct form *f, wide a, wide b)
{
	if (is(f, "vadd"))
		return a + b;
	if (is(f, "vsub"))
		return a - b;
	if (is(f, "vabsdiff"))
		return a > b ? a - b : b - a;
	if (is(f, "vmin"))
		return a < b ? a : b;
	if (is(f, "vmax"))
		return a > b ? a : b;
	if (is(f, "vavrg"))
		return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
	if (is(f, "vset"))
		return compare(f->word, a, b);
	int n = f->word[0] == 'w' ? (int)(b & 31) : b > 32 ? 32 : (int)b;
	return is(f, "vshl") ? a * ((wide)1 << n) : a >> n;
}

static u32 vmad(const struct form *f, wide a, wide b, u32 c)
{
	bool minus = f->minus[0] != f->minus[1];
	bool is_signed = f->sa || f->sb || minus || f->minus[2];
	wide sum = a * b, addend;
	int lsb = f->po || minus || f->minus[2];
	if (minus)
		sum = ~sum;
	else if (f->minus[2])
		c = ~c;
	addend = is_signed ? (wide)(int32_t)c : (wide)c;
	sum = (sum + addend + lsb) >> (f->word[0] == 0 ? 0 : atoi(f->word + 3));
	if (f->sat)
		sum = clamp(sum, is_signed, 32);
	return (u32)sum;
}

static u32 scalar(const struct form *f, u32 a, u32 b, u32 c)
{
	wide x = part(a, f->from_a[0] * f->bits_a, f->bits_a, f->sa);
	wide y = part(b, f->from_b[0] * f->bits_b, f->bits_b, f->sb);
	if (is(f, "vmad"))
		return vmad(f, x, y, c);
	wide r = operate(f, x, y), z = part(c, 0, 32, f->sd);
	if (f->sat)
		r = clamp(r, f->sd, f->bits_d);
	if (strcmp(f->second, "add") == 0)
		r += z;
	else if (strcmp(f->second, "min") == 0)
		r = r < z ? r : z;
	else if (strcmp(f->second, "max") == 0)
		r = r > z ? r : z;
	if (f->bits_d == 32)
		return (u32)r;
	u32 m = ((1u << f->bits_d) - 1) << f->at_d;
	return ((u32)r << f->at_d & m) | (c & ~m);
}

static u32 simd(const struct form *f, u32 a, u32 b, u32 c)
{
	u32 r = c;
	int bits = 32 / f->lanes;
	for (int i = 0; i < f->lanes; i++) {
		int p = f->from_a[i], q = f->from_b[i];
		if ((f->mask >> i & 1) == 0)
			continue;
		wide v = operate(f, part(p < f->lanes ? a : b, p % f->lanes * bits, bits, f->sa),
			part(q < f->lanes ? a : b, q % f->lanes * bits, bits, f->sb));
		if (f->sat)
			v = clamp(v, f->sd, bits);
		u32 m = ((1u << bits) - 1) << (i * bits);
		r = f->second[0] != 0 ? r + (u32)v : ((u32)v << (i * bits) & m) | (r & ~m);
	}
	return r;
}

/* ---- drawing and writing forms --------------------------------------------------------------- */

static void draw_selectors(struct form *f)
{
	static const int sizes[] = {32, 32, 16, 8};
	f->bits_a = sizes[draw(4)], f->from_a[0] = (int)draw(32 / (u32)f->bits_a);
	f->bits_b = sizes[draw(4)], f->from_b[0] = (int)draw(32 / (u32)f->bits_b);
	f->bits_d = is(f, "vmad") || f->second[0] != 0 ? 32 : sizes[draw(4)];
	f->at_d = f->bits_d * (int)draw(32 / (u32)f->bits_d);
}

static void draw_lanes(struct form *f)
{
	u32 n = (u32)f->lanes;
	f->names_a = draw(2), f->names_b = draw(2);
	for (u32 i = 0; i < n; i++) {
		f->from_a[i] = (int)(f->names_a ? draw(2 * n) : i);
		f->from_b[i] = (int)(f->names_b ? draw(2 * n) : i + n);
	}
	f->mask = draw(2) ? (1u << n) - 1 : 1 + draw((1u << n) - 1);
}

static void put_selector(char *to, char letter, const int *digits, int count)
{
	to += strlen(to);
	*to++ = '.';
	*to++ = letter;
	for (int i = count - 1; i >= 0; i--)
		*to++ = (char)('0' + digits[i]);
	*to = 0;
}

static void put_part(char *to, int at, int bits)
{
	if (bits != 32)
		put_selector(to, bits == 8 ? 'b' : 'h', (int[]){at / bits}, 1);
}

static void put_operands(struct form *f, int result)
{
	char *t = f->text + strlen(f->text), letter = f->lanes == 2 ? 'h' : 'b';
	int digits[4], count = 0;
	sprintf(t, " %%o%d", result);
	for (int i = 0; i < 4; i++)
		if ((f->mask >> i & 1) != 0)
			digits[count++] = i;
	if (f->lanes == 1)
		put_part(t, f->at_d, f->bits_d);
	else if (f->mask != (1u << f->lanes) - 1)
		put_selector(t, letter, digits, count);
	strcat(t, f->minus[0] ? ", -%r1" : ", %r1");
	if (f->lanes == 1)
		put_part(t, f->from_a[0] * f->bits_a, f->bits_a);
	else if (f->names_a)
		put_selector(t, letter, f->from_a, f->lanes);
	strcat(t, f->minus[1] ? ", -%r2" : ", %r2");
	if (f->lanes == 1)
		put_part(t, f->from_b[0] * f->bits_b, f->bits_b);
	else if (f->names_b)
		put_selector(t, letter, f->from_b, f->lanes);
	if (f->lanes > 1 || f->second[0] != 0 || f->bits_d != 32 || is(f, "vmad"))
		strcat(t, f->minus[2] ? ", -%r3;" : ", %r3;");
	else
		strcat(t, ";");
}

static void put_opcode(struct form *f)
{
	char *t = f->text;
	t += sprintf(t, "%s", f->op);
	if (f->lanes > 1)
		t += sprintf(t, "%d", f->lanes);
	if (!is(f, "vset"))
		t += sprintf(t, ".%c32", f->sd ? 's' : 'u');
	t += sprintf(t, ".%c32.%c32%s%s", f->sa ? 's' : 'u', f->sb ? 's' : 'u', f->po ? ".po" : "",
		f->sat ? ".sat" : "");
	if (f->word[0] != 0)
		t += sprintf(t, ".%s", f->word);
	if (f->second[0] != 0)
		sprintf(t, ".%s", f->second);
}

/* No negation with .po, of the product or the addend only. */
static void draw_vmad(struct form *f)
{
	f->word = scales[draw(3)];
	f->second = "";
	f->po = draw(4) == 0;
	if (f->po)
		return;
	u32 which = draw(5);
	f->minus[0] = which == 1 || which == 2;
	f->minus[1] = which == 2 || which == 3;
	f->minus[2] = which == 4;
	f->sd = f->sa || f->sb || f->minus[2] || f->minus[0] != f->minus[1];
}

static void draw_form(struct form *f, u32 k)
{
	*f = (struct form){.op = ops[k % 10], .lanes = (int[]){1, 1, 2, 4}[k / 80 % 4], .word = ""};
	if (is(f, "vmad") || is(f, "vshl") || is(f, "vshr"))
		f->lanes = 1;
	if (is(f, "vavrg") && f->lanes == 1)
		f->lanes = 4;
	f->sd = k / 10 % 2, f->sa = k / 20 % 2, f->sb = k / 40 % 2,
	f->sat = draw(2); /* all types */
	f->second = f->lanes == 1 ? seconds[k / 10 % 4] : seconds[draw(2)];
	if (is(f, "vset"))
		f->word = cmps[k / 10 % 6], f->sat = false, f->sd = false;
	if (is(f, "vshl") || is(f, "vshr"))
		f->word = draw(2) ? "clamp" : "wrap", f->sb = false;
	if (is(f, "vshl") &&
		!f->sat) /* intermediate results have 34 bits, shifted ones may have more */
		f->second = f->second[0] == 'm' ? "" : f->second;
	if (f->lanes > 1 && f->second[0] != 0)
		f->sat = false;
	if (is(f, "vmad"))
		draw_vmad(f);
	put_opcode(f);
	if (f->lanes == 1)
		draw_selectors(f);
	else
		draw_lanes(f);
	put_operands(f, (int)(k % PER_KERNEL));
}

/* ---- files ----------------------------------------------------------------------------------- */

static FILE *open_file(const char *name)
{
	FILE *f = fopen(name, "wb");
	if (f == NULL) {
		perror(name);
		exit(1);
	}
	return f;
}

static void close_file(FILE *f)
{
	if (fclose(f) != 0)
		exit(1);
}

static void write_words(const char *name, const u32 *words, size_t n)
{
	FILE *f = open_file(name);
	fwrite(words, sizeof *words, n, f);
	close_file(f);
}

static void write_kernel(FILE *ptx, const struct form *forms, int k)
{
	fprintf(ptx,
		".visible .entry v%d(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 po)\n"
		"{\n\t.reg .b32 %%r<8>, %%o<16>;\n\t.reg .b64 %%x<6>;\n\tmov.u32 %%r4, %%tid.x;\n"
		"\tmov.u32 %%r5, %%ctaid.x;\n\tmov.u32 %%r6, %%ntid.x;\n"
		"\tmad.lo.s32 %%r4, %%r5, %%r6, %%r4;\n\tmul.wide.u32 %%x0, %%r4, 4;\n",
		k);
	for (int i = 1; i <= 3; i++)
		fprintf(ptx,
			"\tld.param.u64 %%x%d, [p%c];\n\tadd.s64 %%x%d, %%x%d, %%x0;\n"
			"\tld.global.u32 %%r%d, [%%x%d];\n",
			i, "_abc"[i], i, i, i, i);
	fprintf(ptx,
		"\tld.param.u64 %%x4, [po];\n\tmul.wide.u32 %%x5, %%r4, %d;\n"
		"\tadd.s64 %%x4, %%x4, %%x5;\n",
		4 * PER_KERNEL);
	for (int i = 0; i < PER_KERNEL; i++)
		fprintf(ptx, "\t%s\n\tst.global.u32 [%%x4+%d], %%o%d;\n", forms[i].text, 4 * i, i);
	fprintf(ptx, "\tret;\n}\n");
}

static void write_expected(const struct form *forms, int k, u32 in[3][INPUTS])
{
	static u32 out[INPUTS * PER_KERNEL];
	char name[32];
	for (int i = 0; i < INPUTS; i++)
		for (int j = 0; j < PER_KERNEL; j++)
			out[i * PER_KERNEL + j] = (forms[j].lanes == 1 ? scalar : simd)(&forms[j],
				in[0][i], in[1][i], in[2][i]);
	snprintf(name, sizeof name, "v%d.bin", k);
	write_words(name, out, INPUTS * PER_KERNEL);
}

int main(void)
{
	static const u32 edges[] = {0, 1, 2, 31, 32, 33, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff,
		0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x80ff7f01,
		0x7f80ff00, 0x80007fff, 0x12345678, 0xdeadbeef};
	static u32 in[3][INPUTS];
	static struct form forms[FORMS];
	for (int i = 0; i < 3 * INPUTS; i++)
		in[i / INPUTS][i % INPUTS] =
			draw(3) ? edges[draw(sizeof edges / sizeof edges[0])] : draw(0xffffffff);
	FILE *ptx = open_file("video.ptx"), *run = open_file("video.run");
	fprintf(ptx, ".version 8.0\n.target sm_80\n.address_size 64\n");
	fprintf(run, "run video {\n\timage \"video.img\"\n");
	for (int k = 0; k < 3; k++) {
		char name[32];
		snprintf(name, sizeof name, "in%d.bin", k);
		write_words(name, in[k], INPUTS);
		fprintf(run, "\tbuffer in%d u32[]: @\"%s\"\n", k, name);
	}
	for (u32 i = 0; i < FORMS; i++)
		draw_form(&forms[i], i);
	for (int k = 0; k < FORMS / PER_KERNEL; k++) {
		write_kernel(ptx, &forms[k * PER_KERNEL], k);
		write_expected(&forms[k * PER_KERNEL], k, in);
		fprintf(run,
			"\tbuffer v%d u32[%d]\n\tdispatch &v%d grid(%d) group(64) "
			"args(in0, in1, in2, v%d)\n\tcheck v%d: @\"v%d.bin\"\n",
			k, INPUTS * PER_KERNEL, k, INPUTS, k, k, k);
	}
	fprintf(run, "}\n");
	close_file(ptx);
	close_file(run);
	return 0;
}

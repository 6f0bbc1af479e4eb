/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix instructions with floats of 4 to 8 bits, block scales and a sparse A; ldmatrix and
 * stmatrix of bytes. Writes tensor.ptx, tensor.run and the files they need. Elements are put where
 * PTX ISA 9.7.14.5 and 9.7.14.6 say; products are computed here from whole matrices whose sums are
 * exact. An argument i/n takes each n-th kernel, from the i-th on. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *ptx, *run;
static int count, first, step = 1;
static uint32_t seed = 7;

static uint32_t random_bits(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 8;
}
static bool is_left_out(void)
{
	return count++ % step != first;
}
static void save(const char *name, const char *suffix, const void *data, size_t bytes)
{
	char path[80];
	snprintf(path, sizeof path, "%s.%s", name, suffix);
	FILE *f = fopen(path, "wb");
	if (f == NULL || fwrite(data, 1, bytes, f) != bytes || fclose(f) != 0)
		exit(1);
}
static void run_kernel(const char *name, size_t in, size_t out)
{
	fprintf(run, "run %s {\n\tbuffer in u8[%zu] : @\"%s.in\"\n\tbuffer out u8[%zu]\n", name, in,
		name, out);
	fprintf(run,
		"\tdispatch &%s grid(32) group(32) args(in, out)\n\tcheck out: @\"%s.out\"\n}\n",
		name, name);
}

/* ---- types ---- */

struct type {
	const char *name;
	int bits;     /* of its place */
	int exponent; /* bits; 0: an integer */
	int mantissa; /* bits; of an integer whether it has a sign */
	int shift;    /* in its place */
};
static const struct type types[] = {
	{"e4m3", 8, 4, 3, 0},
	{"e5m2", 8, 5, 2, 0},
	{"e3m2", 8, 3, 2, 0},
	{"e2m3", 8, 2, 3, 0},
	{"e2m1", 8, 2, 1, 2},
	{"e2m1", 4, 2, 1, 0},
	{"f16", 16, 5, 10, 0},
	{"bf16", 16, 8, 7, 0},
	{"tf32", 32, 8, 23, 0},
	{"f32", 32, 8, 23, 0},
	{"s8", 8, 0, 1, 0},
	{"u8", 8, 0, 0, 0},
	{"s4", 4, 0, 1, 0},
	{"u4", 4, 0, 0, 0},
	{"s32", 32, 0, 1, 0},
};
static const struct type *type(const char *name, bool packed)
{
	for (const struct type *t = types;; t++)
		if (!strcmp(t->name, name) && (!packed || t->bits == 4 || strcmp(name, "e2m1")))
			return t;
}
static double decode(const struct type *t, uint32_t code)
{
	if (t->exponent == 0)
		return t->mantissa && code >> (t->bits - 1) & 1 ? (double)code - (1 << t->bits)
		                                                : code;
	int bias = (1 << (t->exponent - 1)) - 1,
	    e = (int)(code >> t->mantissa & ((1u << t->exponent) - 1));
	double m = code & ((1u << t->mantissa) - 1), unit = ldexp(1, -t->mantissa);
	double v = e == 0 ? ldexp(m * unit, 1 - bias) : ldexp(1 + m * unit, e - bias);
	return code >> (t->exponent + t->mantissa) & 1 ? -v : v;
}
/* A number that is a multiple of `unit` and at most `most`. */
static uint32_t pick(const struct type *t, double unit, double most)
{
	for (;;) {
		int bits = t->exponent ? 1 + t->exponent + t->mantissa : t->bits;
		uint32_t code =
			random_bits() & (uint32_t)((UINT64_C(1) << (bits < 20 ? bits : 20)) - 1);
		if (bits == 32) { /* few of all f32 would do */
			float f = (float)(((int)(code % 65) - 32) * unit);
			memcpy(&code, &f, 4);
		}
		double v = decode(t, code);
		if (t->exponent == 0 || (fabs(v) <= most && fmod(v, unit) == 0))
			return code;
	}
}
static uint32_t encode_f(const struct type *t, double v) /* exact */
{
	if (t->exponent == 0)
		return (uint32_t)(int64_t)v;
	if (t->bits == 32) {
		float f = (float)v;
		uint32_t b;
		memcpy(&b, &f, 4);
		return b;
	}
	for (uint32_t code = 0; code < 0x10000; code++)
		if (decode(t, code) == v && (code >> 10 & 31) != 31 && (v != 0 || code == 0))
			return code;
	printf("%g has no code\n", v);
	exit(1);
}
static void put(uint32_t *regs, int i, const struct type *t, uint32_t code)
{
	int per = 32 / t->bits;
	regs[i / per] |= code << (i % per * t->bits + t->shift);
}

/* ---- products ---- */

struct product {
	int k, scales, selector;
	bool sparse, ordered, packed, ue4m3;
	const char *d, *a, *b, *kind, *more;
};
enum { MAX_K = 128, REGS = 20 };
static uint32_t A[16][MAX_K], B[MAX_K][8],
	place[16][MAX_K]; /* place: of what is given of a row of A */
static double scale_a[16][4], scale_b[8][4];

/* Elements in 8 bits: of each chunk of 4 two; in 4 bits: of 4 pairs two; of tf32 one of two. */
static void make(const struct product *p, const struct type *ta, const struct type *tb)
{
	double unit = !strcmp(p->d, "f16") || p->scales ? .5 : .125, most = unit == .5 ? 2 : 8;
	int granule = ta->bits == 4 ? 2 : 1, choices = ta->bits == 32 ? 2 : 4,
	    given = ta->bits == 32 ? 1 : 2;
	memset(A, 0, sizeof A);
	for (int r = 0; r < 16; r++)
		for (int j = 0; p->sparse && j < p->k / granule / choices; j++) {
			int x = (int)(random_bits() % (unsigned)choices),
			    y = (int)(random_bits() % 4);
			if (given == 2 && x == y)
				y = (x + 1) % 4;
			if (given == 2 && x > y && p->ordered) {
				int z = x;
				x = y;
				y = z;
			}
			place[r][j * given] = (uint32_t)x;
			if (given == 2)
				place[r][j * given + 1] = (uint32_t)y;
			for (int i = 0; i < given * granule; i++)
				A[r][(j * choices + (i / granule ? y : x)) * granule +
					i % granule] = pick(ta, unit, most);
		}
	for (int r = 0; r < 16; r++)
		for (int k = 0; !p->sparse && k < p->k; k++)
			A[r][k] = pick(ta, unit, most);
	for (int k = 0; k < p->k; k++)
		for (int n = 0; n < 8; n++)
			B[k][n] = pick(tb, unit, most);
}

/* Row and column of element i of a lane, where an element has so many bits; of C 32. */
static void place_ab(int bits, int lane, int i, int regs, bool is_a, int *outer, int *inner)
{
	int per = 32 / bits, reg = i / per, g = lane / 4, t = lane % 4;
	if (!is_a) {
		*outer = g;
		*inner = t * per + i % per + reg * 4 * per;
		return;
	}
	*outer = g + (regs > 1 && reg % 2 == 1 ? 8 : 0);
	*inner = t * per + i % per + reg / 2 * 4 * per;
}

static uint32_t metadata(const struct product *p, int bits, int lane)
{
	int g = lane / 4, t = lane % 4, granule = bits == 4 ? 2 : 1, choices = bits == 32 ? 2 : 4;
	int chunks = p->k / granule / choices, given = bits == 32 ? 1 : 2;
	uint32_t word = random_bits() ^ random_bits() << 16;
	for (int i = 0; i < 8; i++) {
		int row, chunk;
		if (bits >= 16) { /* 4 chunks of two rows */
			row = g + i / 4 * 8;
			chunk = i % 4;
			if (chunks == 4 ? t != p->selector : t / 2 != p->selector)
				continue;
			if (chunks == 8)
				chunk += t % 2 * 4;
		} else { /* 8 chunks of a row */
			row = g + t % 2 * 8;
			chunk = i;
			if (chunks == 8 && t / 2 != p->selector)
				continue;
			if (chunks == 16)
				chunk += t / 2 * 8;
		}
		uint32_t *x = &place[row][chunk * given];
		uint32_t four = given == 2 ? x[0] | x[1] << 2 : x[0] ? 14 : 4;
		word = (word & ~(15u << 4 * i)) | four << 4 * i;
	}
	return word;
}

static void list(const char *letter, int from, int n)
{
	for (int i = 0; i < n; i++)
		fprintf(ptx, "%s%s%d%s", i == 0 ? "{" : ", ", letter, from + i,
			i + 1 == n ? "}" : "");
}

static uint8_t scale_code(const struct product *p, double *value)
{
	static const struct type e4m3 = {"", 8, 4, 3, 0};
	uint8_t code = p->ue4m3 ? (uint8_t)(pick(&e4m3, .25, 4) & 0x7f)
	                        : (uint8_t)(125 + random_bits() % 5);
	*value = p->ue4m3 ? decode(&e4m3, code) : ldexp(1, code - 127);
	return code;
}

static void product(struct product p)
{
	if (is_left_out())
		return;
	char name[64];
	const struct type *ta = type(p.a, p.packed), *tb = type(p.b, p.packed),
			  *td = type(p.d, false);
	int half = p.sparse ? p.k / 2 : p.k, na = half * 16 * ta->bits / 1024,
	    nb = p.k * 8 * tb->bits / 1024;
	int nd = 4 * td->bits / 32, at = 0;
	static uint32_t in[32][REGS], out[32][4];
	double c[16][8];
	int byte_a = (int)(random_bits() % 4), byte_b = (int)(random_bits() % 4);
	int thread_a = (int)(random_bits() % 2), thread_b = (int)(random_bits() % 4);
	if (p.scales > 1)
		byte_a &= 4 - p.scales, byte_b &= 4 - p.scales;
	snprintf(name, sizeof name, "%s%d_%s_%s_k%d", p.sparse ? "sparse" : "dense", count, p.a,
		p.b, p.k);
	make(&p, ta, tb);
	memset(in, 0, sizeof in);
	memset(out, 0, sizeof out);
	for (int lane = 0; lane < 32; lane++) {
		uint32_t *r = in[lane];
		int outer, inner, choices = ta->bits == 32 ? 2 : 4, given = ta->bits == 32 ? 1 : 2;
		int granule = ta->bits == 4 ? 2 : 1;
		for (int i = 0; i < na * 32 / ta->bits; i++) {
			place_ab(ta->bits, lane, i, na, true, &outer, &inner);
			int k = inner;
			if (p.sparse) {
				int n = inner / granule;
				k = (n / given * choices + (int)place[outer][n]) * granule +
				    inner % granule;
			}
			put(r, i, ta, A[outer][k]);
		}
		for (int i = 0; i < nb * 32 / tb->bits; i++) {
			place_ab(tb->bits, lane, i, nb, false, &outer, &inner);
			put(r + na, i, tb, B[inner][outer]);
		}
		for (int i = 0; i < 4; i++) {
			int row = lane / 4 + i / 2 * 8, col = lane % 4 * 2 + i % 2;
			c[row][col] = (int)(random_bits() % 17) - 8;
			put(r + na + nb, i, td, encode_f(td, c[row][col]));
		}
		at = na + nb + nd;
		if (p.sparse)
			r[at++] = metadata(&p, ta->bits, lane);
		if (p.scales) {
			r[at] = random_bits() ^ random_bits() << 16;
			r[at + 1] = random_bits() ^ random_bits() << 16;
			uint8_t *bytes = (uint8_t *)&r[at];
			for (int i = 0; i < p.scales; i++) {
				if (lane % 4 / 2 == thread_a)
					bytes[byte_a + i] = scale_code(&p,
						&scale_a[lane / 4 + lane % 2 * 8][i]);
				if (lane % 4 == thread_b)
					bytes[4 + byte_b + i] =
						scale_code(&p, &scale_b[lane / 4][i]);
			}
			at += 2;
		}
	}
	for (int lane = 0; lane < 32; lane++)
		for (int i = 0; i < 4; i++) {
			int row = lane / 4 + i / 2 * 8, col = lane % 4 * 2 + i % 2;
			double sum = c[row][col];
			for (int k = 0; k < p.k; k++) {
				int s = p.scales ? k / (p.k / p.scales) : 0;
				double v = decode(ta, A[row][k]) * decode(tb, B[k][col]);
				sum += p.scales ? v * scale_a[row][s] * scale_b[col][s] : v;
			}
			put(out[lane], i, td, encode_f(td, sum));
		}
	save(name, "in", in, sizeof in);
	uint32_t packed[32 * 4];
	for (int i = 0; i < 32 * nd; i++)
		packed[i] = out[i / nd][i % nd];
	save(name, "out", packed, 32u * (unsigned)nd * 4);
	run_kernel(name, sizeof in, 32u * (unsigned)nd * 4);
	fprintf(ptx,
		".visible .entry %s(.param .u64 in, .param .u64 out)\n{\n\t.reg .b32 r<%d>, d<4>, x;\n"
		"\t.reg .b64 p<3>;\n\t.reg .b16 h<4>;\n\tld.param.u64 p0, [in];\n\tld.param.u64 p1, [out];\n"
		"\tmov.u32 x, %%laneid;\n\tmul.wide.u32 p2, x, %d;\n\tadd.u64 p0, p0, p2;\n"
		"\tmul.wide.u32 p2, x, %d;\n\tadd.u64 p1, p1, p2;\n",
		name, at, REGS * 4, nd * 4);
	for (int i = 0; i < at; i++)
		fprintf(ptx, "\tld.global.b32 r%d, [p0+%d];\n", i, 4 * i);
	fprintf(ptx, "\tmov.u16 h0, %d;\n\tmov.u16 h1, %d;\n", byte_b, thread_b);
	fprintf(ptx, "\tmma%s.sync.aligned.m16n8k%d.row.col%s%s.%s.%s.%s.%s%s ",
		!p.sparse   ? ""
		: p.ordered ? ".sp::ordered_metadata"
			    : ".sp",
		p.k, p.kind, p.more, p.d, p.a, p.b, p.d,
		!p.scales ? ""
		: p.ue4m3 ? ".ue4m3"
			  : ".ue8m0");
	list("d", 0, nd);
	fputs(", ", ptx);
	list("r", 0, na);
	fputs(", ", ptx);
	list("r", na, nb);
	fputs(", ", ptx);
	list("r", na + nb, nd);
	if (p.sparse)
		fprintf(ptx, ", r%d, %d", na + nb + nd, p.selector);
	if (p.scales)
		fprintf(ptx, ", r%d, {%d, %d}, r%d, {h0, h1}", at - 2, byte_a, thread_a, at - 1);
	fputs(";\n", ptx);
	for (int i = 0; i < nd; i++)
		fprintf(ptx, "\tst.global.b32 [p1+%d], d%d;\n", 4 * i, i);
	fprintf(ptx, "\tret;\n}\n");
}

static void all_products(void)
{
	static const char *const minis[] = {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"};
	for (int i = 0; i < 4; i++) {
		const char *a = minis[i / 2], *b = minis[i % 2], *d = i % 3 ? "f16" : "f32";
		product((struct product){.k = 32, .d = d, .a = a, .b = b, .kind = "", .more = ""});
		product((struct product){.k = 16, .d = d, .a = a, .b = b, .kind = "", .more = ""});
		product((struct product){.k = 64,
			.sparse = true,
			.ordered = i & 1,
			.d = d,
			.a = a,
			.b = b,
			.kind = "",
			.more = ""});
	}
	for (int i = 0; i < 25; i++) {
		const char *a = minis[i / 5], *b = minis[i % 5], *d = i % 2 ? "f16" : "f32";
		product((struct product){
			.k = 32, .d = d, .a = a, .b = b, .kind = ".kind::f8f6f4", .more = ""});
		product((struct product){.k = 32,
			.scales = 1,
			.d = "f32",
			.a = a,
			.b = b,
			.kind = ".kind::mxf8f6f4.block_scale",
			.more = i % 2 ? ".scale_vec::1X" : ""});
		product((struct product){.k = 64,
			.sparse = true,
			.ordered = true,
			.d = d,
			.a = a,
			.b = b,
			.kind = ".kind::f8f6f4",
			.more = ""});
		product((struct product){.k = 64,
			.scales = 1,
			.sparse = true,
			.ordered = true,
			.d = "f32",
			.a = a,
			.b = b,
			.kind = ".kind::mxf8f6f4.block_scale",
			.more = ".scale_vec::1X"});
	}
	for (int i = 0; i < 6; i++) {
		struct product p = {.k = i % 2 ? 128 : 64,
			.sparse = i % 2,
			.ordered = true,
			.packed = true,
			.scales = i / 2 == 2 ? 4 : 2,
			.ue4m3 = i / 2 == 2,
			.d = "f32",
			.a = "e2m1",
			.b = "e2m1"};
		p.kind = i / 2 == 0 ? ".kind::mxf4.block_scale" : ".kind::mxf4nvf4.block_scale";
		p.more = i == 0 ? "" : i / 2 == 2 ? ".scale_vec::4X" : ".scale_vec::2X";
		product(p);
	}
	for (int i = 0; i < 4; i++) {
		const char *h = i % 2 ? "f16" : "bf16", *d = i == 1 ? "f16" : "f32";
		product((struct product){.k = 16,
			.sparse = true,
			.ordered = i & 1,
			.selector = i,
			.d = d,
			.a = h,
			.b = h,
			.kind = "",
			.more = ""});
		product((struct product){.k = 32,
			.sparse = true,
			.ordered = i & 1,
			.selector = i / 2,
			.d = d,
			.a = h,
			.b = h,
			.kind = "",
			.more = ""});
		product((struct product){.k = 8,
			.sparse = true,
			.ordered = i & 1,
			.selector = i,
			.d = "f32",
			.a = "tf32",
			.b = "tf32",
			.kind = "",
			.more = ""});
		product((struct product){.k = 16,
			.sparse = true,
			.ordered = i & 1,
			.selector = i / 2,
			.d = "f32",
			.a = "tf32",
			.b = "tf32",
			.kind = "",
			.more = ""});
		static const char *const eights[] = {"s8", "u8"}, *const fours[] = {"s4", "u4"};
		const char *a8 = eights[i / 2], *b8 = eights[i % 2], *a4 = fours[i / 2],
			   *b4 = fours[i % 2];
		const char *more = i == 1 ? ".satfinite" : "";
		struct product p = {
			.sparse = true, .ordered = i & 1, .d = "s32", .kind = "", .more = more};
		p.a = a8, p.b = b8, p.k = 64;
		product(p);
		p.k = 32, p.selector = i / 2;
		product(p);
		p.a = a4, p.b = b4, p.k = 64;
		product(p);
		p.k = 128, p.selector = 0;
		product(p);
	}
}

/* ---- tiles of bytes ---- */

/* Memory has 32 rows of 16 bytes at a distance of 32, from the end on: lane i has the address of
 * row i. */
static uint8_t memory[1024];

static uint8_t *row_of(int lane)
{
	return memory + (31 - lane) * 32;
}
static uint32_t element(int lane, int column, int bits)
{
	uint32_t v = 0;
	for (int i = 0; i < bits; i++) {
		int bit = column * bits + i;
		v |= (uint32_t)(row_of(lane)[bit / 8] >> bit % 8 & 1) << i;
	}
	return v;
}

static void tile(const char *text, int regs, bool wide, bool store, int bits, bool generic)
{
	if (is_left_out())
		return;
	char name[64];
	static uint32_t in[32][32], out[32][8], data[32][4];
	snprintf(name, sizeof name, "tile%d", count);
	for (size_t i = 0; i < sizeof memory; i++)
		memory[i] = (uint8_t)random_bits();
	memset(out, 0, sizeof out);
	for (int lane = 0; lane < 32; lane++)
		for (int r = 0; r < regs; r++) {
			data[lane][r] = random_bits() ^ random_bits() << 16;
			for (int b = 0; b < 4; b++) {
				int g = lane / 4, t = lane % 4;
				if (store)
					row_of(8 * r + 2 * t + b % 2)[g + b / 2 * 8] =
						(uint8_t)(data[lane][r] >> 8 * b);
				else if (wide)
					out[lane][r] |= element(16 * (r / 2) + 4 * t + b,
								g + r % 2 * 8, bits)
					                << 8 * b;
				else
					out[lane][r] |= element(8 * r + g, 4 * t + b, bits)
					                << 8 * b;
			}
		}
	if (store) /* what is not stored stays 0 */
		for (int lane = 0; lane < 32; lane++)
			for (int i = 0; i < 32; i++)
				if (i >= 16 || lane >= 8 * regs)
					row_of(lane)[i] = 0;
	memcpy(in, memory, sizeof memory);
	if (store)
		memcpy(out, memory, sizeof memory);
	save(name, "in", store ? (void *)data : (void *)in, store ? sizeof data : sizeof in);
	save(name, "out", out, sizeof out);
	run_kernel(name, store ? sizeof data : sizeof in, sizeof out);
	fprintf(ptx,
		".visible .entry %s(.param .u64 in, .param .u64 out)\n{\n\t.reg .b32 r<4>, x, y, a;\n"
		"\t.reg .b64 p<3>, g;\n\t.shared .align 16 .b8 m[1024];\n\tld.param.u64 p0, [in];\n"
		"\tld.param.u64 p1, [out];\n\tmov.u32 x, %%laneid;\n\tmul.wide.u32 p2, x, %d;\n"
		"\tadd.u64 p0, p0, p2;\n\tmul.wide.u32 p2, x, 32;\n\tadd.u64 p1, p1, p2;\n"
		"\tshl.b32 y, x, 5;\n\tmov.u32 a, m;\n\tadd.u32 y, y, a;\n",
		name, store ? 16 : 32);
	for (int i = 0; i < 8; i++)
		fprintf(ptx,
			store ? "\tst.shared.b32 [y+%d], 0;\n" : "\tld.global.b32 a, [p0+%d];\n",
			4 * i),
			store ? 0 : fprintf(ptx, "\tst.shared.b32 [y+%d], a;\n", 4 * i);
	for (int i = 0; store && i < regs; i++)
		fprintf(ptx, "\tld.global.b32 r%d, [p0+%d];\n", i, 4 * i);
	fputs("\tbar.warp.sync -1;\n\tsub.u32 x, 31, x;\n\tshl.b32 x, x, 5;\n\tmov.u32 a, m;\n\tadd.u32 x, x, a;\n"
	      "\tcvt.u64.u32 g, x;\n\tcvta.shared.u64 g, g;\n",
		ptx);
	fprintf(ptx, "\t%s ", text);
	if (store)
		fprintf(ptx, "[%s], ", generic ? "g" : "x");
	list("r", 0, regs);
	if (!store)
		fprintf(ptx, ", [%s]", generic ? "g" : "x");
	fputs(";\n\tbar.warp.sync -1;\n", ptx);
	for (int i = 0; i < (store ? 8 : regs); i++) {
		if (store)
			fprintf(ptx, "\tld.shared.b32 r0, [y+%d];\n", 4 * i);
		fprintf(ptx, "\tst.global.b32 [p1+%d], r%d;\n", 4 * i, store ? 0 : i);
	}
	fprintf(ptx, "\tret;\n}\n");
}

static void all_tiles(void)
{
	tile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8", 2, true, false, 8, false);
	tile("ldmatrix.sync.aligned.m16n16.x2.trans.b8", 4, true, false, 8, true);
	tile("ldmatrix.sync.aligned.m16n16.x1.trans.shared::cta.b8x16.b6x16_p32", 2, true, false, 6,
		false);
	tile("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8x16.b6x16_p32", 4, true, false, 6,
		false);
	tile("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8x16.b4x16_p64", 2, true, false, 4,
		false);
	tile("ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8x16.b4x16_p64", 4, true, false, 4,
		false);
	tile("ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32", 1, false, false, 6, false);
	tile("ldmatrix.sync.aligned.m8n16.x2.shared.b8x16.b6x16_p32", 2, false, false, 6, false);
	tile("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b6x16_p32", 4, false, false, 6, false);
	tile("ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64", 1, false, false, 4, false);
	tile("ldmatrix.sync.aligned.m8n16.x2.b8x16.b4x16_p64", 2, false, false, 4, true);
	tile("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64", 4, false, false, 4, false);
	tile("stmatrix.sync.aligned.m16n8.x1.trans.shared.b8", 1, false, true, 8, false);
	tile("stmatrix.sync.aligned.m16n8.x2.trans.b8", 2, false, true, 8, true);
	tile("stmatrix.sync.aligned.m16n8.x4.trans.shared.b8", 4, false, true, 8, false);
}

int main(int argc, char **argv)
{
	if (argc > 1 && sscanf(argv[1], "%d/%d", &first, &step) != 2)
		return 2;
	ptx = fopen("tensor.ptx", "w");
	run = fopen("tensor.run", "w");
	if (ptx == NULL || run == NULL)
		return 1;
	fprintf(ptx, ".version 9.0\n.target sm_120a\n.address_size 64\n");
	all_products();
	all_tiles();
	return fclose(ptx) != 0 || fclose(run) != 0;
}

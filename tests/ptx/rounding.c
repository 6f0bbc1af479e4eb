/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stochastic rounding (cvt.rs): writes rounding.ptx, rounding.run and the files they need. A number
 * lies between two of the format; it becomes the upper one when its distance from the lower one and
 * the random fraction are 1 or more together. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1024 };
struct format {
	const char *name;
	int count, width, exponent, mantissa, random;
	uint32_t most, infinity, nan;
};
static const struct format formats[] = {
	{"f16x2", 2, 16, 5, 10, 13, 0x7bff, 0x7c00, 0x7fff},
	{"bf16x2", 2, 16, 8, 7, 16, 0x7f7f, 0x7f80, 0x7fff},
	{"e4m3x4", 4, 8, 4, 3, 16, 0x7e, 0x7e, 0x7f},
	{"e5m2x4", 4, 8, 5, 2, 16, 0x7b, 0x7b, 0x7f},
	{"e2m3x4", 4, 8, 2, 3, 16, 0x1f, 0x1f, 0x1f},
	{"e3m2x4", 4, 8, 3, 2, 16, 0x1f, 0x1f, 0x1f},
	{"e2m1x4", 4, 4, 2, 1, 16, 7, 7, 7},
};
static uint32_t seed = 3;
static uint32_t random_bits(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 16;
}

static uint32_t convert(const struct format *f, float x, uint32_t random, bool relu, bool finite)
{
	int least = 2 - (1 << (f->exponent - 1)), e;
	if (isnan(x))
		return f->nan;
	uint32_t sign = signbit(x) ? 1u << (f->exponent + f->mantissa) : 0, code;
	if (relu && sign != 0)
		return 0;
	if (isinf(x)) {
		code = f->infinity;
	} else {
		frexp(fabs(x), &e);
		e = x == 0 || e - 1 < least ? least : e - 1;
		long double units = ldexpl(fabsl(x), f->mantissa - e) + ldexpl(random, -f->random);
		code = (uint32_t)floorl(units) + ((uint32_t)(e - least) << f->mantissa);
		if (code > f->infinity)
			code = f->infinity;
	}
	return (finite && code > f->most ? f->most : code) | sign;
}

static uint32_t reversed(uint32_t x)
{
	uint32_t r = 0;
	for (int i = 0; i < 16; i++)
		r |= (x >> i & 1) << (15 - i);
	return r;
}

static uint32_t slice(const struct format *f, int i, uint32_t w)
{
	if (f->count == 2)
		return (i == 0 ? w >> 16 : w) & ((1u << f->random) - 1);
	uint32_t x = f->width == 8 ? i < 2 ? w >> 16 : w & 0xffff
	             : i < 2       ? (w >> 16 & 0xff00) | (w >> 8 & 0xff)
	                           : (w >> 8 & 0xff00) | (w & 0xff);
	return i % 2 == 0 ? reversed(x) : x;
}

static void save(const char *name, const void *data, size_t bytes)
{
	FILE *f = fopen(name, "wb");
	if (f == NULL || fwrite(data, 1, bytes, f) != bytes || fclose(f) != 0)
		exit(1);
}

static float pick(const struct format *f, int i)
{
	static const uint32_t edges[] = {0, 0x80000000, 1, 0x80000001, 0x7f800000, 0xff800000,
		0x7fc00000, 0xffffffff, 0x7f7fffff, 0xff7fffff, 0x3f800000, 0x3fffffff, 0x477fe000,
		0x477fffff, 0x43e00000, 0x43dfffff, 0x47600000, 0x40f00001, 0x41e00000, 0x40c00000,
		0x387fffff, 0x3c7fffff, 0x3f7fffff, 0x3e7fffff};
	uint32_t b = random_bits() << 16 | random_bits();
	int bias = (1 << (f->exponent - 1)) - 1;
	if (i < (int)(sizeof edges / sizeof edges[0]))
		b = edges[i];
	else if (f->exponent < 8) /* near the numbers that the format has */
		b = (b & 0x807fffff) |
		    (uint32_t)(127 - bias - f->mantissa - 2 +
			       (int)(random_bits() % (2u * bias + 2 + f->mantissa + 4)))
		            << 23;
	float x;
	memcpy(&x, &b, 4);
	return x;
}

int main(void)
{
	FILE *ptx = fopen("rounding.ptx", "w"), *run = fopen("rounding.run", "w");
	static float x[COUNT][4];
	static uint32_t random[COUNT], out[COUNT];
	if (ptx == NULL || run == NULL)
		return 1;
	fprintf(ptx, ".version 9.0\n.target sm_100a\n.address_size 64\n");
	for (int n = 0; n < 7; n++)
		for (int variant = 0; variant < 4; variant++) {
			const struct format *f = &formats[n];
			bool relu = variant & 1, finite = variant & 2;
			char name[32], file[64];
			if (f->count == 4 && !finite)
				continue;
			snprintf(name, sizeof name, "%s_%d", f->name, variant);
			for (int i = 0; i < COUNT; i++) {
				random[i] = i % 16 == 0   ? 0
				            : i % 16 == 1 ? ~0u
				                          : random_bits() << 16 | random_bits();
				out[i] = 0;
				for (int k = 0; k < f->count; k++) {
					x[i][k] = pick(f, (i + 7 * k) % COUNT);
					out[i] |= convert(f, x[i][k], slice(f, k, random[i]), relu,
							  finite)
					          << (f->count - 1 - k) * f->width;
				}
			}
			snprintf(file, sizeof file, "%s.x", name);
			save(file, x, sizeof x);
			snprintf(file, sizeof file, "%s.random", name);
			save(file, random, sizeof random);
			snprintf(file, sizeof file, "%s.out", name);
			save(file, out, sizeof out);
			fprintf(run,
				"run %s {\n\tbuffer x u8[%zu]: @\"%s.x\"\n"
				"\tbuffer random u8[%zu]: @\"%s.random\"\n"
				"\tbuffer out u8[%zu]\n\tdispatch &%s grid(%d) group(64) args(x, random, out)\n"
				"\tcheck out: @\"%s.out\"\n}\n",
				name, sizeof x, name, sizeof random, name, sizeof out, name, COUNT,
				name);
			fprintf(ptx,
				".visible .entry %s(.param .u64 x, .param .u64 random, .param .u64 out)\n{\n"
				"\t.reg .b32 i, r, d;\n\t.reg .f32 f<4>;\n\t.reg .b64 p<5>;\n"
				"\t.reg .b16 h;\n\tld.param.u64 p0, [x];\n"
				"\tld.param.u64 p1, [random];\n\tld.param.u64 p2, [out];\n\tmov.u32 i, %%ctaid.x;\n"
				"\tmov.u32 d, %%tid.x;\n\tmad.lo.u32 i, i, 64, d;\n\tmul.wide.u32 p3, i, 16;\n"
				"\tadd.u64 p0, p0, p3;\n\tmul.wide.u32 p3, i, 4;\n\tadd.u64 p1, p1, p3;\n"
				"\tadd.u64 p2, p2, p3;\n\tld.global.v4.f32 {f0, f1, f2, f3}, [p0];\n"
				"\tld.global.b32 r, [p1];\n\tcvt.rs%s%s.%s.f32 %s, %s, r;\n",
				name, relu ? ".relu" : "", finite ? ".satfinite" : "", f->name,
				f->width == 4 ? "h" : "d",
				f->count == 2 ? "f0, f1" : "{f0, f1, f2, f3}");
			fprintf(ptx, "%s\tst.global.b32 [p2], d;\n\tret;\n}\n",
				f->width == 4 ? "\tcvt.u32.u16 d, h;\n" : "");
		}
	return fclose(ptx) != 0 || fclose(run) != 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of half against C's long double: those of one argument for all 65536 halves, the others
 * for pairs of edge values and random ones, with the limits of OpenCL's cl_khr_fp16.
 *
 * cc_sweep_half write: a program and a run file, as cc_sweep does; cc_sweep_half check. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc_sweep_references.h"

struct function {
	const char *name;
	double ulp;
	real (*one)(real);
	real (*two)(real, real);
};
#define ONE(name, ulp) {#name, ulp, name##l, NULL},
#define ONE_OUR(name, ulp) {#name, ulp, name##_l, NULL},
#define TWO(name, ulp) {#name, ulp, NULL, name##l},
#define TWO_OUR(name, ulp) {#name, ulp, NULL, name##_l},
/* clang-format off */
static const struct function functions[] = {
	ONE(acos, 2) ONE(acosh, 2) ONE_OUR(acospi, 2) ONE(asin, 2) ONE(asinh, 2) ONE_OUR(asinpi, 2)
	ONE(atan, 2) ONE(atanh, 2) ONE_OUR(atanpi, 2) ONE(cbrt, 2) ONE(ceil, 0) ONE(cos, 2)
	ONE(cosh, 2) ONE_OUR(cospi, 2) ONE(erf, 4) ONE(erfc, 4) ONE(exp, 2) ONE(exp2, 2)
	ONE_OUR(exp10, 2) ONE(expm1, 2) ONE(fabs, 0) ONE(floor, 0) ONE(lgamma, 4) ONE(log, 2)
	ONE(log10, 2) ONE(log1p, 2) ONE(log2, 2) ONE(logb, 0) ONE(rint, 0) ONE(round, 0)
	ONE_OUR(rsqrt, 1) ONE_OUR(sign, 0) ONE(sin, 2) ONE(sinh, 2) ONE_OUR(sinpi, 2) ONE(sqrt, 0)
	ONE(tan, 2) ONE(tanh, 2) ONE_OUR(tanpi, 2) ONE(tgamma, 4) ONE(trunc, 0)
	ONE_OUR(degrees, 2) ONE_OUR(radians, 2)
	TWO(atan2, 2) TWO_OUR(atan2pi, 2) TWO(copysign, 0) TWO(fdim, 0) TWO(fmod, 0) TWO(hypot, 2)
	TWO(pow, 4) TWO_OUR(powr, 4) TWO(remainder, 0)
};
/* clang-format on */
enum { COUNT = sizeof functions / sizeof *functions, ALL = 65536 };

static double of_half(uint16_t h)
{
	int e = h >> 10 & 31, m = h & 1023;
	double v = e == 31  ? (m ? NAN : INFINITY)
	           : e == 0 ? ldexp(m, -24)
	                    : ldexp(m + 1024, e - 25);
	return h >> 15 ? -v : v;
}

/* ---- arguments: x is each half once, y those of edges and random ones ------------------------ */

static uint16_t other(int i)
{
	static const uint16_t edges[] = {0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x3800, 0x3c00, 0xbc00,
		0x4000, 0xc200, 0x4500, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00};
	int n = sizeof edges / sizeof *edges;
	uint32_t mixed = (uint32_t)i * 2654435761u;
	return i % 4 == 0 ? edges[i / 4 % n] : (uint16_t)(mixed >> 13 ^ mixed);
}
static void save(const char *name, uint16_t (*value)(int))
{
	FILE *f = fopen(name, "wb");
	for (int i = 0; i < ALL; i++) {
		uint16_t h = value(i);
		fwrite(&h, sizeof h, 1, f);
	}
	fclose(f);
}
static uint16_t each(int i)
{
	return (uint16_t)i;
}
static void write_all(void)
{
	FILE *p = fopen("half.cl", "w"), *run = fopen("half.run", "w");
	save("x.bin", each), save("y.bin", other);
	fprintf(p, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
	fprintf(run,
		"image \"half.img\"\nrun half {\nbuffer x f16[%d]: @x.bin\nbuffer y f16[%d]: "
		"@y.bin\nbuffer o f16[%d]\n",
		ALL, ALL, ALL);
	for (int i = 0; i < COUNT; i++) {
		const struct function *f = &functions[i];
		fprintf(p,
			"kernel void h_%s(global const half *x, global const half *y, global half *o)\n"
			"{\n\tint i = get_global_id(0);\n\to[i] = %s(%s);\n}\n",
			f->name, f->name, f->one ? "x[i]" : "x[i], y[i]");
		fprintf(run, "dispatch &h_%s grid(%d) args(x, y, o)\nwrite o %s.out\n", f->name,
			ALL, f->name);
	}
	fprintf(run, "}\n");
	fclose(p), fclose(run);
}

/* ---- comparison ------------------------------------------------------------------------------ */

static double error_of(double got, real want)
{
	const real limit = 0x1p16L;
	int e;
	if (isnan(got) || isnan(want))
		return isnan(got) && isnan(want) ? 0 : INFINITY;
	if (want == 0 && got == 0)
		return !signbit(got) == !signbit(want) ? 0 : INFINITY;
	real g = isinf(got) ? copysignl(limit, got) : got;
	if (isinf(want) || fabsl(want) > limit)
		want = copysignl(limit, want);
	frexpl(want, &e);
	return (double)ldexpl(fabsl(g - want), -(e - 11 < -24 ? -24 : e - 11));
}
static bool check(const struct function *f)
{
	char name[64];
	int wrong = 0, at = 0;
	double worst = 0;
	snprintf(name, sizeof name, "%s.out", f->name);
	FILE *in = fopen(name, "rb");
	for (int i = 0; i < ALL; i++) {
		uint16_t h;
		if (in == NULL || fread(&h, sizeof h, 1, in) != 1) {
			printf("FAIL %s has no results\n", name);
			return false;
		}
		double x = of_half((uint16_t)i), y = of_half(other(i));
		double e = error_of(of_half(h), f->one ? f->one(x) : f->two(x, y));
		wrong += !(e <= f->ulp + 0.5);
		if (!(e <= worst))
			worst = e, at = i;
	}
	fclose(in);
	if (wrong || getenv("ALL"))
		printf("%s half %s: %d wrong, worst %.4g of %g at x=%g y=%g\n",
			wrong ? "FAIL" : "ok  ", f->name, wrong, worst, f->ulp,
			of_half((uint16_t)at), of_half(other(at)));
	return wrong == 0;
}
int main(int argc, char **argv)
{
	bool good = true;
	if (argc < 2 || strcmp(argv[1], "check") != 0) {
		write_all();
		return 0;
	}
	for (int i = 0; i < COUNT; i++)
		good = check(&functions[i]) && good;
	return !good;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mathematics of kernels against C's long double: edge values, random ones and pairs that are hard
 * to divide, with the limits of the OpenCL C specification (Relative Error as ULPs) for both
 * languages, and C's signs of zeroes.
 *
 * cc_sweep write cl|cu IMAGE: a program with a kernel for each function, their arguments, and a run
 * file that saves the results; cc_sweep check cl|cu compares them. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc_sweep_references.h"

/* ---- functions ------------------------------------------------------------------------------- */

enum { CL = 1, CU = 2 };
struct function {
	const char *name;
	int args, languages;
	double ulp_f, ulp_d;
	const char *expression; /* with x, y, n and F() for a name of CUDA C; NULL: by name */
	real (*one)(real);
	real (*two)(real, real);
	bool either; /* sign of a zero */
};
#define ONE(name, ulp) {#name, 1, CL | CU, ulp, ulp, NULL, name##l, NULL},
/* less than OpenCL asks for in float */
#define ONE_BY(name, ulp, ulp_d) {#name, 1, CL | CU, ulp, ulp_d, NULL, name##l, NULL},
#define ONE_CL(name, ulp) {#name, 1, CL, ulp, ulp, NULL, name##_l, NULL},
#define ONE_CU(name, ulp) {#name, 1, CU, ulp, ulp, NULL, name##_l, NULL},
#define ONE_OUR(name, ulp) {#name, 1, CL | CU, ulp, ulp, NULL, name##_l, NULL},
#define TWO(name, ulp) {#name, 2, CL | CU, ulp, ulp, NULL, NULL, name##l},
#define TWO_CL(name, ulp) {#name, 2, CL, ulp, ulp, NULL, NULL, name##_l},
#define AS(name, languages, n, ulp, expression, one, two) \
	{name, n, languages, ulp, ulp, expression, one, two},
/* less precise ones, which float only has */
enum { NONE = -1 };
#define HALF(name, one) {"half_" #name, 1, CL, 8192, NONE, NULL, one, NULL},
static bool is_narrow;
static real below_one(void)
{
	return is_narrow ? 0x1.fffffep-1L : 0x1.fffffffffffffp-1L;
}
static real first_fract(real x)
{
	real r = x - floorl(x);
	return isinf(x) ? copysignl(0, x) : x == 0 ? x : r > below_one() ? below_one() : r;
}
static real next_l(real x, real y)
{
	return is_narrow ? nextafterf((float)x, (float)y) : nextafter((double)x, (double)y);
}
static real of_frexp(real x)
{
	int e;
	return frexpl(x, &e);
}
static real of_exponent(real x)
{
	int e = 0;
	frexpl(x, &e);
	return isnan(x) || isinf(x) ? 0 : e;
}
static real of_modf(real x)
{
	real i;
	return modfl(x, &i);
}
static real of_integer(real x)
{
	real i;
	modfl(x, &i);
	return i;
}
static const struct function functions[] = {
	ONE_BY(acos, 2, 4) ONE(acosh, 4) ONE_BY(asin, 2, 4) ONE(asinh, 4) ONE_BY(atan, 2,
		5) ONE(atanh, 5) ONE(cbrt, 2) ONE(ceil, 0) ONE_BY(cos, 2, 4) ONE_BY(cosh, 2,
		4) ONE_BY(erf, 2, 16) ONE_BY(erfc, 4, 16) ONE_BY(exp, 1, 3) ONE_BY(exp2, 1, 3)
		ONE_OUR(exp10, 3) ONE_BY(expm1, 2, 3) ONE(fabs, 0) ONE(floor, 0) ONE_BY(log, 1, 3)
			ONE_BY(log2, 2, 3) ONE_BY(log10, 2, 3) ONE(log1p, 2) ONE(logb, 0) ONE(rint,
				0) ONE(round, 0) ONE(trunc, 0) ONE_OUR(rsqrt, 2) ONE_BY(sin, 2, 4)
				ONE_BY(sinh, 2, 4) ONE_OUR(sinpi, 4) ONE_OUR(cospi, 4){
					"sqrt", 1, CL | CU, 3, 0, NULL, sqrtl, NULL},
	ONE_BY(tan, 4, 5) ONE_BY(tanh, 2, 5) ONE(tgamma, 16) ONE(lgamma, 16) ONE_CL(tanpi, 6)
		ONE_CL(acospi, 5) ONE_CL(asinpi, 5) ONE_CL(atanpi, 5) ONE_CL(sign, 0)
			ONE_CL(degrees, 2) ONE_CL(radians, 2) ONE_CU(rcbrt, 4) ONE_CU(normcdf, 16)
				AS("nearbyint", CU, 1, 0, NULL, rintl, NULL) TWO(atan2, 6)
					TWO(copysign, 0) TWO(fdim, 0) TWO(fmod, 0){
						"fmax", 2, CL | CU, 0, 0, NULL, NULL, fmaxl, true},
	{"fmin", 2, CL | CU, 0, 0, NULL, NULL, fminl, true},
	TWO(hypot, 4) AS("nextafter", CL | CU, 2, 0, NULL, NULL, next_l) TWO(pow, 16)
		TWO(remainder, 0) TWO_CL(atan2pi, 6)
			TWO_CL(powr, 16){"maxmag", 2, CL, 0, 0, NULL, NULL, maxmag_l, true},
	{"minmag", 2, CL, 0, 0, NULL, NULL, minmag_l, true},
	AS("rhypot", CU, 2, 4, NULL, NULL, rhypot_l) AS("pown", CL, 2, 16, "pown(x, n)", NULL,
		pown_l) AS("rootn", CL, 2, 16, "rootn(x, n)", NULL, rootn_l) AS("ldexp", CL | CU, 2,
		0, "F(ldexp)(x, n)", NULL, ldexp_l) AS("scalbn", CU, 2, 0, "F(scalbn)(x, n)", NULL,
		ldexp_l) AS("ilogb", CL, 1, 0, "ilogb(x)", ilogb_l, NULL) AS("fract", CL, 1, 0,
		"fract(x, &r)", first_fract, NULL) AS("frexp", CL | CU, 1, 0, "F(frexp)(x, &i)",
		of_frexp, NULL) AS("exponent", CL | CU, 1, 0, "(F(frexp)(x, &i), i)", of_exponent,
		NULL) AS("modf", CL | CU, 1, 0, "F(modf)(x, &r)", of_modf, NULL) AS("integer",
		CL | CU, 1, 0, "(F(modf)(x, &r), r)", of_integer, NULL) AS("sincos_s", CL, 1, 4,
		"sincos(x, &r)", sinl, NULL) AS("sincos_c", CL, 1, 4, "(sincos(x, &r), r)", cosl,
		NULL) AS("lgamma_r", CL, 1, 16, "lgamma_r(x, &i)", lgammal, NULL)
		AS("remquo", CL | CU, 2, 0, "F(remquo)(x, y, &i)", NULL, remainderl)
			AS("remquo_n", CL, 2, 0, "isnan(remquo(x, y, &i)) ? 0 : i", NULL,
				remquo_n_l){"divide", 2, CL | CU, 2.5, 0, "x / y", NULL, divide_l},
	HALF(cos, cosl) HALF(exp, expl) HALF(exp2, exp2l) HALF(exp10, exp10_l) HALF(log, logl)
		HALF(log2, log2l) HALF(log10, log10l) HALF(recip, recip_l) HALF(rsqrt, rsqrt_l)
			HALF(sin, sinl) HALF(sqrt, sqrtl) HALF(tan, tanl){
				"half_divide", 2, CL, 8192, NONE, NULL, NULL, divide_l},
	{"half_powr", 2, CL, 8192, NONE, NULL, NULL, powr_l}};
enum { COUNT = sizeof functions / sizeof *functions };

static bool has(const struct function *f, bool is_cuda, bool is_float)
{
	return f->languages & (is_cuda ? CU : CL) && (is_float || f->ulp_d != NONE);
}
/* what the less precise ones may leave out: large angles and subnormal results */
static bool is_open(const struct function *f, double x, real want)
{
	bool is_angle = f->one == cosl || f->one == sinl || f->one == tanl;
	return strncmp(f->name, "half_", 5) == 0 &&
	       ((is_angle && fabs(x) >= 0x1p16) || fabsl(want) < FLT_MIN);
}

/* ---- arguments ------------------------------------------------------------------------------- */

enum { RANDOM = 20000, MULTIPLES = 4000, MOST = 40000 };
static uint64_t state = 88172645463325252u;
static uint64_t draw(void)
{
	state ^= state << 13, state ^= state >> 7, state ^= state << 17;
	return state;
}
static double edges[256];
static int edge_count;
static void edge(double x)
{
	edges[edge_count++] = x, edges[edge_count++] = -x;
}
static void make_edges(bool is_float)
{
	double least = is_float ? 0x1p-149 : 0x1p-1074, normal = is_float ? FLT_MIN : DBL_MIN;
	double eps = is_float ? FLT_EPSILON : DBL_EPSILON, most = is_float ? FLT_MAX : DBL_MAX;
	static const double some[] = {0, 1, 2, 3, 4, 5, 7, 10, 34, 35.5, 170.5, 171.5, 171.6866,
		200.5, 0.5, 1.5, 2.5, 0.25, 1e-3, 1e-8, 2.8e-20, 1e-30, 1e10, 1e30, 0x1p23, 0x1p24,
		0x1p31, 0x1p52, 0x1p53, 88.7, 104, 150, 709.7, 745.2, 3.14159274, 1.57079637,
		INFINITY};
	edge_count = 0;
	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		edge(is_float ? (float)some[i] : some[i]);
	edge(least), edge(normal), edge(normal - least), edge(1 + eps), edge(1 - eps / 2),
		edge(most), edge(normal * 3.5), edge(0.5 + eps / 4 * 2);
	edges[edge_count++] = NAN;
}
static double random_value(int way, bool is_float)
{
	double u = (double)(draw() >> 11) * 0x1p-53;
	uint64_t bits = draw();
	float f;
	double d;
	memcpy(&d, &bits, 8), memcpy(&f, &bits, 4);
	switch (way % 5) {
	case 0:
		return is_float ? f : d;
	case 1:
		return 20 * u - 10;
	case 2:
		return 400 * u - 200;
	case 3:
		return 2 * u - 1;
	default:
		return exp(u * 80 - 40) * (bits & 1 ? 1 : -1);
	}
}
static double beside(double x, bool is_float)
{
	double to = draw() & 1 ? INFINITY : 0;
	return is_float ? nextafterf((float)x, (float)to) : nextafter(x, to);
}
/* x that are, or nearly are, halves of whole multiples of y, and subnormal y */
static void multiple(int way, bool is_float, double *x, double *y)
{
	double unit = ldexp(1, (int)(draw() % 61) - 30), sign = draw() & 1 ? -1 : 1;
	double any = random_value(0, is_float);
	uint64_t bits = draw() >> (is_float ? 41 + draw() % 23 : 12 + draw() % 52);
	float f;
	switch (way % 3) {
	case 0:
		*y = sign * unit * (double)(1 + draw() % 1023);
		*x = *y * 0.5 * (double)(draw() >> (52 + draw() % 12));
		*x = way % 2 ? beside(*x, is_float) : *x;
		return;
	case 1:
		*y = random_value(4, is_float);
		*y = is_float ? (float)*y : *y;
		*x = 0.5 * (double)(draw() >> (12 + draw() % 52)) * *y;
		return;
	default:
		f = (float)ldexp((double)bits, -149);
		*y = sign * (is_float ? f : ldexp((double)bits, -1074));
		*x = isnan(any) ? *y : any;
	}
}
static double xs[MOST], ys[MOST];
static int make(bool is_float)
{
	int n = 0;
	make_edges(is_float);
	for (int i = 0; i < edge_count; i++)
		for (int k = 0; k < edge_count; k++)
			xs[n] = edges[k], ys[n++] = edges[i];
	for (int i = 0; i < RANDOM; i++)
		xs[n] = random_value(i, is_float), ys[n++] = random_value(i / 5, is_float);
	for (int i = 0; i < MULTIPLES; i++, n++)
		multiple(i, is_float, &xs[n], &ys[n]);
	for (int i = 0; i < n; i++)
		if (is_float)
			xs[i] = (float)xs[i], ys[i] = (float)ys[i];
	return n;
}
/* of one argument: each once */
static int first_of(const struct function *f, int n)
{
	return f->args == 2 ? 0 : n - MULTIPLES - RANDOM - edge_count;
}

/* ---- programs -------------------------------------------------------------------------------- */

static void save(const char *name, const double *v, int n, bool is_float)
{
	FILE *f = fopen(name, "wb");
	for (int i = 0; i < n; i++) {
		float narrow = (float)v[i];
		fwrite(is_float ? (void *)&narrow : (void *)&v[i], is_float ? 4 : 8, 1, f);
	}
	fclose(f);
}
static void write_all(bool is_cuda, const char *image)
{
	FILE *p = fopen(is_cuda ? "sweep.cu" : "sweep.cl", "w"), *run = fopen("sweep.run", "w");
	fprintf(run, "image \"%s\"\nrun sweep {\n", image);
	for (int t = 0; t < 2; t++) {
		bool is_float = t == 0;
		const char *T = is_float ? "float" : "double", *L = is_float ? "f" : "d";
		int n = make(is_float);
		save(is_float ? "xf.bin" : "xd.bin", xs, n, is_float),
			save(is_float ? "yf.bin" : "yd.bin", ys, n, is_float);
		fprintf(run,
			"buffer x%s f%d[%d]: @x%s.bin\nbuffer y%s f%d[%d]: @y%s.bin\nbuffer o%s "
			"f%d[%d]\n",
			L, is_float ? 32 : 64, n, L, L, is_float ? 32 : 64, n, L, L,
			is_float ? 32 : 64, n);
		fprintf(p, "#undef F\n#define F(name) %s\n",
			is_cuda && is_float ? "name##f" : "name");
		for (int i = 0; i < COUNT; i++) {
			const struct function *f = &functions[i];
			if (!has(f, is_cuda, is_float))
				continue;
			fprintf(p,
				is_cuda ? "extern \"C\" __global__ void %s_%s(const %s *px, const %s "
					  "*py, %s *o)\n{\n\tint at = blockIdx.x * blockDim.x + "
					  "threadIdx.x;\n"
					: "kernel void %s_%s(global const %s *px, global const %s *py, "
					  "global %s *o)\n{\n\tint at = get_global_id(0);\n",
				f->name, L, T, T, T);
			fprintf(p,
				"\t%s x = px[at], y = py[at], r = 0;\n\tint i = 0, n = isnan(y) || "
				"fabs(y) > 2147483000.0f ? 3 : (int)y;\n\to[at] = ",
				T);
			if (f->expression != NULL)
				fprintf(p, "%s", f->expression);
			else
				fprintf(p, f->args == 2 ? "F(%s)(x, y)" : "F(%s)(x)", f->name);
			fprintf(p, ";\n}\n");
			fprintf(run,
				"dispatch &%s_%s grid(%d) args(x%s, y%s, o%s)\nwrite o%s %s_%s.out\n",
				f->name, L, n, L, L, L, L, f->name, L);
		}
	}
	fprintf(run, "}\n");
	fclose(p), fclose(run);
}

/* ---- comparison ------------------------------------------------------------------------------ */

static double error_of(double got, real want, bool is_float)
{
	int least = is_float ? -149 : -1074, digits = is_float ? 24 : 53, e;
	real limit = is_float ? 0x1p128L : 0x1p1024L;
	if (isnan(got) || isnan(want))
		return isnan(got) && isnan(want) ? 0 : INFINITY;
	if (want == 0 && got == 0)
		return !signbit(got) == !signbit(want) ? 0 : INFINITY;
	real g = isinf(got) ? copysignl(limit, got) : got;
	if (isinf(want))
		want = copysignl(limit, want);
	if (fabsl(want) > limit)
		want = copysignl(limit, want);
	frexpl(want, &e);
	e = e - digits < least ? least : e - digits;
	return (double)ldexpl(fabsl(g - want), -e);
}
static int check(bool is_cuda)
{
	int failed = 0;
	for (int t = 0; t < 2; t++) {
		bool is_float = t == 0;
		is_narrow = is_float;
		int n = make(is_float);
		for (int i = 0; i < COUNT; i++) {
			const struct function *f = &functions[i];
			if (!has(f, is_cuda, is_float))
				continue;
			char name[64];
			snprintf(name, sizeof name, "%s_%s.out", f->name, is_float ? "f" : "d");
			FILE *in = fopen(name, "rb");
			double worst = 0, at = 0, with = 0, got_worst = 0;
			real want_worst = 0;
			int wrong = 0;
			for (int k = 0; k < n && in != NULL; k++) {
				float narrow;
				double got;
				if (fread(is_float ? (void *)&narrow : (void *)&got,
					    is_float ? 4 : 8, 1, in) != 1)
					return 1;
				if (is_float)
					got = narrow;
				real want = f->one ? f->one(xs[k]) : f->two(xs[k], ys[k]);
				if ((f->args == 1 && k < first_of(f, n)) || is_open(f, xs[k], want))
					continue;
				double e = f->either && got == 0 && want == 0
				                   ? 0
				                   : error_of(got, want, is_float);
				if (f->one == lgammal && xs[k] < 0 && xs[k] > -50 &&
					fabs(got - (double)want) <
						(is_float ? 3e-6 : 4e-15)) /* near its roots */
					e = 0;
				wrong += !(e <= (is_float ? f->ulp_f : f->ulp_d) + 0.5);
				if (!(e <= worst))
					worst = e, at = xs[k], with = ys[k], got_worst = got,
					want_worst = want;
			}
			if (in != NULL)
				fclose(in);
			if (in == NULL || wrong || getenv("ALL")) {
				printf("%s %s: %d wrong, worst %.6g of %g at x=%.17g (%a) y=%.17g: got "
				       "%.17g (%a), want %.20Lg\n",
					wrong ? "FAIL" : "ok  ", name, in ? wrong : -1, worst,
					is_float ? f->ulp_f : f->ulp_d, at, at, with, got_worst,
					got_worst, want_worst);
				failed += wrong != 0;
			}
		}
	}
	return failed != 0;
}

int main(int argc, char **argv)
{
	bool is_cuda = argc > 2 && strcmp(argv[2], "cu") == 0;
	if (argc > 1 && strcmp(argv[1], "check") == 0)
		return check(is_cuda);
	write_all(is_cuda, argv[3]);
	return 0;
}

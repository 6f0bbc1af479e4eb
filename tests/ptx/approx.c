/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How exact approximate functions are, against the bounds that the PTX ISA gives (9.7.3, 9.7.4): at
 * a million of the f32s, and at all halves. "approx make" writes approx.ptx and approx.run, "approx
 * check" reads what the kernels wrote. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 1 << 20, STRIDE = 4097, HALVES = 1 << 16 };

static double reciprocal(double x)
{
	return 1 / x;
}
static double reciprocal_root(double x)
{
	return 1 / sqrt(x);
}

struct function {
	const char *name, *ptx;
	char type; /* f, h, b */
	bool flushes;
	double (*exact)(double);
	double relative, absolute; /* bounds as powers of 2; 0: none */
	double low, high;          /* where they hold */
};

#define ALL -INFINITY, INFINITY
#define TWO_PI -6.2831855, 6.2831855
static const struct function functions[] = {
#ifdef OLD /* as PTX before 1.4 writes them */
	{"sin_old", "sin.f32", 'f', false, sin, 0, -20.5, TWO_PI},
	{"cos_old", "cos.f32", 'f', false, cos, 0, -20.5, TWO_PI},
	{"lg2_old", "lg2.f32", 'f', false, log2, -22, 0, -INFINITY, 0.5},
	{"ex2_old", "ex2.f32", 'f', false, exp2, -22.5, 0, ALL},
#else
	{"sin", "sin.approx.f32", 'f', false, sin, 0, -20.5, TWO_PI},
	{"sin_ftz", "sin.approx.ftz.f32", 'f', true, sin, 0, -20.5, TWO_PI},
	{"cos", "cos.approx.f32", 'f', false, cos, 0, -20.5, TWO_PI},
	{"cos_ftz", "cos.approx.ftz.f32", 'f', true, cos, 0, -20.5, TWO_PI},
	{"sin_far", "sin.approx.f32", 'f', false, sin, 0, -14.7, -314, 314},
	{"cos_far", "cos.approx.f32", 'f', false, cos, 0, -14.7, -314, 314},
	{"lg2_near", "lg2.approx.f32", 'f', false, log2, 0, -22, 0.5, 2},
	{"lg2_low", "lg2.approx.f32", 'f', false, log2, -22, 0, -INFINITY, 0.5},
	{"lg2_high", "lg2.approx.ftz.f32", 'f', true, log2, -22, 0, 2, INFINITY},
	{"ex2", "ex2.approx.f32", 'f', false, exp2, -22.5, 0, ALL},
	{"ex2_ftz", "ex2.approx.ftz.f32", 'f', true, exp2, -22.5, 0, ALL},
	{"tanh", "tanh.approx.f32", 'f', false, tanh, -11, 0, ALL},
	{"rcp", "rcp.approx.f32", 'f', false, reciprocal, -23, 0, ALL},
	{"rcp_ftz", "rcp.approx.ftz.f32", 'f', true, reciprocal, -23, 0, ALL},
	{"sqrt", "sqrt.approx.f32", 'f', false, sqrt, -23, 0, ALL},
	{"sqrt_ftz", "sqrt.approx.ftz.f32", 'f', true, sqrt, -23, 0, ALL},
	{"rsqrt", "rsqrt.approx.f32", 'f', false, reciprocal_root, -22.9, 0, ALL},
	{"rsqrt_ftz", "rsqrt.approx.ftz.f32", 'f', true, reciprocal_root, -22.9, 0, ALL},
	{"tanh_f16", "tanh.approx.f16", 'h', false, tanh, 0, -10.987, ALL},
	{"ex2_f16", "ex2.approx.f16", 'h', false, exp2, -9.9, 0, ALL},
	{"tanh_bf16", "tanh.approx.bf16", 'b', false, tanh, 0, -8, ALL},
	{"ex2_bf16", "ex2.approx.ftz.bf16", 'b', true, exp2, -7, 0, ALL},
#endif
};
#ifdef OLD
#define DIRECTIVES ".version 1.3\n.target sm_13\n"
#else
#define DIRECTIVES ".version 8.0\n.target sm_90\n.address_size 64\n"
#endif
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static bool is_half(const struct function *f)
{
	return f->type != 'f';
}

static FILE *open_file(const char *name, const char *suffix, const char *mode)
{
	char path[80];
	snprintf(path, sizeof path, "%s%s", name, suffix);
	FILE *f = fopen(path, mode);
	if (f == NULL) {
		perror(path);
		exit(1);
	}
	return f;
}

/* Halves are done in pairs too, of which the other is the number's complement. */
static void write_kernel(FILE *ptx, const struct function *f)
{
	fprintf(ptx,
		".visible .entry %s(.param .u64 out)\n{\n\t.reg .b32 %%r<8>;\n\t.reg .f32 %%f<4>;\n"
		"\t.reg .b16 %%h<4>;\n\t.reg .b64 %%d<4>;\n\t.reg .pred %%p<2>;\n"
		"\tmov.u32 %%r1, %%tid.x;\n\tmov.u32 %%r2, %%ctaid.x;\n\tmov.u32 %%r3, %%ntid.x;\n"
		"\tmad.lo.u32 %%r1, %%r2, %%r3, %%r1;\n\tld.param.u64 %%d1, [out];\n"
		"\tmad.wide.u32 %%d1, %%r1, 4, %%d1;\n",
		f->name);
	if (is_half(f))
		fprintf(ptx,
			"\tcvt.u16.u32 %%h1, %%r1;\n\t%s %%h0, %%h1;\n\tcvt.u32.u16 %%r0, %%h0;\n"
			"\tnot.b16 %%h2, %%h1;\n\tmov.b32 %%r4, {%%h2, %%h1};\n\t%sx2 %%r4, %%r4;\n"
			"\tshr.u32 %%r4, %%r4, 16;\n\tsetp.ne.u32 %%p1, %%r4, %%r0;\n"
			"\t@%%p1 mov.u32 %%r0, 0xbad0bad;\n",
			f->ptx, f->ptx);
	else
		fprintf(ptx,
			"\tmul.lo.u32 %%r0, %%r1, %d;\n\tmov.b32 %%f1, %%r0;\n\t%s %%f0, %%f1;\n"
			"\tmov.b32 %%r0, %%f0;\n",
			STRIDE, f->ptx);
	fprintf(ptx, "\tst.global.u32 [%%d1], %%r0;\n\tret;\n}\n");
}

static int make(void)
{
	FILE *ptx = open_file("approx", ".ptx", "w"), *run = open_file("approx", ".run", "w");
	fprintf(ptx, DIRECTIVES);
	fprintf(run, "run approx {\n\timage \"approx.img\"\n\tbuffer out u32[%d]\n", SAMPLES);
	for (int i = 0; i < FUNCTIONS; i++) {
		const struct function *f = &functions[i];
		write_kernel(ptx, f);
		fprintf(run,
			"\tdispatch &%s grid(%d) group(256) args(out)\n\twrite out \"%s.out\"\n",
			f->name, is_half(f) ? HALVES : SAMPLES, f->name);
	}
	fprintf(run, "}\n");
	return fclose(ptx) != 0 || fclose(run) != 0;
}

static float f32_of(uint32_t bits)
{
	float f;
	memcpy(&f, &bits, sizeof f);
	return f;
}

static float value_of(const struct function *f, uint32_t bits)
{
	_Float16 h;
	uint16_t low = (uint16_t)bits;
	if (f->type == 'f' || f->type == 'b')
		return f32_of(f->type == 'f' ? bits : bits << 16);
	memcpy(&h, &low, sizeof h);
	return (float)h;
}

/* As the type has it: beyond its largest number, or flushed. */
static double represented(const struct function *f, double r)
{
	double most = f->type == 'h' ? 65520 : f->type == 'b' ? 0x1.ffp127 : 0x1.ffffffp127;
	if (fabs(r) >= most)
		return copysign(INFINITY, r);
	return f->flushes && fabs(r) < 0x1p-126 ? copysign(0, r) : r;
}

static bool is_good(const struct function *f, float x, float y)
{
	if (f->flushes && fabsf(x) < 0x1p-126f)
		x = copysignf(0, x);
	if (!(x >= f->low && x <= f->high) && !isnan(x))
		return true;
	double exact = f->exact(x), r = represented(f, exact), error = fabs(y - r);
	double least = f->type == 'h' ? 0x1p-14 : 0x1p-126, unit = f->type == 'h'   ? 0x1p-24
	                                                           : f->type == 'b' ? 0x1p-133
	                                                                            : 0x1p-149;
	if (isnan(r) || isnan(y))
		return isnan(r) && isnan(y);
	if (isinf(r) || isinf(y))
		return r == y || (isinf(y) && fabs(exact) >= 0x1.fffffcp127);
	if (fabs(r) < least) /* the last bit of subnormal numbers; at the border flushed or not */
		return error <= unit || (f->flushes && y == 0) ||
		       (f->absolute != 0 && error < exp2(f->absolute));
	return f->absolute != 0 ? error <= exp2(f->absolute) : error <= exp2(f->relative) * fabs(r);
}

static int check(void)
{
	static uint32_t out[SAMPLES];
	int wrong = 0;
	for (int i = 0; i < FUNCTIONS; i++) {
		const struct function *f = &functions[i];
		FILE *file = open_file(f->name, ".out", "rb");
		if (fread(out, sizeof out[0], SAMPLES, file) != SAMPLES || fclose(file) != 0)
			return 1;
		for (uint32_t k = 0; k < (is_half(f) ? HALVES : SAMPLES); k++) {
			float x = value_of(f, is_half(f) ? k : k * STRIDE), y = value_of(f, out[k]);
			if (out[k] != 0xbad0bad && is_good(f, x, y))
				continue;
			printf("%s(%a) is %a, not %a\n", f->name, x, y, f->exact(x));
			if (++wrong == 20)
				return 1;
		}
	}
	return wrong != 0;
}

int main(int argc, char **argv)
{
	return argc > 1 && strcmp(argv[1], "check") == 0 ? check() : make();
}

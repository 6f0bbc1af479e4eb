/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes float operations on one element (PRM 4.19, 5.11 to 5.14, 5.18, 5.19). f32 and f64 are
 * computed in C under the wanted rounding mode, by the processor or by glibc's fma. f16 is computed
 * in f64, whose last bit then records whether bits were lost, and is rounded from there. Operands
 * and results pass through volatile variables, so that compilers neither fold nor move what depends
 * on the mode. */
#include <fenv.h>
#include <math.h>
#include <string.h>
#include "forms.h"

/* ---- formats --------------------------------------------------------------------------------- */

static unsigned mantissa_bits(unsigned bits)
{
	return bits == 16 ? 10 : bits == 32 ? 23 : 52;
}

static uint64_t sign_of(unsigned bits)
{
	return (uint64_t)1 << (bits - 1);
}

static uint64_t infinity_of(unsigned bits)
{
	return sign_of(bits) - ((uint64_t)1 << mantissa_bits(bits));
}

bool is_nan_bits(uint64_t x, unsigned bits)
{
	return (x & ~sign_of(bits)) > infinity_of(bits);
}

static bool is_subnormal(uint64_t x, unsigned bits)
{
	uint64_t m = x & ~sign_of(bits);

	return m != 0 && m < (uint64_t)1 << mantissa_bits(bits);
}

static uint64_t quiet(uint64_t x, unsigned bits)
{
	return x | (uint64_t)1 << (mantissa_bits(bits) - 1);
}

static uint64_t flushed(uint64_t x, unsigned bits)
{
	return is_subnormal(x, bits) ? x & sign_of(bits) : x;
}

static double f16_value(uint64_t x)
{
	int e = (int)(x >> 10 & 31);
	double m = (double)(x & 0x3ff), v;

	if (e == 31)
		v = m != 0 ? NAN : HUGE_VAL;
	else
		v = e == 0 ? ldexp(m, -24) : ldexp(m + 1024, e - 25);
	return x >> 15 & 1 ? -v : v;
}

double float_value(uint64_t x, unsigned bits)
{
	uint32_t x32 = (uint32_t)x;
	float f;
	double d;

	if (bits == 16)
		return f16_value(x);
	memcpy(&f, &x32, sizeof f);
	memcpy(&d, &x, sizeof d);
	return bits == 32 ? (double)f : d;
}

uint64_t float_bits(double v, unsigned bits)
{
	float f = (float)v;
	uint32_t x32;
	uint64_t x;
	int e;

	memcpy(&x32, &f, sizeof x32);
	memcpy(&x, &v, sizeof x);
	if (bits != 16)
		return bits == 32 ? x32 : x;
	x = signbit(v) ? 0x8000 : 0;
	v = fabs(v);
	if (v == 0)
		return x;
	if (isinf(v))
		return x | 0x7c00;
	e = ilogb(v);
	if (e < -14)
		return x | (uint64_t)ldexp(v, 24);
	return x | ((uint64_t)(e + 15) << 10 | ((uint64_t)ldexp(v, 10 - e) & 0x3ff));
}

/* ---- rounding -------------------------------------------------------------------------------- */

static void enter_mode(uint8_t round)
{
	int mode = FE_TONEAREST;

	if (round == BRIG_ROUND_FLOAT_ZERO)
		mode = FE_TOWARDZERO;
	if (round == BRIG_ROUND_FLOAT_PLUS_INFINITY)
		mode = FE_UPWARD;
	if (round == BRIG_ROUND_FLOAT_MINUS_INFINITY)
		mode = FE_DOWNWARD;
	(void)fesetround(mode);
	(void)feclearexcept(FE_ALL_EXCEPT);
}

static void leave_mode(void)
{
	(void)fesetround(FE_TONEAREST);
}

/* Rounds v to f16 under the current mode; v must be exact or, if bits were lost, have its last bit
 * set. */
static double round_to_f16(double v)
{
	int e = v == 0 || isinf(v) || isnan(v) ? 0 : ilogb(v);
	volatile double units, r;

	if (v == 0 || isinf(v) || isnan(v))
		return v;
	units = ldexp(v, 10 - (e < -14 ? -14 : e));
	r = ldexp(nearbyint(units), (e < -14 ? -14 : e) - 10);
	if (fabs(r) < 65536)
		return copysign(r, v);
	if (fegetround() == FE_TONEAREST || fegetround() == (v > 0 ? FE_UPWARD : FE_DOWNWARD))
		return copysign(HUGE_VAL, v);
	return copysign(65504, v);
}

static double compute64(uint16_t opcode, const double *a)
{
	volatile double x = a[0], y = a[1], z = a[2], r;

	switch (opcode) {
	case BRIG_OPCODE_ADD:
		r = x + y;
		break;
	case BRIG_OPCODE_SUB:
		r = x - y;
		break;
	case BRIG_OPCODE_MUL:
		r = x * y;
		break;
	case BRIG_OPCODE_DIV:
		r = x / y;
		break;
	case BRIG_OPCODE_SQRT:
		r = sqrt(x);
		break;
	default:
		r = fma(x, y, z);
		break;
	}
	return r;
}

static float compute32(uint16_t opcode, const double *a)
{
	volatile float x = (float)a[0], y = (float)a[1], z = (float)a[2], r;

	switch (opcode) {
	case BRIG_OPCODE_ADD:
		r = x + y;
		break;
	case BRIG_OPCODE_SUB:
		r = x - y;
		break;
	case BRIG_OPCODE_MUL:
		r = x * y;
		break;
	case BRIG_OPCODE_DIV:
		r = x / y;
		break;
	case BRIG_OPCODE_SQRT:
		r = sqrtf(x);
		break;
	default:
		r = fmaf(x, y, z);
		break;
	}
	return r;
}

/* Computes with rounding towards zero, and sets the last bit when bits were lost. */
static double compute_odd(uint16_t opcode, const double *a)
{
	double r;
	uint64_t x;

	enter_mode(BRIG_ROUND_FLOAT_ZERO);
	r = compute64(opcode, a);
	x = float_bits(r, 64) | (fetestexcept(FE_INEXACT) != 0);
	return float_value(x, 64);
}

/* Returns the rounded result of one operation on numbers of a format. */
static double arithmetic(uint16_t opcode, const double *a, unsigned bits, uint8_t round)
{
	double r = 0;

	if (bits == 16)
		r = compute_odd(opcode, a);
	enter_mode(round);
	if (bits == 64)
		r = compute64(opcode, a);
	else if (bits == 32)
		r = (double)compute32(opcode, a);
	else
		r = r == 0 ? compute64(opcode, a) : round_to_f16(r);
	leave_mode();
	return r;
}

/* ---- results --------------------------------------------------------------------------------- */

static struct want want_float(double v, unsigned bits)
{
	return isnan(v) ? (struct want){.rule = WANT_NAN} : want_bits(float_bits(v, bits));
}

/* Flushes a subnormal result to zero. Hardware may detect tininess before or after rounding, so a
 * result rounded up to the least normal number may be zero, too. Zeros keep their sign here, as in
 * IEEE 754. */
static struct want flush_result(struct want w, unsigned bits)
{
	uint64_t least = (uint64_t)1 << mantissa_bits(bits);

	if (w.rule != WANT_BITS)
		return w;
	w.bits = flushed(w.bits, bits);
	if ((w.bits & ~sign_of(bits)) == least) {
		w.rule = WANT_EITHER;
		w.other = w.bits & sign_of(bits);
	}
	return w;
}

/* Makes *w ask for one of the NaN operands, made quiet; returns whether there was a NaN operand. */
static bool nan_operands(const struct operation *o, const uint64_t *a, unsigned n, struct want *w)
{
	unsigned bits = o->type->bits;

	*w = (struct want){.rule = WANT_NAN};
	for (unsigned k = 0; k < n; k++)
		if (is_nan_bits(a[k], bits))
			w->nan[w->nan_count++] = quiet(a[k], bits) & ~sign_of(bits);
	return w->nan_count > 0;
}

static struct want largest_or_least(const struct operation *o, const uint64_t *a)
{
	unsigned bits = o->type->bits;
	bool signaling = false;
	double x = float_value(a[0], bits), y = float_value(a[1], bits);
	struct want w;

	for (unsigned k = 0; k < 2; k++)
		signaling |= is_nan_bits(a[k], bits) && quiet(a[k], bits) != a[k];
	if (nan_operands(o, a, 2, &w)) {
		if (w.nan_count == 1 && !signaling)
			return want_bits(is_nan_bits(a[0], bits) ? a[1] : a[0]);
		return w;
	}
	if (x == 0 && y == 0)
		return (struct want){.rule = WANT_ZERO};
	return want_bits((o->opcode == BRIG_OPCODE_MAX) == (x > y) ? a[0] : a[1]);
}

static double to_integral(uint16_t opcode, double v)
{
	switch (opcode) {
	case BRIG_OPCODE_CEIL:
		return ceil(v);
	case BRIG_OPCODE_FLOOR:
		return floor(v);
	case BRIG_OPCODE_TRUNC:
		return trunc(v);
	default:
		return nearbyint(v);
	}
}

static struct want fraction(const struct operation *o, double v)
{
	unsigned bits = o->type->bits;
	double below_one = float_value(float_bits(1, bits) - 1, bits);
	const double a[3] = {v, floor(v), 0};
	double r;

	if (v == 0 || isinf(v))
		return want_bits(float_bits(copysign(0, v), bits));
	r = arithmetic(BRIG_OPCODE_SUB, a, bits, o->round);
	if (r == 0)
		return (struct want){.rule = WANT_ZERO};
	return want_float(r < below_one ? r : below_one, bits);
}

/* Computes an operation that moves or changes only the sign and leaves NaNs as they are; returns
 * false for other operations. */
static bool sign_operation(const struct operation *o, const uint64_t *a, struct want *w)
{
	uint64_t sign = sign_of(o->type->bits);

	switch (o->opcode) {
	case BRIG_OPCODE_ABS:
		*w = want_bits(a[0] & ~sign);
		return true;
	case BRIG_OPCODE_NEG:
		*w = want_bits(a[0] ^ sign);
		return true;
	case BRIG_OPCODE_COPYSIGN:
		*w = want_bits((a[0] & ~sign) | (a[1] & sign));
		return true;
	case BRIG_OPCODE_CMOV:
		*w = want_bits(a[0] != 0 ? a[1] : a[2]);
		return true;
	default:
		return false;
	}
}

/* ---- native operations ----------------------------------------------------------------------- */

static double native_value(uint16_t opcode, double x)
{
	switch (opcode) {
	case BRIG_OPCODE_NSIN:
		return sin(x);
	case BRIG_OPCODE_NCOS:
		return cos(x);
	case BRIG_OPCODE_NEXP2:
		return exp2(x);
	case BRIG_OPCODE_NLOG2:
		return log2(x);
	case BRIG_OPCODE_NSQRT:
		return sqrt(x);
	case BRIG_OPCODE_NRSQRT:
		return 1 / sqrt(x);
	default:
		return 1 / x;
	}
}

/* The PRM leaves the precision open. The suite promises a few units in the last place; for results
 * and operands beyond the normal numbers it promises IEEE 754's results, or nearly these. */
static struct want native(const struct operation *o, const uint64_t *a)
{
	unsigned bits = o->type->bits;
	double x = float_value(a[0], bits), r = native_value(o->opcode, x);
	double unit = ldexp(1, -(int)mantissa_bits(bits));

	if (isnan(r))
		return (struct want){.rule = WANT_NAN};
	if (isinf(bits == 16 ? round_to_f16(r) : float_value(float_bits(r, bits), bits)))
		return want_bits(float_bits(copysign(HUGE_VAL, r), bits));
	return (struct want){.rule = WANT_NEAR,
		.value = r,
		.tolerance = 4 * unit *
	                     fmax(fabs(r), bits == 16   ? 0x1p-14
					   : bits == 32 ? 0x1p-126
							: 0x1p-1022)};
}

static bool is_native(uint16_t opcode)
{
	return opcode == BRIG_OPCODE_NSIN || opcode == BRIG_OPCODE_NCOS ||
	       opcode == BRIG_OPCODE_NEXP2 || opcode == BRIG_OPCODE_NLOG2 ||
	       opcode == BRIG_OPCODE_NSQRT || opcode == BRIG_OPCODE_NRSQRT ||
	       opcode == BRIG_OPCODE_NRCP;
}

/* ---- all together ---------------------------------------------------------------------------- */

static unsigned operand_count(uint16_t opcode)
{
	switch (opcode) {
	case BRIG_OPCODE_FMA:
	case BRIG_OPCODE_MAD:
	case BRIG_OPCODE_NFMA:
		return 3;
	case BRIG_OPCODE_ADD:
	case BRIG_OPCODE_SUB:
	case BRIG_OPCODE_MUL:
	case BRIG_OPCODE_DIV:
	case BRIG_OPCODE_MAX:
	case BRIG_OPCODE_MIN:
		return 2;
	default:
		return 1;
	}
}

static struct want number(const struct operation *o, const uint64_t *a, unsigned n)
{
	unsigned bits = o->type->bits;
	double v[3] = {0, 0, 0};

	for (unsigned k = 0; k < n; k++)
		v[k] = float_value(a[k], bits);
	switch (o->opcode) {
	case BRIG_OPCODE_CEIL:
	case BRIG_OPCODE_FLOOR:
	case BRIG_OPCODE_TRUNC:
	case BRIG_OPCODE_RINT:
		return want_float(to_integral(o->opcode, v[0]), bits);
	case BRIG_OPCODE_FRACT:
		return fraction(o, v[0]);
	default:
		return want_float(arithmetic(o->opcode, v, bits, o->round), bits);
	}
}

struct want float_element(const struct operation *o, const uint64_t *operands)
{
	unsigned bits = o->type->bits, n = operand_count(o->opcode);
	uint64_t a[3] = {0, 0, 0};
	struct want w;

	if (sign_operation(o, operands, &w))
		return w;
	for (unsigned k = 0; k < n; k++)
		a[k] = o->ftz ? flushed(operands[k], bits) : operands[k];
	if (is_native(o->opcode))
		return native(o, a);
	if (o->opcode == BRIG_OPCODE_MAX || o->opcode == BRIG_OPCODE_MIN)
		return largest_or_least(o, a);
	if (nan_operands(o, a, n, &w))
		return w;
	w = number(o, a, n);
	return o->ftz ? flush_result(w, bits) : w;
}

/* ---- comparisons ----------------------------------------------------------------------------- */

enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

/* Returns the relations for which a comparison is true, by table 5-26. */
static unsigned relations(uint8_t compare)
{
	switch (compare) {
	case BRIG_COMPARE_EQ:
	case BRIG_COMPARE_SEQ:
		return EQUAL;
	case BRIG_COMPARE_NE:
	case BRIG_COMPARE_SNE:
		return LESS | GREATER;
	case BRIG_COMPARE_LT:
	case BRIG_COMPARE_SLT:
		return LESS;
	case BRIG_COMPARE_LE:
	case BRIG_COMPARE_SLE:
		return LESS | EQUAL;
	case BRIG_COMPARE_GT:
	case BRIG_COMPARE_SGT:
		return GREATER;
	case BRIG_COMPARE_GE:
	case BRIG_COMPARE_SGE:
		return GREATER | EQUAL;
	case BRIG_COMPARE_EQU:
	case BRIG_COMPARE_SEQU:
		return EQUAL | UNORDERED;
	case BRIG_COMPARE_NEU:
	case BRIG_COMPARE_SNEU:
		return LESS | GREATER | UNORDERED;
	case BRIG_COMPARE_LTU:
	case BRIG_COMPARE_SLTU:
		return LESS | UNORDERED;
	case BRIG_COMPARE_LEU:
	case BRIG_COMPARE_SLEU:
		return LESS | EQUAL | UNORDERED;
	case BRIG_COMPARE_GTU:
	case BRIG_COMPARE_SGTU:
		return GREATER | UNORDERED;
	case BRIG_COMPARE_GEU:
	case BRIG_COMPARE_SGEU:
		return GREATER | EQUAL | UNORDERED;
	case BRIG_COMPARE_NUM:
	case BRIG_COMPARE_SNUM:
		return LESS | EQUAL | GREATER;
	default: /* nan, snan */
		return UNORDERED;
	}
}

static unsigned relation(const struct operation *o, const uint64_t *a)
{
	unsigned bits = o->from->bits;
	double v[2];

	if (o->from->kind != ISA_KIND_FLOAT) {
		bool less = o->from->kind == ISA_KIND_SIGNED
		                    ? sign_extended(a[0], bits) < sign_extended(a[1], bits)
		                    : a[0] < a[1];
		return a[0] == a[1] ? EQUAL : less ? LESS : GREATER;
	}
	for (unsigned k = 0; k < 2; k++)
		v[k] = float_value(o->ftz ? flushed(a[k], bits) : a[k], bits);
	return isnan(v[0]) || isnan(v[1]) ? UNORDERED
	       : v[0] < v[1]              ? LESS
	       : v[0] > v[1]              ? GREATER
	                                  : EQUAL;
}

struct want float_compare(const struct operation *o, const uint64_t *a)
{
	bool is_true = (relations(o->compare) & relation(o, a)) != 0;

	if (o->type->kind == ISA_KIND_FLOAT)
		return want_bits(is_true ? float_bits(1, o->type->bits) : 0);
	return want_bits(is_true ? low_bits(UINT64_MAX, o->type->bits) : 0);
}

/* ---- cvt ------------------------------------------------------------------------------------- */

static uint64_t clamp(long double v, const struct isa_type *t)
{
	long double most = ldexpl(1, t->kind == ISA_KIND_SIGNED ? t->bits - 1 : t->bits) - 1;
	long double least = t->kind == ISA_KIND_SIGNED ? -most - 1 : 0;

	if (v > most)
		v = most;
	if (v < least)
		v = least;
	return v < 0 ? (uint64_t)(int64_t)v : (uint64_t)v;
}

static struct want to_integer(const struct operation *o, double v)
{
	static const uint16_t opcodes[] = {
		BRIG_OPCODE_RINT, BRIG_OPCODE_TRUNC, BRIG_OPCODE_CEIL, BRIG_OPCODE_FLOOR};
	unsigned way = (o->round - BRIG_ROUND_INTEGER_NEAR_EVEN) % 8;
	bool saturates = way >= 4;
	double r = to_integral(opcodes[way % 4], v);
	uint64_t bits;

	if (isnan(v))
		return saturates ? want_bits(0) : (struct want){.rule = WANT_ANY};
	bits = clamp((long double)r, o->type);
	if (!saturates &&
		(long double)r != (o->type->kind == ISA_KIND_SIGNED ? (long double)(int64_t)bits
								    : (long double)bits))
		return (struct want){.rule = WANT_ANY};
	return want_bits(low_bits(bits, o->type->bits));
}

/* Rounds an exact value to f32 or f64; rounds to f16 by way of f64, which is precise enough. */
static struct want round_value(long double exact, unsigned bits, uint8_t round)
{
	volatile long double x = exact;
	volatile double d;
	volatile float f;

	enter_mode(round);
	if (bits == 16)
		d = round_to_f16((double)x);
	else if (bits == 64)
		d = (double)x;
	else {
		f = (float)x;
		d = (double)f;
	}
	leave_mode();
	return want_float(d, bits);
}

static struct want from_integer(const struct operation *o, uint64_t a)
{
	bool negative = o->from->kind == ISA_KIND_SIGNED && sign_extended(a, o->from->bits) < 0;
	uint64_t magnitude = negative ? -(uint64_t)sign_extended(a, o->from->bits) : a;

	/* larger ones overflow alike; this keeps it exact */
	if (o->type->bits == 16 && magnitude > 1 << 20)
		magnitude = 1 << 20;
	return round_value(negative ? -(long double)magnitude : (long double)magnitude,
		o->type->bits, o->round);
}

static struct want from_float(const struct operation *o, uint64_t a)
{
	unsigned bits = o->from->bits;
	struct want w;

	if (o->ftz)
		a = flushed(a, bits);
	if (o->type->bits == 1)
		return want_bits((a & ~sign_of(bits)) != 0);
	if (o->type->kind != ISA_KIND_FLOAT)
		return to_integer(o, float_value(a, bits));
	if (is_nan_bits(a, bits))
		return (struct want){.rule = WANT_NAN};
	w = round_value((long double)float_value(a, bits), o->type->bits, o->round);
	return o->ftz && o->type->bits < bits ? flush_result(w, o->type->bits) : w;
}

struct want convert(const struct operation *o, uint64_t a)
{
	if (o->from->kind == ISA_KIND_FLOAT)
		return from_float(o, a);
	if (o->type->kind == ISA_KIND_FLOAT)
		return from_integer(o, a);
	if (o->type->bits == 1)
		return want_bits(a != 0);
	if (o->from->kind == ISA_KIND_SIGNED)
		a = (uint64_t)sign_extended(a, o->from->bits);
	return want_bits(low_bits(a, o->type->bits));
}

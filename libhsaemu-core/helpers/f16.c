/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversions of binary16 for processors without F16C, under the names that compilers call. Newer
 * compilers pass halves in xmm registers; the __gnu functions take and return them as integers. */
#include "helpers_impl.h"

__extension__ typedef _Float16 f16;

float __extendhfsf2(f16 v);
f16 __truncsfhf2(float v);
f16 __truncdfhf2(double v);
float __gnu_h2f_ieee(uint16_t h);
uint16_t __gnu_f2h_ieee(float v);

enum {
	F16_MANTISSA_BITS = 10,
	F16_BIAS = 15,
	F16_INF = 0x7c00,
	F16_QUIET = 0x0200,
	F64_MANTISSA_BITS = 52,
	F64_BIAS = 1023,
	F32_INF = 0x7f800000,
	F32_QUIET = 0x00400000,
};

static f16 half_of(uint16_t h)
{
	union {
		uint16_t u;
		f16 f;
	} x = {.u = h};
	return x.f;
}

static uint16_t bits_of_half(f16 v)
{
	union {
		f16 f;
		uint16_t u;
	} x = {.f = v};
	return x.u;
}

/* Converts binary16 to float, exactly. NaNs become quiet and keep their payload. */
static float extend(uint16_t h)
{
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, magnitude = h & 0x7fff;

	if (magnitude > F16_INF)
		return f32_of(sign | F32_INF | F32_QUIET | magnitude << 13);
	if (magnitude == F16_INF)
		return f32_of(sign | F32_INF);
	/* a subnormal number, which counts units of 2^-24 */
	if (magnitude < 1 << F16_MANTISSA_BITS) {
		float v = (float)(int)magnitude * 0x1p-24f;
		return f32_of(sign | bits_of_f32(v));
	}
	return f32_of(sign | ((magnitude << 13) + ((uint32_t)(127 - F16_BIAS) << 23)));
}

/* Converts a double to binary16, rounding once, to nearest with ties to even. */
static uint16_t truncate(double v)
{
	uint64_t bits = bits_of(v), magnitude = bits << 1 >> 1;
	uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
	int e = (int)(magnitude >> F64_MANTISSA_BITS) - F64_BIAS;
	uint64_t m = (magnitude & (((uint64_t)1 << F64_MANTISSA_BITS) - 1)) |
	             (uint64_t)1 << F64_MANTISSA_BITS;

	if (magnitude > (uint64_t)0x7ff << F64_MANTISSA_BITS)
		return (uint16_t)(sign | F16_INF | F16_QUIET |
				  (magnitude >> (F64_MANTISSA_BITS - F16_MANTISSA_BITS) & 0x1ff));
	if (e > F16_BIAS)
		return sign | F16_INF;
	if (e < -25) /* below half of the smallest subnormal */
		return sign;
	int below = e < 1 - F16_BIAS ? 1 - F16_BIAS - e : 0;
	int shift = F64_MANTISSA_BITS - F16_MANTISSA_BITS + below;
	uint64_t rest = m & (((uint64_t)1 << shift) - 1), half = (uint64_t)1 << (shift - 1);
	uint32_t h = (uint32_t)(m >> shift);
	h += rest > half || (rest == half && (h & 1));
	/* adding the mantissa with its top bit increments the exponent field by one; a carry from
	 * rounding increments it again */
	if (!below)
		h += (uint32_t)(e + F16_BIAS - 1) << F16_MANTISSA_BITS;
	return (uint16_t)(sign | h);
}

float __extendhfsf2(f16 v)
{
	return extend(bits_of_half(v));
}

f16 __truncsfhf2(float v)
{
	return half_of(truncate(v));
}

f16 __truncdfhf2(double v)
{
	return half_of(truncate(v));
}

float __gnu_h2f_ieee(uint16_t h)
{
	return extend(h);
}

uint16_t __gnu_f2h_ieee(float v)
{
	return truncate(v);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Floating-point numbers of 8 and 16 bits: they become float, exactly, and come back rounded to the
 * nearest, ties to even. Loops over these functions are vector code. */
#ifndef HSAEMU_CUDA_SMALL_NUMBERS_H
#define HSAEMU_CUDA_SMALL_NUMBERS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline float culib_float_of_bits(uint32_t bits)
{
	float x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

static inline uint32_t culib_bits_of_float(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return bits;
}

/* A format of a sign, an exponent and `fraction` bits, as IEEE 754 has them. */
static inline float culib_small_to_float(uint32_t bits, unsigned fraction, unsigned exponent_bits)
{
	uint32_t sign = bits >> (fraction + exponent_bits) << 31;
	uint32_t rest = (bits & ((1u << (fraction + exponent_bits)) - 1)) << (23 - fraction);
	uint32_t bias = (127u - ((1u << (exponent_bits - 1)) - 1)) << 23;
	if (rest >> 23 == (1u << exponent_bits) - 1) /* infinity or NaN */
		return culib_float_of_bits(sign | 0x7f800000 | (rest & 0x7fffff));
	/* the product is exact, also of what has no leading 1 */
	float scale = culib_float_of_bits((127u << 23) + bias);
	return culib_float_of_bits(sign | culib_bits_of_float(culib_float_of_bits(rest) * scale));
}

/* Infinity is what is too large. */
static inline uint32_t culib_float_to_small(float x, unsigned fraction, unsigned exponent_bits)
{
	uint32_t bits = culib_bits_of_float(x) & 0x7fffffff, cut = 23 - fraction;
	uint32_t sign = culib_bits_of_float(x) >> 31 << (fraction + exponent_bits);
	uint32_t infinity = ((1u << exponent_bits) - 1) << fraction;
	uint32_t bias = 127u - ((1u << (exponent_bits - 1)) - 1);
	if (bits > 0x7f800000)
		return sign | infinity | 1u << (fraction - 1);
	if (bits < (bias + 1) << 23) { /* the sum has the last place where it is to be */
		float unit = culib_float_of_bits((bias + 1 + cut) << 23);
		return sign | (culib_bits_of_float(culib_float_of_bits(bits) + unit) -
				      culib_bits_of_float(unit));
	}
	bits -= bias << 23;
	bits = (bits + (1u << (cut - 1)) - 1 + (bits >> cut & 1)) >> cut;
	return sign | (bits > infinity ? infinity : bits);
}

/* The upper half of a float; every NaN becomes the same one. */
static inline float culib_brain_to_float(uint16_t bits)
{
	return culib_float_of_bits((uint32_t)bits << 16);
}

static inline uint16_t culib_float_to_brain(float x)
{
	uint32_t bits = culib_bits_of_float(x);
	return isnan(x) ? 0x7fff : (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* IEEE 754's binary16 */
static inline float culib_half_to_float(uint16_t bits)
{
	return culib_small_to_float(bits, 10, 5);
}

static inline uint16_t culib_float_to_half(float x)
{
	return (uint16_t)culib_float_to_small(x, 10, 5);
}

#endif

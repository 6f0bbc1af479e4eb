/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands hold floats as bits; these convert between floats and bits. */
#ifndef HSAEMU_PTX_FLOAT_BITS_H
#define HSAEMU_PTX_FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

static inline double ptx_f64_of(uint64_t bits)
{
	double v;
	memcpy(&v, &bits, sizeof v);
	return v;
}
static inline uint64_t ptx_f64_bits(double v)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static inline float ptx_f32_of(uint64_t bits)
{
	uint32_t low = (uint32_t)bits;
	float v;
	memcpy(&v, &low, sizeof v);
	return v;
}
static inline uint64_t ptx_f32_bits(float v)
{
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

#endif

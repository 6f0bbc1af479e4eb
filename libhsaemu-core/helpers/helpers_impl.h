/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that helpers share, for the bits of floating-point numbers. All of them are inline, so
 * that every member of the archive stands alone. Helpers assume MXCSR's defaults: round to nearest,
 * no flushing. */
#ifndef HSAEMU_HELPERS_IMPL_H
#define HSAEMU_HELPERS_IMPL_H

#include <stdint.h>

__extension__ typedef unsigned __int128 u128;

static inline uint64_t bits_of(double v)
{
	union {
		double f;
		uint64_t u;
	} x = {.f = v};
	return x.u;
}

static inline double double_of(uint64_t v)
{
	union {
		uint64_t u;
		double f;
	} x = {.u = v};
	return x.f;
}

static inline uint32_t bits_of_f32(float v)
{
	union {
		float f;
		uint32_t u;
	} x = {.f = v};
	return x.u;
}

static inline float f32_of(uint32_t v)
{
	union {
		uint32_t u;
		float f;
	} x = {.u = v};
	return x.f;
}

#endif

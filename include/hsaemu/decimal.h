/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products with powers of ten that are nearly exact. They serve conversions between decimals and
 * floats that can be sure of their result in nearly all cases, and leave the other cases to the C
 * library. */
#ifndef HSAEMU_DECIMAL_H
#define HSAEMU_DECIMAL_H

#include "hsaemu/base.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* Beyond these exponents, the product of a 64-bit number and a power of ten never is a finite float
 * other than 0. */
#define DECIMAL_FIRST_POWER (-13 * 28)
#define DECIMAL_LAST_POWER (12 * 28 - 1)
/* decimal_scale()'s result differs from m * 10^n by less than this many units in the last place. */
enum { DECIMAL_ERROR = 8 };

/* Returns m * 10^n as a 64-bit significand, whose highest bit is set, times 2^*exponent. m is not
 * 0. */
uint64_t decimal_scale(uint64_t m, int n, int *exponent);

HSAEMU_END_DECLS

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products with powers of ten, nearly right: for conversions between decimals and floats that are
 * sure of their result in nearly all cases and leave the others to the C library. */
#ifndef HSAEMU_DECIMAL_H
#define HSAEMU_DECIMAL_H

#include "hsaemu/base.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* With exponents beyond these, no product of a 64-bit number and a power is a float. */
#define DECIMAL_FIRST_POWER (-13 * 28)
#define DECIMAL_LAST_POWER (12 * 28 - 1)
/* Result and m * 10^n differ by less than so many units of the result's last place. */
enum { DECIMAL_ERROR = 8 };

/* m * 10^n, as the result, whose highest bit is set, times 2^exponent. m is not 0. */
uint64_t decimal_scale(uint64_t m, int n, int *exponent);

HSAEMU_END_DECLS

#endif

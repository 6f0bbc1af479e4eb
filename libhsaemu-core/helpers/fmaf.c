/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fmaf on processors without the instruction. The product is exact in double; the sum is rounded
 * to odd there, which has more than 24 + 1 bits, so that rounding it to float is the only rounding
 * that shows. */
#include "helpers_impl.h"

float fmaf(float x, float y, float z);

float fmaf(float x, float y, float z)
{
	double p = (double)x * y, c = z;
	double sum = p + c;
	/* exact: p + c = sum + error */
	double back = sum - p;
	double error = (p - (sum - back)) + (c - back);
	uint64_t bits = bits_of(sum);

	if (z != z)
		return z + z; /* the result is z's NaN even when x * y is no number */
	if (error != 0 && error - error == 0 && (bits & 1) == 0)
		bits += (error > 0) == (sum > 0) ? 1 : UINT64_MAX;
	return (float)double_of(bits);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Powers of ten in 64 bits: n = 28 j + k, and 10^n is the product of two tabulated ones, of which
 * that of k is exact. Each product is cut to its upper 64 bits. */
#include "hsaemu/decimal.h"

enum {
	STEP = 28,
	FIRST_STEP = DECIMAL_FIRST_POWER / STEP,
	LAST_STEP = DECIMAL_LAST_POWER / STEP,
};

/* Significands of 10^0 to 10^27, exact, with the highest bit set; and of 10^(28 j), rounded. */
static const uint64_t powers[STEP] = {
	/* clang-format off */
	0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
	0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
	0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
	0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
	0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
	0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
	0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a,
	/* clang-format on */
};
static const uint64_t steps[] = {
	/* clang-format off */
	0xe1afa13afbd14d6e, 0xe3e27a444d8d98b8, 0xe61acf033d1a45df, 0xe858ad248f5c22ca,
	0xea9c227723ee8bcb, 0xece53cec4a314ebe, 0xef340a98172aace5, 0xf18899b1bc3f8ca2,
	0xf3e2f893dec3f126, 0xf64335bcf065d37d, 0xf8a95fcf88747d94, 0xfb158592be068d2f,
	0xfd87b5f28300ca0e, 0x8000000000000000, 0x813f3978f8940984, 0x82818f1281ed44a0,
	0x83c7088e1aab65db, 0x850fadc09923329e, 0x865b86925b9bc5c2, 0x87aa9aff79042287,
	0x88fcf317f22241e2, 0x8a5296ffe33cc930, 0x8bab8eefb6409c1a, 0x8d07e33455637eb3,
	0x8e679c2f5e44ff8f,
	/* clang-format on */
};
_Static_assert(ARRAY_LEN(steps) == LAST_STEP - FIRST_STEP + 1, "a power for every step");

/* Exponent of the significand of 10^n: the power of two of its lowest bit. */
static int power_exponent(int n)
{
	return ((n * 217706) >> 16) - 63; /* log2(10) * 2^16 */
}

/* The upper 64 bits of a * b, from the highest one that is set; *exponent follows. */
static uint64_t multiply(uint64_t a, uint64_t b, int *exponent)
{
	__extension__ typedef unsigned __int128 wide;
	wide p = (wide)a * b;
	uint64_t high = (uint64_t)(p >> 64);
	*exponent += 64;
	if (high >> 63 != 0)
		return high;
	*exponent -= 1;
	return (uint64_t)(p >> 63);
}

uint64_t decimal_scale(uint64_t m, int n, int *exponent)
{
	int k = (n - DECIMAL_FIRST_POWER) % STEP, j = (n - k) / STEP;
	int zeros = __builtin_clzll(m);
	*exponent = power_exponent(k) + power_exponent(j * STEP) - zeros;
	m = multiply(m << zeros, powers[k], exponent);
	return multiply(m, steps[j - FIRST_STEP], exponent);
}

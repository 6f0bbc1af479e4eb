/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// What random numbers are made by, for kernels (curand_kernel.h) and for the host's library, which is in C:
// HSAEMU_RANDOM is what is before a function in either.
//
//   G. Marsaglia, Xorshift RNGs, 2003. P. L'Ecuyer, Good parameters and implementations for combined
//   multiple recursive random number generators, 1999. J. Salmon and others, Parallel random numbers: as easy
//   as 1, 2, 3, 2011.
#ifndef HSAEMU_RANDOM_H
#define HSAEMU_RANDOM_H

// ---- XORWOW ----------------------------------------------------------------------------------------

HSAEMU_RANDOM void hsaemu_xorwow_step(unsigned *v)
{
	unsigned t = v[0] ^ v[0] >> 2;
	v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
	v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}
#define HSAEMU_XORWOW_WEYL 362437u // what a step adds to the counter
#define HSAEMU_XORWOW_SUBSEQUENCE 67 // how far subsequences are apart, a power of 2

// A step is linear over GF(2), so n steps are x^n modulo its characteristic polynomial, a bit for each of
// 160 steps whose states are added.
struct hsaemu_polynomial {
	unsigned w[5];
};
HSAEMU_RANDOM struct hsaemu_polynomial hsaemu_polynomial_times(struct hsaemu_polynomial a, struct hsaemu_polynomial b)
{
	struct hsaemu_polynomial r = {{0, 0, 0, 0, 0}};
	for (int i = 159; i >= 0; i--) {
		unsigned carry = 0u - (r.w[4] >> 31), bit = 0u - (b.w[i / 32] >> i % 32 & 1);
		r.w[4] = (r.w[4] << 1 | r.w[3] >> 31) ^ (carry & 0xf0e) ^ (a.w[4] & bit);
		r.w[3] = (r.w[3] << 1 | r.w[2] >> 31) ^ (carry & 0xf3c0035) ^ (a.w[3] & bit);
		r.w[2] = (r.w[2] << 1 | r.w[1] >> 31) ^ (carry & 0x62121) ^ (a.w[2] & bit);
		r.w[1] = (r.w[1] << 1 | r.w[0] >> 31) ^ (carry & 0x8610030) ^ (a.w[1] & bit);
		r.w[0] = r.w[0] << 1 ^ (carry & 0x60001) ^ (a.w[0] & bit);
	}
	return r;
}
HSAEMU_RANDOM void hsaemu_xorwow_jump(unsigned *state, struct hsaemu_polynomial p)
{
	unsigned v[5] = {0, 0, 0, 0, 0};
	for (int i = 0; i < 160; i++) {
		unsigned bit = 0u - (p.w[i / 32] >> i % 32 & 1);
		for (int k = 0; k < 5; k++)
			v[k] ^= state[k] & bit;
		hsaemu_xorwow_step(state);
	}
	for (int k = 0; k < 5; k++)
		state[k] = v[k];
}
// Returns the counter's first value.
HSAEMU_RANDOM unsigned hsaemu_xorwow_seed(unsigned *v, unsigned long long seed)
{
	unsigned a = 1099087573u * ((unsigned)seed ^ 0xaad26b49u), b = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
	v[0] = 123456789u + a;
	v[1] = 362436069u ^ a;
	v[2] = 521288629u + b;
	v[3] = 88675123u ^ b;
	v[4] = 5783321u + a;
	return 6615241u + b + a;
}

// ---- MRG32k3a --------------------------------------------------------------------------------------

#define HSAEMU_MRG_1 4294967087ull
#define HSAEMU_MRG_2 4294944443ull
#define HSAEMU_MRG_SUBSEQUENCE 76 // powers of 2
#define HSAEMU_MRG_SEQUENCE 127
// Returns a number from 1 to the first modulus.
HSAEMU_RANDOM double hsaemu_mrg_step(unsigned *s1, unsigned *s2)
{
	unsigned long long a = 1403580ull * s1[1] + 810728ull * (HSAEMU_MRG_1 - s1[0]);
	unsigned long long b = 527612ull * s2[2] + 1370589ull * (HSAEMU_MRG_2 - s2[0]);
	s1[0] = s1[1], s1[1] = s1[2], s1[2] = (unsigned)(a % HSAEMU_MRG_1);
	s2[0] = s2[1], s2[1] = s2[2], s2[2] = (unsigned)(b % HSAEMU_MRG_2);
	double d = (double)s1[2] - (double)s2[2];
	return d > 0 ? d : d + (double)HSAEMU_MRG_1;
}
#define HSAEMU_MRG_WORD 1.000000048662 // such a number times this is a word of 32 bits

struct hsaemu_mrg_matrix {
	unsigned long long m[3][3];
};
HSAEMU_RANDOM struct hsaemu_mrg_matrix hsaemu_mrg_times(struct hsaemu_mrg_matrix a, struct hsaemu_mrg_matrix b,
	unsigned long long modulus)
{
	struct hsaemu_mrg_matrix r = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 3; k++)
				r.m[i][j] = (r.m[i][j] + a.m[i][k] * b.m[k][j] % modulus) % modulus;
	return r;
}
// A step's matrix to the n * 2^power.
HSAEMU_RANDOM struct hsaemu_mrg_matrix hsaemu_mrg_steps(struct hsaemu_mrg_matrix step, unsigned long long modulus,
	unsigned long long n, int power)
{
	struct hsaemu_mrg_matrix all = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	for (int i = 0; i < power; i++)
		step = hsaemu_mrg_times(step, step, modulus);
	for (; n != 0; n >>= 1) {
		if (n & 1)
			all = hsaemu_mrg_times(all, step, modulus);
		step = hsaemu_mrg_times(step, step, modulus);
	}
	return all;
}
HSAEMU_RANDOM struct hsaemu_mrg_matrix hsaemu_mrg_steps_1(unsigned long long n, int power)
{
	struct hsaemu_mrg_matrix step = {{{0, 1, 0}, {0, 0, 1}, {HSAEMU_MRG_1 - 810728, 1403580, 0}}};
	return hsaemu_mrg_steps(step, HSAEMU_MRG_1, n, power);
}
HSAEMU_RANDOM struct hsaemu_mrg_matrix hsaemu_mrg_steps_2(unsigned long long n, int power)
{
	struct hsaemu_mrg_matrix step = {{{0, 1, 0}, {0, 0, 1}, {HSAEMU_MRG_2 - 1370589, 0, 527612}}};
	return hsaemu_mrg_steps(step, HSAEMU_MRG_2, n, power);
}
HSAEMU_RANDOM void hsaemu_mrg_jump(unsigned *s, struct hsaemu_mrg_matrix a, unsigned long long modulus)
{
	unsigned long long r[3] = {0, 0, 0};
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			r[i] = (r[i] + a.m[i][k] * s[k] % modulus) % modulus;
	for (int i = 0; i < 3; i++)
		s[i] = (unsigned)r[i];
}
HSAEMU_RANDOM void hsaemu_mrg_seed(unsigned *s1, unsigned *s2, unsigned long long seed)
{
	unsigned long long a = (unsigned)seed ^ 0x55555555u, b = (unsigned)(seed >> 32) ^ 0xaaaaaaaau;
	for (int i = 0; i < 3; i++) {
		s1[i] = (unsigned)(seed == 0 ? 12345 : 12345 * (i == 1 ? b : a) % HSAEMU_MRG_1);
		s2[i] = (unsigned)(seed == 0 ? 12345 : 12345 * (i == 1 ? a : b) % HSAEMU_MRG_2);
	}
}

// ---- Philox4x32-10 ---------------------------------------------------------------------------------

HSAEMU_RANDOM void hsaemu_philox(unsigned *c, unsigned k0, unsigned k1)
{
	for (int round = 0; round < 10; round++) {
		unsigned long long a = 0xd2511f53ull * c[0], b = 0xcd9e8d57ull * c[2];
		c[0] = (unsigned)(b >> 32) ^ c[1] ^ k0;
		c[1] = (unsigned)b;
		c[2] = (unsigned)(a >> 32) ^ c[3] ^ k1;
		c[3] = (unsigned)a;
		k0 += 0x9e3779b9u, k1 += 0xbb67ae85u;
	}
}

// ---- numbers above 0 up to 1 -----------------------------------------------------------------------

HSAEMU_RANDOM float hsaemu_unit(unsigned x)
{
	return (float)x * 0x1p-32f + 0x1p-33f; // the product is exact: there is one rounding
}
HSAEMU_RANDOM double hsaemu_unit_double(unsigned x)
{
	return (double)x * 0x1p-32 + 0x1p-32;
}
HSAEMU_RANDOM double hsaemu_unit_double_of(unsigned x, unsigned y)
{
	return (double)((unsigned long long)x ^ (unsigned long long)y << 21) * 0x1p-53 + 0x1p-54;
}
#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Jumps in MT19937's sequence. A step is linear over GF(2): n steps are x^n modulo the
 * characteristic polynomial, whose bits say which of the states that follow one are added. */
#include <string.h>
#include "twister_jump.h"

enum { SQUARE = 2 * TWISTER_POLYNOMIAL, TERMS = 256 };

/* ---- the characteristic polynomial, which has few terms -------------------------------------- */

/* Adds p * x^n to r. */
static void add_shifted(const uint64_t *p, unsigned n, uint64_t *r)
{
	for (unsigned i = 0; i < TWISTER_POLYNOMIAL; i++) {
		r[i + n / 64] ^= p[i] << n % 64;
		if (n % 64 != 0)
			r[i + n / 64 + 1] ^= p[i] >> (64 - n % 64);
	}
}

/* p becomes p * (x^m + x^n). */
static void times_binomial(uint64_t *p, unsigned m, unsigned n)
{
	uint64_t r[TWISTER_POLYNOMIAL + TWISTER_WORDS / 64 + 2] = {0};
	add_shifted(p, m, r);
	add_shifted(p, n, r);
	memcpy(p, r, TWISTER_POLYNOMIAL * sizeof *p);
}

/* The formula of Matsumoto and Nishimura, by Horner's rule. Returns how many terms there are
 * besides the first; those are the exponents, from the least on. */
static unsigned find_terms(unsigned *exponents)
{
	const uint32_t a = 0x9908b0df;
	uint64_t p[TWISTER_POLYNOMIAL] = {1};
	unsigned count = 0;
	for (int i = 0; i < 31; i++) {
		times_binomial(p, TWISTER_WORDS - 1, TWISTER_MIDDLE - 1);
		p[0] ^= a >> i & 1;
	}
	times_binomial(p, TWISTER_WORDS, TWISTER_MIDDLE);
	p[0] ^= a >> 31;
	for (unsigned i = 0; i < TWISTER_BITS; i++)
		if (p[i / 64] >> i % 64 & 1)
			exponents[count++] = i;
	return count;
}

/* ---- powers ---------------------------------------------------------------------------------- */

/* Adds the terms besides the first, for each bit of w, whose own terms are `base` above. */
static void fold(uint64_t *p, uint64_t w, unsigned base, const unsigned *exponents, unsigned count)
{
	for (unsigned k = 0; w != 0 && k < count; k++) {
		unsigned at = base + exponents[k];
		p[at / 64] ^= w << at % 64;
		if (at % 64 != 0)
			p[at / 64 + 1] ^= w >> (64 - at % 64);
	}
}

/* The first term is replaced by the others, of which the highest is 227 bits below. */
static void reduce(uint64_t *p, const unsigned *exponents, unsigned count)
{
	const unsigned last = TWISTER_BITS / 64, kept = TWISTER_BITS % 64;
	for (unsigned i = SQUARE; i-- > last + 1; p[i] = 0)
		fold(p, p[i], 64 * i - TWISTER_BITS, exponents, count);
	uint64_t w = p[last] >> kept;
	p[last] ^= w << kept;
	fold(p, w, 0, exponents, count);
}

/* Puts a 0 before each bit. */
static uint64_t spread(uint64_t x)
{
	x = (x | x << 16) & 0x0000ffff0000ffff;
	x = (x | x << 8) & 0x00ff00ff00ff00ff;
	x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
	x = (x | x << 2) & 0x3333333333333333;
	return (x | x << 1) & 0x5555555555555555;
}

void curand_twister_power(unsigned power, uint64_t *x)
{
	unsigned exponents[TERMS], count = find_terms(exponents);
	uint64_t square[SQUARE + 1] = {0};
	memset(x, 0, TWISTER_POLYNOMIAL * sizeof *x);
	x[0] = 2;
	while (power-- > 0) {
		for (unsigned i = 0; i < TWISTER_POLYNOMIAL; i++) {
			square[2 * i] = spread(x[i] & 0xffffffff);
			square[2 * i + 1] = spread(x[i] >> 32);
		}
		reduce(square, exponents, count);
		memcpy(x, square, TWISTER_POLYNOMIAL * sizeof *x);
	}
}

/* ---- jumps ----------------------------------------------------------------------------------- */

static void add_state(uint32_t *restrict to, const uint32_t *restrict from)
{
	for (unsigned i = 0; i < TWISTER_WORDS; i++)
		to[i] ^= from[i];
}

/* Makes the sums of all choices of the TWISTER_WINDOW states that follow one. */
static void make_sums(const uint32_t *from, uint32_t (*sums)[TWISTER_WORDS])
{
	uint32_t s[TWISTER_WORDS + TWISTER_WINDOW];
	memcpy(s, from, TWISTER_WORDS * sizeof *s);
	memset(sums[0], 0, sizeof sums[0]);
	for (unsigned i = 0; i < TWISTER_WINDOW; i++) {
		s[TWISTER_WORDS + i] = curand_twist(s[i], s[i + 1], s[i + TWISTER_MIDDLE]);
		for (unsigned k = 0; k < 1u << i; k++) {
			memcpy(sums[k + (1u << i)], sums[k], sizeof sums[k]);
			add_state(sums[k + (1u << i)], s + i);
		}
	}
}

/* Horner's rule, TWISTER_WINDOW bits at a time. */
void curand_twister_jump(const uint64_t *x, const uint32_t *from, uint32_t *to,
	struct twister_scratch *scratch)
{
	uint32_t *s = scratch->moving;
	make_sums(from, scratch->sums);
	memset(s, 0, TWISTER_WORDS * sizeof *s);
	for (unsigned bit = TWISTER_POLYNOMIAL * 64; bit != 0;) {
		for (unsigned i = 0; i < TWISTER_WINDOW; i++, s++)
			s[TWISTER_WORDS] = curand_twist(s[0], s[1], s[TWISTER_MIDDLE]);
		bit -= TWISTER_WINDOW;
		add_state(s, scratch->sums[x[bit / 64] >> bit % 64 & ((1 << TWISTER_WINDOW) - 1)]);
	}
	memcpy(to, s, TWISTER_WORDS * sizeof *s);
}

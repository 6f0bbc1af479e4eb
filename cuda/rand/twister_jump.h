/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MT19937: M. Matsumoto and T. Nishimura, Mersenne twister, 1998; and jumps in its sequence:
 * H. Haramoto and others, Efficient jump ahead for F2-linear random number generators, 2008. */
#ifndef HSAEMU_CUDA_RAND_TWISTER_JUMP_H
#define HSAEMU_CUDA_RAND_TWISTER_JUMP_H

#include "rand_impl.h"

enum { TWISTER_WORDS = 624, TWISTER_MIDDLE = 397, TWISTER_BITS = 19937 };

/* Returns the word that follows a state, of its first two and its middle one. */
static inline uint32_t curand_twist(uint32_t first, uint32_t second, uint32_t middle)
{
	uint32_t y = (first & 0x80000000) | (second & 0x7fffffff);
	return middle ^ y >> 1 ^ ((0 - (y & 1)) & 0x9908b0df);
}

/* Polynomials, as many bits as words have. */
enum { TWISTER_POLYNOMIAL = (TWISTER_BITS + 63) / 64 };
/* Makes x^(2^power) modulo the generator's characteristic polynomial. */
void curand_twister_power(unsigned power, uint64_t *x);
/* What a jump needs: sums of states, and a state that moves on. */
enum { TWISTER_WINDOW = 8 };
struct twister_scratch {
	uint32_t sums[1 << TWISTER_WINDOW][TWISTER_WORDS];
	uint32_t moving[TWISTER_WORDS + TWISTER_POLYNOMIAL * 64];
};
/* Makes the state `to` that is as many words behind `from` as the power of x says. */
void curand_twister_jump(const uint64_t *x, const uint32_t *from, uint32_t *to,
	struct twister_scratch *scratch);

#endif

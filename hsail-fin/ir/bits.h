/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sets of small numbers. */
#ifndef HSAEMU_FIN_BITS_H
#define HSAEMU_FIN_BITS_H

#include "hsaemu/arena.h"

/* A set of numbers below a bound, which is an argument of fin_bits_new(). The set does not store
 * it. */
struct fin_bits {
	uint64_t *words;
	size_t count; /* number of words */
};
struct fin_bits fin_bits_new(struct arena *a, size_t n);
static inline bool fin_bits_has(const struct fin_bits *s, size_t i)
{
	return s->words[i / 64] >> (i % 64) & 1;
}
static inline void fin_bits_add(struct fin_bits *s, size_t i)
{
	s->words[i / 64] |= (uint64_t)1 << (i % 64);
}
static inline void fin_bits_remove(struct fin_bits *s, size_t i)
{
	s->words[i / 64] &= ~((uint64_t)1 << (i % 64));
}
/* Returns the first member that is at least `i`, or a number >= `n` when no member is in [i, n). */
static inline size_t fin_bits_next(const struct fin_bits *s, size_t i, size_t n)
{
	uint64_t word = i < n ? s->words[i / 64] >> (i % 64) << (i % 64) : 0;

	while (i < n && word == 0) {
		i = (i / 64 + 1) * 64;
		word = i < n ? s->words[i / 64] : 0;
	}
	return i < n ? i / 64 * 64 + (unsigned)__builtin_ctzll(word) : n;
}
/* Adds the members of `t` to `s`; true when `s` grew. */
bool fin_bits_union(struct fin_bits *s, const struct fin_bits *t);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Indices and addresses as sums: a number and registers times numbers. They are taken apart as if
 * no sum wrapped, also before it is widened, so what they say of two addresses is to be tested
 * before it is relied upon. Only unsigned numbers are left whole that are widened without a test:
 * they often wrap on purpose. */
#ifndef HSAEMU_FIN_INDEX_TERMS_H
#define HSAEMU_FIN_INDEX_TERMS_H

#include "shape/shapes.h"

enum { FIN_MOST_TERMS = 8 };

/* The registers are in ascending order, and no factor is 0. */
struct fin_terms {
	int64_t number;
	unsigned count;
	uint32_t reg[FIN_MOST_TERMS];
	int64_t factor[FIN_MOST_TERMS];
};

struct fin_terms_search {
	const struct fin_function *f;
	const struct fin_shapes *s;
	/* registers that are widened where no sum wraps; NULL: all are taken for such */
	const struct fin_bits *tested;
	const struct fin_terms **of; /* by register; NULL: not taken apart yet */
	unsigned depth;
};

struct fin_terms_search fin_terms_search(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_bits *tested);
/* The sum that the register is; what has too many terms is one. */
const struct fin_terms *fin_terms_of(struct fin_terms_search *c, uint32_t reg);
/* Whether two sums differ by a number only, which a has more than b; sets *number. */
bool fin_terms_differ_by(const struct fin_terms *a, const struct fin_terms *b, int64_t *number);

#endif

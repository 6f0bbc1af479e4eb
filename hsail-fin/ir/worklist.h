/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A list of numbers to be looked at. Each number is taken at most once; the last one added is taken
 * first. */
#ifndef HSAEMU_FIN_WORKLIST_H
#define HSAEMU_FIN_WORKLIST_H

#include "ir/bits.h"

struct fin_worklist {
	struct fin_bits seen; /* all numbers that were added since the list was empty */
	uint32_t *todo;
	size_t depth;
};

/* Makes an empty list for numbers below n. */
struct fin_worklist fin_worklist_new(struct arena *a, size_t n);
/* Empties the list, and forgets which numbers were added. */
void fin_worklist_clear(struct fin_worklist *w);

static inline void fin_worklist_add(struct fin_worklist *w, uint32_t k)
{
	if (fin_bits_has(&w->seen, k))
		return;
	fin_bits_add(&w->seen, k);
	w->todo[w->depth++] = k;
}

/* Takes a number off the list; false when the list is empty. */
static inline bool fin_worklist_take(struct fin_worklist *w, uint32_t *k)
{
	if (w->depth == 0)
		return false;
	*k = w->todo[--w->depth];
	return true;
}

#endif

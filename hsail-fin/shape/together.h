/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that lanes mostly leave together (docs/design/vector-code.md, "Loops run together"). Lanes
 * leave such a loop by a comparison of ids and of what the group has in common, as in
 * `for (i = id; i < n; i += size)`, so nearly always all go on or none does. A copy of the loop
 * runs for as long as all do, without masks; the loop as it was does the rest. */
#ifndef HSAEMU_FIN_TOGETHER_H
#define HSAEMU_FIN_TOGETHER_H

#include "shape/shapes.h"

struct fin_together_loop {
	/* the block before the loop, its first, and the one that leads back */
	struct fin_block *before, *header, *latch;
	struct fin_block **blocks; /* all of them; the header comes first */
	uint32_t block_count;
	struct fin_block *last; /* the only way out of the loop is from there */
	uint32_t stay;          /* number of the successor of `last` that is in the loop */
	/* whether the loop is left behind its work; else the header is `last`, and may run again */
	bool ends_behind;
};

struct fin_together_loops {
	struct fin_together_loop *loop;
	size_t count, cap;
};

/* Finds these loops. `s` are the shapes of groups in rows, and `hoped` those that they have if no
 * sum wraps. The loops of `without` are left out: their headers. */
struct fin_together_loops fin_together_loops(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows, const struct fin_shapes *s, const struct fin_shapes *hoped,
	struct fin_block *const *without, size_t without_count);
/* together_copy.c: makes the copies. Registers have several definitions then, and all that was
 * found of the flow is void. */
void fin_run_together(struct fin_function *f, const struct fin_together_loops *loops);

#endif

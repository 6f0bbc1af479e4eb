/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that lanes run in line (docs/design/vector-code.md, "Loops in line"). Lanes begin such a loop
 * with numbers that the shapes do not know: pointers made of sums that may have wrapped, or the
 * start of a window that is cut off at an edge. Where it is found at run time, before the loop,
 * that these numbers are in line - they go up from lane to lane by what is hoped -, a copy of the
 * loop runs, in which they are linear. Lanes that begin later than others wait there until the
 * loop's counter comes to where they begin. */
#ifndef HSAEMU_FIN_ALIGN_H
#define HSAEMU_FIN_ALIGN_H

#include "shape/shapes.h"

/* A number that is in line in the copy: it goes up by `stride` from lane to lane. */
struct fin_line {
	uint32_t reg;
	int64_t stride;
	struct fin_value step; /* of a phi: what an iteration adds to it */
};

/* How a loop ends of which each lane's number of iterations is known before it begins. */
struct fin_counted {
	struct fin_block *last, *out; /* the only way out is from `last` to `out` */
	const struct fin_phi *phi;    /* counts by `step` up or down to `end` */
	int64_t step;
	struct fin_value end;
	bool is_next, is_equality, is_signed; /* how they are compared */
};

struct fin_aligned_loop {
	/* the block before the loop, its first, and the one that leads back */
	struct fin_block *before, *header, *latch;
	struct fin_block **blocks; /* all of them; the header comes first */
	uint32_t block_count;
	/* phis of the header, and values from before the loop */
	struct fin_line *phis, *values;
	uint32_t phi_count, value_count;
	/* number of the phi, of the header's, at which lanes that have not begun wait for the
	 * others; FIN_NOWHERE: all begin at once */
	uint32_t counter;
	int64_t counter_step; /* 1, 2, 4, 8, or negative */
	bool has_end; /* the counter is compared with `end`, which is from before the loop */
	struct fin_value end;
	bool is_counted;
	struct fin_counted counted;
	bool has_full; /* turns in which all lanes take part have code of their own */
	/* lanes that are not all in line run it in rounds: it is counted, and they may belong to
	 * several rows of what ids are divided into */
	bool in_rounds;
};

struct fin_aligned_loops {
	struct fin_aligned_loop *loop;
	size_t count, cap;
};

/* Finds the loops which are worth it. `s` are the shapes of groups in rows, and `hoped` those that
 * are hoped for. Unless `apart`, lanes leave them together: masks are slow. The caller frees
 * `loop`. */
struct fin_aligned_loops fin_aligned_loops(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows, const struct fin_shapes *s, const struct fin_shapes *hoped,
	bool apart);
/* align_copy.c: makes the copies. Afterwards registers have several definitions, and all that was
 * found of regions and shapes is void. */
void fin_align_loops(struct fin_function *f, const struct fin_aligned_loops *loops);

/* unroll_rows.c: unrolls loops in which lanes go along rows that are far apart. True when there are
 * any. Then, too, registers have several definitions, and all that was found is void. */
bool fin_unroll_rows(struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows);

#endif

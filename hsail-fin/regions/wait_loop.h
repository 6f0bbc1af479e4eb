/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loop that may be a waiting one (wait_loops.c), and what its values do (wait_loop_values.c). */
#ifndef HSAEMU_FIN_WAIT_LOOP_H
#define HSAEMU_FIN_WAIT_LOOP_H

#include "ir/bits.h"
#include "ir/worklist.h"
#include "regions/fiber.h"

struct fin_wait_loop {
	const struct fin_function *f;
	const struct fin_block *head;
	struct fin_bits in; /* the blocks of the loop */
	/* one more than the highest block index in the loop; `head` has the lowest */
	size_t end;
	struct fin_bits uncertain; /* registers that depend on what others do */
	bool across_barriers;      /* whether edges of barriers belong to the loop */
	bool by_plain_loads;       /* whether plain loads may read what others write */
	bool has_barrier, has_fence, adds, subtracts;
	struct fin_worklist ways;
};

static inline bool in_loop(const struct fin_wait_loop *l, const struct fin_block *b)
{
	return fin_bits_has(&l->in, b->index);
}

static inline bool fin_is_shared_segment(uint8_t segment)
{
	return segment == BRIG_SEGMENT_GLOBAL || segment == BRIG_SEGMENT_GROUP ||
	       segment == BRIG_SEGMENT_FLAT;
}

/* Index of the operand that is the address of an atomic: atomics without a result lack operand
 * 0. */
static inline unsigned fin_atomic_address(const struct fin_inst *i)
{
	return i->isa->opcode == BRIG_OPCODE_ATOMIC;
}

/* The last definition of a register in the loop, or NULL; *count says how many there are. */
const struct fin_inst *fin_loop_definition(const struct fin_wait_loop *l, uint32_t reg,
	unsigned *count);
/* Whether a register may differ from one time around to the next without a read of memory. A caller
 * gives depth 0. */
bool fin_loop_moves_on(const struct fin_wait_loop *l, uint32_t reg, unsigned depth);
/* Whether a store puts another value into shared memory each time around. */
bool fin_loop_writes(const struct fin_wait_loop *l);

#endif

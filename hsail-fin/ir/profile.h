/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --profile: counts of blocks, and what they mean (hsaemu/profile.h).
 *
 * Decoding notes what each block of HSAIL does, before any pass can change it, and puts
 * instructions of our own into the code that count: all passes treat these like any other
 * instruction without a result. Counters belong to HSAIL functions, so that inlined code counts for
 * the function it is from. */
#ifndef HSAEMU_FIN_PROFILE_H
#define HSAEMU_FIN_PROFILE_H

#include "hsaemu/profile.h"
#include "ir/ir.h"

struct fin_profile {
	struct hsaemu_profile_function *functions;
	size_t function_count, function_cap;
	struct hsaemu_profile_entry *entries;
	size_t entry_count, entry_cap;
	struct buf names;
	uint32_t counter_count;
};

/* Counters of a block, from that of its FIN_PSEUDO_COUNT on. */
enum {
	FIN_COUNT_ITEMS, /* in code for one work-item */
	FIN_COUNT_LANES, /* in code for waves: work-items */
	FIN_COUNT_WAVES, /* waves with any of them */
	FIN_COUNTS,
};

/* While a body is decoded: `b` has one more `i`. */
void fin_profile_note(struct fin_module *m, struct fin_block *b, const struct isa_inst *i,
	enum isa_lowering lowering);
/* After a body is decoded: the counting instructions. */
void fin_profile_insert(struct fin_function *f);
void fin_profile_release(struct fin_profile *p);

#endif

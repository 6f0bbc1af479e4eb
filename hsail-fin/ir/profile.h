/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --profile: counters of blocks, and what they count (hsaemu/profile.h).
 *
 * The decoder notes what each block of HSAIL does, before any pass can change it, and puts pseudo
 * instructions that count into the code. All passes treat these like any other instruction without
 * a result. Counters belong to HSAIL functions, so inlined code counts for the function that it is
 * from. */
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

/* The counters of a block. Their numbers follow each other, from that of the block's
 * FIN_PSEUDO_COUNT on. */
enum {
	FIN_COUNT_ITEMS, /* work-items that came by in code for one work-item */
	FIN_COUNT_LANES, /* work-items that came by in code for waves */
	FIN_COUNT_WAVES, /* waves of which any work-item came by */
	FIN_COUNT_WHOLE, /* waves of which all came by, where that is known; not in LANES, WAVES */
	FIN_COUNTS,
};

/* Notes that block `b` has one more instruction `i`; called while a body is decoded. */
void fin_profile_note(struct fin_module *m, struct fin_block *b, const struct isa_inst *i,
	enum isa_lowering lowering);
/* Inserts the counting instructions; called when a body is decoded. */
void fin_profile_insert(struct fin_function *f);
void fin_profile_release(struct fin_profile *p);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps that many instructions take: copies, changes of size, branches. */
#ifndef HSAEMU_PTX_STEPS_H
#define HSAEMU_PTX_STEPS_H

#include "base/template.h"

void tr_move(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type type);
/* Converts a register of class `from` to class `to`, s or d, and returns the result; 64 to 32 bits
 * keeps the low bits. Constants are returned as they are. */
struct hir_op tr_resize(struct tr *t, struct hir_op op, uint8_t from, uint8_t to, bool is_signed);
/* Expands a sequence with words A, B and C and returns its result D, a new register. */
struct hir_op tr_word_step(struct tr *t, enum tr_seq seq, struct hir_op a, struct hir_op b,
	struct hir_op c);
/* Returns the negation of a predicate, in a new register. */
struct hir_op tr_not(struct tr *t, struct hir_op predicate);

void tr_branch(struct tr *t, uint32_t label);
void tr_branch_if(struct tr *t, struct hir_op condition, bool invert, uint32_t label);

#endif

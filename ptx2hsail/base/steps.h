/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many instructions take these steps: copies, changes of size, branches. */
#ifndef HSAEMU_PTX_STEPS_H
#define HSAEMU_PTX_STEPS_H

#include "base/template.h"

void tr_move(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type type);
/* Converts between s and d registers; 64 to 32 takes the low bits. */
struct hir_op tr_resize(struct tr *t, struct hir_op op, uint8_t from, uint8_t to, bool is_signed);
/* A sequence of A, B and C, words, to a new one. */
struct hir_op tr_word_step(struct tr *t, enum tr_seq seq, struct hir_op a, struct hir_op b,
	struct hir_op c);
/* Of a predicate. */
struct hir_op tr_not(struct tr *t, struct hir_op predicate);

void tr_branch(struct tr *t, uint32_t label);
void tr_branch_if(struct tr *t, struct hir_op condition, bool invert, uint32_t label);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file loads and stores variables of arg blocks, which hold the arguments and results of
 * calls. */
#include "base/segments.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "base/transfer.h"

/* Predicates are passed as 32-bit words. */
static void transfer_predicate(struct tr *t, bool load, struct hir_var *var, uint64_t offset,
	struct hir_op predicate)
{
	struct tr_env e = {0};
	struct hir_op word = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', load ? predicate : word, PTX_NONE);
	tr_env_bind(&e, 'A', load ? word : predicate, PTX_NONE);
	if (load)
		tr_transfer(t, load, var, offset, PTX_U32, word);
	tr_seq(t, load ? SEQ_PREDICATE_OF_WORD : SEQ_WORD_OF_PREDICATE, &e);
	if (!load)
		tr_transfer(t, load, var, offset, PTX_U32, word);
}

void tr_transfer(struct tr *t, bool load, struct hir_var *var, uint64_t offset, enum ptx_type type,
	struct hir_op value)
{
	if (type == PTX_PRED) {
		transfer_predicate(t, load, var, offset, value);
		return;
	}
	struct tr_env e = {0};
	unsigned bytes = ptx_types[type].bits / 8u;
	bool aligned = bytes <= var->align && offset % bytes == 0;
	struct hir_op address = {.kind = HIR_OP_ADDRESS, .u.address.var = var};
	address.u.address.offset = (int64_t)offset;
	tr_env_bind(&e, 'M', address, PTX_NONE);
	tr_env_bind(&e, load ? 'D' : 'A', value, type);
	tr_env_text(&e, "vec", "");
	tr_env_text(&e, "seg", tr_segment_text(BRIG_SEGMENT_ARG));
	tr_env_text(&e, "type", tr_memory_type(type));
	tr_env_text(&e, "align",
		aligned && bytes > 1 ? arena_printf(&t->arena, "_align(%u)", bytes) : "");
	tr_seq(t, load ? SEQ_LD : SEQ_ST, &e);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Templates need registers and labels that the PTX does not have. This file makes them. */
#include "base/temporaries.h"
#include "base/tr.h"

uint8_t tr_kind_of(enum ptx_type type)
{
	unsigned bits = ptx_types[type].bits;
	if (ptx_types[type].kind == PTX_KIND_PRED)
		return BRIG_REGISTER_KIND_CONTROL;
	return bits <= 32   ? BRIG_REGISTER_KIND_SINGLE
	       : bits == 64 ? BRIG_REGISTER_KIND_DOUBLE
	                    : BRIG_REGISTER_KIND_QUAD;
}

uint32_t tr_temp(struct tr *t, uint8_t kind)
{
	return hir_reg_new(&t->body.hir, kind, (struct str){0});
}

struct hir_op tr_temp_op(struct tr *t, uint8_t kind)
{
	return hir_op_reg(tr_temp(t, kind));
}

uint32_t tr_label(struct tr *t)
{
	char *name = arena_printf(&t->arena, "@_.%u", t->body.label_count++);
	return hir_label_new(&t->body.hir, str_from(name));
}

void tr_place_label(struct tr *t, uint32_t label)
{
	hir_append(&t->body.hir, HIR_LABEL)->u.label = label;
}

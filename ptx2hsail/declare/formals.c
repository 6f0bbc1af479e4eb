/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file makes the HSAIL variables for the parameters and results of functions. */
#include "base/hsail_names.h"
#include "base/message.h"
#include "base/tr.h"
#include "declare/formals.h"
#include "declare/variables.h"

static struct hir_var *formal(struct tr *t, const struct ptx_var *v, uint8_t segment, bool defined)
{
	struct hir_var *h = tr_variable(t, v, segment, tr_hsail_name(t, '%', v->name));
	if (h != NULL && !defined)
		h->linkage = BRIG_LINKAGE_NONE;
	return h;
}

/* Makes f->ret. HSAIL functions have one output, so several PTX results become parts of one
 * array. */
static bool add_result(struct tr *t, struct func *f)
{
	uint64_t bytes = 0;
	uint32_t align = 1, i = 0;
	for (const struct ptx_var *v = f->ptx->rets; v != NULL; v = v->next)
		f->ret_count++;
	f->ret_offsets = ARENA_ARRAY(&t->arena, uint64_t, f->ret_count);
	for (const struct ptx_var *v = f->ptx->rets; v != NULL; v = v->next, i++) {
		f->ret = formal(t, v, BRIG_SEGMENT_ARG, f->ptx->has_body);
		if (f->ret == NULL)
			return false;
		f->ret_offsets[i] = align_up(bytes, f->ret->align);
		bytes = f->ret_offsets[i] + hir_var_bytes(f->ret);
		align = f->ret->align > align ? f->ret->align : align;
	}
	if (f->ret_count > 1) {
		f->ret->type = BRIG_TYPE_U8;
		f->ret->is_array = true;
		f->ret->dim = bytes;
		f->ret->align = align;
	}
	return true;
}

bool tr_add_formals(struct tr *t, struct func *f)
{
	uint8_t segment = f->ptx->is_entry ? BRIG_SEGMENT_KERNARG : BRIG_SEGMENT_ARG;
	enum { MOST = 65535 };
	for (const struct ptx_var *v = f->ptx->params; v != NULL; v = v->next)
		f->param_count++;
	if (f->param_count > MOST) {
		tr_error(t, f->ptx->span, "function has too many parameters");
		return false;
	}
	f->params = ARENA_ARRAY(&t->arena, struct hir_var *, f->param_count);
	uint32_t i = 0;
	for (const struct ptx_var *v = f->ptx->params; v != NULL; v = v->next, i++) {
		f->params[i] = formal(t, v, segment, f->ptx->has_body);
		if (f->params[i] == NULL)
			return false;
	}
	return f->ptx->rets == NULL || add_result(t, f);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates cp.async (PTX ISA 9.7.9.25). The copy is done at once, so there is never
 * anything to wait for. */
#include "base/constant_bits.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/segments.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/address.h"
#include "operand/checks.h"
#include "operand/sources.h"

/* Copies byte by byte a source that is shorter than the copy, and fills the rest with zeros. */
static void copy_part(struct tr *t, const struct tr_address *to, const struct tr_address *from,
	uint64_t bytes, struct hir_op source_bytes)
{
	struct hir_op to_base, from_base;
	if (!tr_address_value(t, to, &to_base) || !tr_address_value(t, from, &from_base))
		return;
	struct tr_env e = {0};
	enum ptx_type flat = tr_flat_type(t);
	struct hir_op from_at = tr_temp_op(t, tr_kind_of(flat));
	struct hir_op to_at = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'A', source_bytes, PTX_U32);
	tr_env_bind(&e, 'B', hir_op_const(bytes), PTX_U32);
	tr_env_bind(&e, 'C', to_base, PTX_U32);
	tr_env_bind(&e, 'E', from_base, flat);
	tr_env_bind(&e, 'F', from_at, flat);
	tr_env_bind(&e, 'G', to_at, PTX_U32);
	tr_env_bind(&e, 'Y', hir_op_address(from_at, 0), PTX_NONE);
	tr_env_bind(&e, 'Z', hir_op_address(to_at, 0), PTX_NONE);
	tr_seq(t, t->is_small ? SEQ_COPY_PART_SMALL : SEQ_COPY_PART, &e);
}

/* Sets *out to how many bytes of the source are copied. The operand is their number, or a predicate
 * that tells to ignore the source. Returns false after a message. */
static bool copied_bytes(struct tr *t, const struct ptx_operand *o, uint64_t bytes,
	struct hir_op *out)
{
	const struct symbol *s =
		o->kind == PTX_OPND_NAME ? scope_find(t, t->body.scope, o->name) : NULL;
	if (s == NULL || s->kind != SYM_REG || s->type != PTX_PRED)
		return tr_source(t, o, PTX_U32, out);
	struct tr_env e = {0};
	struct hir_op ignored;
	if (!tr_source(t, o, PTX_PRED, &ignored))
		return false;
	*out = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', *out, PTX_U32);
	tr_env_bind(&e, 'A', ignored, PTX_PRED);
	tr_env_bind(&e, 'B', hir_op_const(bytes), PTX_U32);
	tr_seq(t, SEQ_COPY_UNLESS, &e);
	return true;
}

static bool check_copied(struct tr *t, uint64_t bytes)
{
	bool only_most = ptx_words_has(&t->at.words, PTX_MOD_CG);
	if (bytes == 16 || (!only_most && (bytes == 4 || bytes == 8)))
		return true;
	tr_error(t, t->at.inst->operands[2]->span,
		only_most ? "with '.cg' copies are of 16 bytes" : "copies are of 4, 8 or 16 bytes");
	return false;
}

/* The operands are [shared], [global], bytes {, bytes of the source, or a predicate to ignore it}
 * {, cache policy}. */
void tr_fn_cp_async(struct tr *t)
{
	struct tr_address to, from;
	struct hir_op source_bytes = {0};
	uint64_t bytes = 0;
	bool has_policy = ptx_words_has(&t->at.words, PTX_MOD_L2_CACHE_HINT);
	uint32_t n = t->at.inst->operand_count - has_policy;
	if (!tr_operand_count(t, 3u + has_policy, 4u + has_policy) ||
		!tr_constant(t, t->at.inst->operands[2], PTX_U32, &bytes))
		return;
	if (!check_copied(t, bytes))
		return;
	if (!tr_address(t, t->at.inst->operands[0], PTX_SPACE_SHARED, bytes, &to) ||
		!tr_address(t, t->at.inst->operands[1], PTX_SPACE_GLOBAL, bytes, &from) ||
		(n == 4 && !copied_bytes(t, t->at.inst->operands[3], bytes, &source_bytes)))
		return;
	if (n == 4 && source_bytes.kind == HIR_OP_CONST && source_bytes.u.value > bytes) {
		tr_error(t, t->at.inst->operands[3]->span,
			"the source cannot be larger than the copy");
		return;
	}
	if (n == 4 && !(source_bytes.kind == HIR_OP_CONST && source_bytes.u.value >= bytes)) {
		copy_part(t, &to, &from, bytes, source_bytes);
		return;
	}
	tr_env_bind(&t->at.env, 'M', to.op, PTX_NONE);
	tr_env_bind(&t->at.env, 'X', from.op, PTX_NONE);
	tr_seq(t, bytes == 4 ? SEQ_COPY_4 : bytes == 8 ? SEQ_COPY_8 : SEQ_COPY_16, &t->at.env);
}

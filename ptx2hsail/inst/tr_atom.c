/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates atom and red (PTX ISA 9.7.13.5, 9.7.13.6). */
#include "base/message.h"
#include "base/refusal.h"
#include "base/segments.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_bf16.h"
#include "inst/tr_memory.h"
#include "inst/tr_minmax.h"
#include "operand/address.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

static bool is_shared_memory(struct tr *t, const struct tr_address *a)
{
	if (a->segment == BRIG_SEGMENT_GLOBAL || a->segment == BRIG_SEGMENT_GROUP ||
		a->segment == BRIG_SEGMENT_FLAT)
		return true;
	tr_error(t, t->at.stmt->span, "atomics work on global and shared memory only");
	return false;
}

/* Reads the operands: the destination, if any, the address, and the values behind it, 2 for cas,
 * else 1. Returns false after a message. */
static bool operands(struct tr *t, bool has_dest, enum ptx_type type, struct hir_op *dest,
	struct tr_address *a, struct hir_op values[2])
{
	bool cas = ptx_words_has(&t->at.words, PTX_MOD_CAS);
	uint32_t first = has_dest ? 1 : 0, count = first + (cas ? 3 : 2);
	enum ptx_space space = t->at.words.has_space ? t->at.words.space : PTX_SPACE_NONE;
	if (!tr_hinted_count(t, count) ||
		!tr_address(t, t->at.inst->operands[first], space, ptx_types[type].bits / 8u, a))
		return false;
	if (!is_shared_memory(t, a))
		return false;
	for (uint32_t i = first + 1; i < count; i++)
		if (!tr_source(t, t->at.inst->operands[i], type, &values[i - first - 1]))
			return false;
	return !has_dest || tr_dest(t, t->at.inst->operands[0], type, dest);
}

static void texts(struct tr *t, const struct tr_address *a, const char *type)
{
	enum ptx_mod sem = ptx_words_of(&t->at.words, PTX_CLASS_SEM);
	tr_env_text(&t->at.env, "type", type);
	tr_env_text(&t->at.env, "seg", tr_segment_text(a->segment));
	tr_env_text(&t->at.env, "scope", tr_scope_text(t, a->segment, "_agent"));
	tr_env_text(&t->at.env, "sem",
		sem == PTX_MOD_NONE ? "_rlx" : ptx_class_text(PTX_CLASS_SEM, sem));
	tr_env_bind(&t->at.env, 'M', a->op, PTX_NONE);
}

/* Returns the HSAIL type of an atomic on integers: b for exchanges and bit operations, s or u for
 * arithmetic. */
static const char *integer_type(const struct tr *t)
{
	const struct ptx_type_info *info = &ptx_types[t->at.words.types[0]];
	enum ptx_mod op = ptx_words_of(&t->at.words, PTX_CLASS_ATOM);
	bool wide = info->bits == 64;
	if (op == PTX_MOD_AND || op == PTX_MOD_OR || op == PTX_MOD_XOR || op == PTX_MOD_EXCH ||
		op == PTX_MOD_CAS)
		return wide ? "b64" : "b32";
	if (info->kind == PTX_KIND_SIGNED)
		return wide ? "s64" : "s32";
	return wide ? "u64" : "u32";
}

/* Returns whether the operation exists for the type: bit operations and exchanges for b types, inc
 * and dec for u32 only, add for all numbers but s64, as u64 is the same (PTX ISA 9.7.13). */
static bool is_type_of(enum ptx_mod op, enum ptx_type type)
{
	bool is_bits = ptx_types[type].kind == PTX_KIND_BITS;
	if (op == PTX_MOD_INC || op == PTX_MOD_DEC)
		return type == PTX_U32;
	if (op == PTX_MOD_ADD)
		return !is_bits && type != PTX_S64;
	return is_bits != (op == PTX_MOD_MIN || op == PTX_MOD_MAX);
}

static bool check_type_of(struct tr *t, enum ptx_mod op, enum ptx_type type)
{
	if (is_type_of(op, type))
		return true;
	tr_error(t, t->at.stmt->span, "'" STR_FMT "' has '.%s', a type that '.%s' does not have",
		STR_ARG(t->at.inst->text), ptx_types[type].text, ptx_mod_text(op));
	return false;
}

static void integer_atomic(struct tr *t, bool has_dest)
{
	struct hir_op dest, values[2];
	struct tr_address a;
	enum ptx_type type = t->at.words.types[0];
	enum ptx_mod op = ptx_words_of(&t->at.words, PTX_CLASS_ATOM);
	bool only_ret = op == PTX_MOD_CAS || op == PTX_MOD_EXCH;
	if (ptx_types[type].bits < 32 || (only_ret && !has_dest)) {
		tr_no_translation(t);
		return;
	}
	if (!(ptx_words_has(&t->at.words, PTX_MOD_ASYNC) || check_type_of(t, op, type)) ||
		!operands(t, has_dest, type, &dest, &a, values))
		return;
	texts(t, &a, integer_type(t));
	tr_env_text(&t->at.env, "atom", ptx_class_text(PTX_CLASS_ATOM, op));
	tr_env_bind(&t->at.env, 'A', values[0], type);
	bool unused = has_dest && t->at.inst->operands[0]->kind == PTX_OPND_SINK && !only_ret;
	if (!has_dest || unused) {
		tr_seq(t, SEQ_RED, &t->at.env);
		return;
	}
	tr_env_bind(&t->at.env, 'D', dest, type);
	if (op == PTX_MOD_CAS)
		tr_env_bind(&t->at.env, 'B', values[1], type);
	tr_seq(t, op == PTX_MOD_CAS ? SEQ_ATOM_CAS : SEQ_ATOM, &t->at.env);
}

void tr_fn_atom(struct tr *t)
{
	integer_atomic(t, true);
}

void tr_fn_red(struct tr *t)
{
	integer_atomic(t, false);
}

/* ---- floats: compare-and-swap loops ------------------------------------------------------ */

/* Replaces the address of a 16-bit item by that of the 32-bit word around it, and sets *shift to
 * the item's first bit there. Returns false after a message. */
static bool word_address(struct tr *t, struct tr_address *a, struct hir_op *shift)
{
	struct hir_op item, word;
	if (!tr_address_value(t, a, &item))
		return false;
	bool narrow = tr_address_kind(t, a->segment) == BRIG_REGISTER_KIND_SINGLE;
	struct tr_env e = {0};
	word = tr_temp_op(t, narrow ? BRIG_REGISTER_KIND_SINGLE : BRIG_REGISTER_KIND_DOUBLE);
	*shift = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', word, PTX_NONE);
	tr_env_bind(&e, 'Q', *shift, PTX_NONE);
	tr_env_bind(&e, 'A', item, PTX_NONE);
	tr_seq(t, narrow ? SEQ_WORD_OF_32 : SEQ_WORD_OF_64, &e);
	a->op = hir_op_address(word, 0);
	return true;
}

static struct hir_op sum(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type,
	bool flushes)
{
	if (type == PTX_BF16 || type == PTX_BF16X2)
		return tr_bf16_sum(t, a, b, type);
	struct tr_env e = {.type = type};
	struct hir_op d = tr_temp_op(t, tr_kind_of(type));
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', a, type);
	tr_env_bind(&e, 'B', b, type);
	tr_seq(t,
		type == PTX_F16X2 ? SEQ_ATOM_ADD_X2
		: flushes         ? SEQ_ATOM_ADD_FTZ
				  : SEQ_ATOM_ADD,
		&e);
	return d;
}

static struct hir_op new_value(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type,
	bool is_group)
{
	if (!ptx_words_has(&t->at.words, PTX_MOD_ADD))
		return type == PTX_BF16 || type == PTX_BF16X2 ? tr_bf16_pick(t, a, b, type)
		                                              : tr_minmax(t, a, b, type);
	/* PTX's global f32 sums flush subnormals */
	return sum(t, a, b, type, type == PTX_F32 && !is_group);
}

/* Updates the element at `a` atomically by a compare-and-swap loop, and returns its old value. */
static struct hir_op update(struct tr *t, struct tr_address *a, struct hir_op value)
{
	enum ptx_type type = t->at.words.types[0];
	bool half = ptx_types[type].bits == 16, wide = ptx_types[type].bits == 64;
	struct hir_op shift = {0}, changed = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	struct hir_op word = tr_temp_op(t, tr_kind_of(type)), old = word;
	if (half && !word_address(t, a, &shift))
		return word;
	texts(t, a, wide ? "b64" : "b32");
	t->at.env.type = wide ? PTX_B64 : PTX_B32;
	tr_env_bind(&t->at.env, 'D', word, t->at.env.type);
	tr_seq(t, SEQ_ATOM_FIRST, &t->at.env);
	uint32_t again = tr_label(t);
	tr_place_label(t, again);
	if (half)
		old = tr_word_step(t, SEQ_ATOM_HALF, word, shift, word);
	struct hir_op r = new_value(t, old, value, type, a->segment == BRIG_SEGMENT_GROUP);
	if (half)
		r = tr_word_step(t, SEQ_ATOM_MERGE, r, shift, word);
	tr_env_bind(&t->at.env, 'A', r, t->at.env.type);
	tr_env_bind(&t->at.env, 'Q', changed, PTX_PRED);
	tr_seq(t, SEQ_ATOM_TRY, &t->at.env);
	tr_branch_if(t, changed, false, again);
	return half ? tr_word_step(t, SEQ_ATOM_HALF, word, shift, word) : word;
}

/* Translates atomics on floats. A vector is atomic only element by element. */
static void float_atomic(struct tr *t, bool has_dest)
{
	struct tr_elements dests = {.count = 0}, values;
	bool keeps = has_dest && t->at.inst->operands[0]->kind != PTX_OPND_SINK;
	struct tr_address a;
	struct hir_op finals[TR_MAX_ELEMENTS], new[TR_MAX_ELEMENTS], old[TR_MAX_ELEMENTS];
	enum ptx_type type = t->at.words.types[0];
	unsigned count = tr_vector_size(t), bytes = ptx_types[type].bits / 8u,
		 first = has_dest ? 1 : 0;
	enum ptx_space space = t->at.words.has_space ? t->at.words.space : PTX_SPACE_NONE;
	if (!tr_hinted_count(t, first + 2) ||
		!tr_address(t, t->at.inst->operands[first], space, (uint64_t)bytes * count, &a) ||
		!is_shared_memory(t, &a) ||
		!tr_elements(t, t->at.inst->operands[first + 1], count, &values) ||
		(keeps && !tr_elements(t, t->at.inst->operands[0], count, &dests)))
		return;
	for (unsigned i = 0; i < count; i++)
		if (!tr_source(t, values.operands[i], type, &new[i]) ||
			(keeps && !tr_dest(t, dests.operands[i], type, &finals[i])))
			return;
	for (unsigned i = 0; i < count; i++) {
		struct tr_address element = a;
		element.op.u.address.offset += (int64_t)i * bytes;
		old[i] = update(t, &element, new[i]);
	}
	for (unsigned i = 0; i < count && keeps; i++) {
		struct tr_env e = {.type = type};
		tr_env_bind(&e, 'D', finals[i], type);
		tr_env_bind(&e, 'A', old[i], type);
		tr_seq(t, SEQ_MOV, &e);
	}
}

void tr_fn_atom_float(struct tr *t)
{
	float_atomic(t, true);
}

void tr_fn_red_float(struct tr *t)
{
	float_atomic(t, false);
}

void tr_fn_atom_cas16(struct tr *t)
{
	struct hir_op dest, values[2], shift;
	struct tr_address a;
	if (!operands(t, true, PTX_U16, &dest, &a, values) || !word_address(t, &a, &shift))
		return;
	texts(t, &a, "b32");
	tr_env_bind(&t->at.env, 'D', dest, PTX_U16);
	tr_env_bind(&t->at.env, 'A', values[0], PTX_U16);
	tr_env_bind(&t->at.env, 'B', values[1], PTX_U16);
	tr_env_bind(&t->at.env, 'C', shift, PTX_U32);
	tr_seq(t, SEQ_ATOM_CAS16, &t->at.env);
}

/* ---- 128 bits: HSAIL has no such atomics, so they are done under a lock --------------------- */

static struct hir_op wide(struct tr *t, enum tr_seq seq, struct hir_op a, struct hir_op b,
	struct hir_op c)
{
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_QUAD);
	tr_env_bind(&t->at.env, 'D', d, PTX_B128);
	tr_env_bind(&t->at.env, 'A', a, PTX_B128);
	tr_env_bind(&t->at.env, 'B', b, PTX_B128);
	tr_env_bind(&t->at.env, 'C', c, PTX_B128);
	tr_seq(t, seq, &t->at.env);
	return d;
}

void tr_fn_atom_wide(struct tr *t)
{
	struct hir_op dest, values[2];
	struct tr_address a;
	if (!operands(t, true, PTX_B128, &dest, &a, values))
		return;
	struct hir_op lock = {.kind = HIR_OP_ADDRESS, .u.address.var = t->module.wide_lock};
	struct hir_op busy = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	texts(t, &a, "b128");
	tr_env_bind(&t->at.env, 'X', lock, PTX_NONE);
	uint32_t again = tr_label(t);
	tr_place_label(t, again);
	tr_env_bind(&t->at.env, 'D', busy, PTX_PRED);
	tr_seq(t, SEQ_WIDE_LOCK, &t->at.env);
	tr_branch_if(t, busy, false, again);
	struct hir_op old = wide(t, SEQ_WIDE_LOAD, values[0], values[0], values[0]),
		      new = values[0];
	if (ptx_words_has(&t->at.words, PTX_MOD_CAS))
		new = wide(t, SEQ_WIDE_CAS, old, values[0], values[1]);
	tr_env_bind(&t->at.env, 'A', new, PTX_B128);
	tr_seq(t, SEQ_WIDE_STORE, &t->at.env);
	tr_seq(t, SEQ_WIDE_UNLOCK, &t->at.env);
	struct tr_env e = {.type = PTX_B128};
	tr_env_bind(&e, 'D', dest, PTX_B128);
	tr_env_bind(&e, 'A', old, PTX_B128);
	tr_seq(t, SEQ_MOV, &e);
}

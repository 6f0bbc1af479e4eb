/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates the instructions on mbarriers (PTX ISA 9.7.13.15) to calls. An mbarrier is a
 * 64-bit word of group memory; library.def says what is in it. */
#include "base/message.h"
#include "base/segments.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/library.h"
#include "inst/row_functions.h"
#include "inst/tr_mbarrier.h"
#include "operand/address.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

bool tr_group_address(struct tr *t, const struct ptx_operand *o, enum ptx_space space,
	struct hir_op *out)
{
	struct tr_address a;
	enum { BYTES = 8 };
	if (!tr_address(t, o, space, BYTES, &a) || !tr_address_value(t, &a, out))
		return false;
	if (a.segment == BRIG_SEGMENT_GROUP)
		return true;
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', *out, tr_flat_type(t));
	tr_env_text(&e, "flat", ptx_types[tr_flat_type(t)].text);
	*out = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', *out, PTX_U32);
	tr_seq(t, SEQ_GROUP_ADDRESS, &e);
	return true;
}

static bool word_address(struct tr *t, const struct ptx_operand *o, struct hir_op *out)
{
	return tr_group_address(t, o, t->at.words.has_space ? t->at.words.space : PTX_SPACE_NONE,
		out);
}

void tr_fn_mbarrier_init(struct tr *t)
{
	struct hir_op at, count;
	if (!tr_operand_count(t, 2, 2) || !word_address(t, t->at.inst->operands[0], &at) ||
		!tr_source(t, t->at.inst->operands[1], PTX_U32, &count))
		return;
	tr_env_bind(&t->at.env, 'M', hir_op_address(at, 0), PTX_NONE);
	tr_env_bind(&t->at.env, 'A', count, PTX_U32);
	tr_seq(t, SEQ_MBARRIER_INIT, &t->at.env);
}

static void arrive(struct tr *t, struct hir_op at, struct hir_op count, struct hir_op bytes,
	struct hir_op state)
{
	bool drops = ptx_words_has(&t->at.words, PTX_MOD_ARRIVE_DROP);
	struct hir_op ins[4] = {at, count, drops ? count : hir_op_const(0), bytes};
	tr_library_call(t, TR_LIBRARY_MBARRIER_ARRIVE, "", &state, ins);
}

/* Checks that an arrival in .shared::cluster has no state as its result, as PTX requires. */
static bool check_state(struct tr *t, const struct ptx_operand *state)
{
	bool is_elsewhere = t->at.words.spaces[0] == ptx_space_set(STR("shared::cluster"));
	if (state == NULL || state->kind == PTX_OPND_SINK || !is_elsewhere)
		return true;
	tr_error(t, state->span, "with '.shared::cluster' the state must be '_'");
	return false;
}

/* The operands are {state,} [address] {, count, or bytes with .expect_tx}. */
void tr_fn_mbarrier_arrive(struct tr *t)
{
	struct ptx_operand **o = t->at.inst->operands;
	uint32_t n = t->at.inst->operand_count;
	struct hir_op at, number = hir_op_const(1);
	struct hir_op state = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	bool has_state = n > 0 && o[0]->kind != PTX_OPND_ADDRESS;
	bool expects = ptx_words_has(&t->at.words, PTX_MOD_EXPECT_TX);
	bool counts = expects || ptx_words_has(&t->at.words, PTX_MOD_NOCOMPLETE);
	uint32_t first = has_state ? 1 : 0;
	if (!tr_operand_count(t, first + 1 + counts, first + 2) ||
		!check_state(t, has_state ? o[0] : NULL) ||
		(has_state && o[0]->kind != PTX_OPND_SINK && !tr_dest(t, o[0], PTX_B64, &state)) ||
		!word_address(t, o[first], &at) ||
		(n == first + 2 && !tr_source(t, o[first + 1], PTX_U32, &number)))
		return;
	arrive(t, at, expects ? hir_op_const(1) : number, expects ? number : hir_op_const(0),
		state);
}

/* The operands are [address], bytes: the bytes to come (.expect_tx) or those that have come
 * (.complete_tx). */
void tr_fn_mbarrier_bytes(struct tr *t)
{
	struct hir_op at, bytes, state = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	if (!tr_operand_count(t, 2, 2) || !word_address(t, t->at.inst->operands[0], &at) ||
		!tr_source(t, t->at.inst->operands[1], PTX_U32, &bytes))
		return;
	if (ptx_words_has(&t->at.words, PTX_MOD_COMPLETE_TX)) {
		struct tr_env e = {0};
		tr_env_bind(&e, 'A', bytes, PTX_U32);
		bytes = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		tr_env_bind(&e, 'D', bytes, PTX_U32);
		tr_seq(t, SEQ_MINUS, &e);
	}
	arrive(t, at, hir_op_const(0), bytes, state);
}

/* The operands are complete, [address], state or parity {, time}. The time is not used: try_wait
 * tests once and returns, as PTX lets it return at any time. */
void tr_fn_mbarrier_test(struct tr *t)
{
	struct ptx_operand **o = t->at.inst->operands;
	struct hir_op complete, at, phase;
	bool parity = ptx_words_has(&t->at.words, PTX_MOD_PARITY);
	if (!tr_operand_count(t, 3, ptx_words_has(&t->at.words, PTX_MOD_TRY_WAIT) ? 4 : 3) ||
		!tr_dest(t, o[0], PTX_PRED, &complete) || !word_address(t, o[1], &at) ||
		!tr_source(t, o[2], parity ? PTX_U32 : PTX_B64, &phase))
		return;
	tr_env_bind(&t->at.env, 'D', complete, PTX_PRED);
	tr_env_bind(&t->at.env, 'M', hir_op_address(at, 0), PTX_NONE);
	tr_env_bind(&t->at.env, 'A', phase, PTX_NONE);
	tr_seq(t, parity ? SEQ_MBARRIER_PARITY : SEQ_MBARRIER_STATE, &t->at.env);
}

/* cp.async copies at once, so the arrival that it triggers is done here, too. Without .noinc the
 * expected arrivals grow by one and this arrival takes that back, so that nothing changes. */
void tr_fn_cp_async_mbarrier(struct tr *t)
{
	struct hir_op at, state = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	if (!tr_operand_count(t, 1, 1) || !word_address(t, t->at.inst->operands[0], &at))
		return;
	if (ptx_words_has(&t->at.words, PTX_MOD_NOINC))
		arrive(t, at, hir_op_const(1), hir_op_const(0), state);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates bar and barrier (PTX ISA 9.7.13.1). HSAIL's barrier is for all work-items of
 * a group, so a barrier for a number of threads is a call of a library function that counts them. A
 * vote (bar.red) uses a counter in group memory. */
#include "base/message.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/library.h"
#include "inst/row_functions.h"
#include "inst/tr_barrier.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* The operands {d,} number {, threads} {, predicate}; those that are absent are NULL. */
struct barrier {
	const struct ptx_operand *dest, *number, *threads, *predicate;
};

static bool barrier_operands(enum op_kind kind, const struct ptx_inst *inst, struct barrier *b)
{
	uint32_t n = inst->operand_count;
	struct ptx_operand **o = inst->operands;
	*b = (struct barrier){0};
	if (kind == OP_BARRIER_VOTE) {
		if (n != 3 && n != 4)
			return false;
		b->dest = o[0];
		b->predicate = o[n - 1];
		o++;
		n -= 2;
	}
	if (n != 2 && (n != 1 || kind == OP_BARRIER_ARRIVE))
		return false;
	b->number = o[0];
	b->threads = n == 2 ? o[1] : NULL;
	if (kind != OP_BARRIER_ARRIVE && n == 2 && o[1]->kind == PTX_OPND_INT && o[1]->value == 0)
		b->threads = NULL; /* 0 means all threads */
	return true;
}

uint32_t tr_barrier_numbers(enum op_kind kind, const struct ptx_inst *inst, bool *is_counted)
{
	enum { BARRIERS = 16 };
	struct barrier b;
	if (!barrier_operands(kind, inst, &b))
		return 0;
	*is_counted = b.threads != NULL;
	return b.number->kind == PTX_OPND_INT ? UINT32_C(1) << (b.number->value % BARRIERS)
	                                      : UINT32_C(0xffff);
}

void tr_barriers_start(struct tr *t)
{
	tr_library_call(t, TR_LIBRARY_BARRIER_START, "", NULL, NULL);
}

void tr_barriers_end(struct tr *t)
{
	struct tr_env e = {0};
	tr_library_call(t, TR_LIBRARY_BARRIER_END, "", NULL, NULL);
	tr_seq(t, SEQ_RET, &e);
}

/* Calls the library's barrier, which counts work-items; for barriers of functions that count
 * (struct func). `vote` is 0 or 1, or of kind HIR_OP_NONE. */
static void counted_barrier(struct tr *t, const struct barrier *b, bool waits, struct hir_op number,
	struct hir_op vote, struct hir_op votes)
{
	bool together =
		str_is(t->at.inst->root, "bar") || ptx_words_has(&t->at.words, PTX_MOD_ALIGNED);
	bool has_vote = vote.kind != HIR_OP_NONE;
	struct hir_op ins[3] = {number, hir_op_const(0), has_vote ? vote : hir_op_const(0)};
	if (b->threads != NULL && !tr_source(t, b->threads, PTX_U32, &ins[1]))
		return;
	tr_library_need(t, TR_LIBRARY_DEADLOCK);
	tr_library_call(t, TR_LIBRARY_BARRIER,
		arena_printf(&t->arena, "_%s%s%s%s", waits ? "w" : "",
			b->threads == NULL ? "a" : "", together ? "t" : "", has_vote ? "v" : ""),
		&votes, ins);
}

/* Returns whether the barrier must count work-items. It need not if every barrier is of one number
 * and of all work-items. */
static bool is_counted(const struct tr *t)
{
	return t->body.func->counts && !t->body.func->is_library;
}

static bool take_barrier(struct tr *t, struct barrier *b, struct hir_op *number)
{
	if (!barrier_operands(t->at.row->kind, t->at.inst, b)) {
		tr_error(t, t->at.stmt->span, "wrong number of operands for '" STR_FMT "'",
			STR_ARG(t->at.inst->text));
		return false;
	}
	enum { BARRIERS = 16, WARP_THREADS = 32 };
	if (b->threads != NULL && b->threads->kind == PTX_OPND_INT &&
		(b->threads->value == 0 || b->threads->value % WARP_THREADS != 0)) {
		tr_error(t, b->threads->span,
			"barriers are of a number of whole warps, of 32 threads");
		return false;
	}
	if (b->number->kind == PTX_OPND_INT && b->number->value >= BARRIERS) {
		tr_error(t, b->number->span, "barriers are numbered from 0 to 15");
		return false;
	}
	return tr_source(t, b->number, PTX_U32, number);
}

static void sync_or_arrive(struct tr *t, bool waits)
{
	struct barrier b;
	struct hir_op number, votes = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	if (!take_barrier(t, &b, &number))
		return;
	if (is_counted(t))
		counted_barrier(t, &b, waits, number, (struct hir_op){0}, votes);
	else
		tr_seq(t, SEQ_BAR_SYNC, &t->at.env);
}

void tr_fn_bar_sync(struct tr *t)
{
	sync_or_arrive(t, true);
}

void tr_fn_bar_arrive(struct tr *t)
{
	sync_or_arrive(t, false);
}

/* Writes code that waits at the barrier and counts the work-items whose predicate is true into
 * `votes`. */
static void count_votes(struct tr *t, const struct barrier *b, struct hir_op number,
	struct hir_op predicate, struct hir_op votes)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'A', predicate, PTX_PRED);
	if (is_counted(t)) {
		struct hir_op vote = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		tr_env_bind(&e, 'D', vote, PTX_U32);
		tr_seq(t, SEQ_WORD_OF_PRED, &e);
		counted_barrier(t, b, true, number, vote, votes);
		return;
	}
	struct hir_op counter = {.kind = HIR_OP_ADDRESS,
		.u.address = {
			.var = t->module.reduction, .offset = (int64_t)t->module.reduction_offset}};
	tr_env_bind(&e, 'D', votes, PTX_U32);
	tr_env_bind(&e, 'M', counter, PTX_NONE);
	tr_seq(t, SEQ_BAR_COUNT, &e);
}

void tr_fn_bar_red(struct tr *t)
{
	struct hir_op dest, predicate, number;
	struct barrier b;
	bool is_count = ptx_words_has(&t->at.words, PTX_MOD_POPC);
	bool is_and = ptx_words_has(&t->at.words, PTX_MOD_AND);
	if (!take_barrier(t, &b, &number) ||
		!tr_dest(t, b.dest, is_count ? PTX_U32 : PTX_PRED, &dest) ||
		!tr_source(t, b.predicate, PTX_PRED, &predicate))
		return;
	struct hir_op votes = is_count ? dest : tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	struct tr_env e = {0};
	if (is_and) /* all vote true if none votes false */
		predicate = tr_not(t, predicate);
	count_votes(t, &b, number, predicate, votes);
	if (is_count)
		return;
	tr_env_bind(&e, 'D', dest, PTX_PRED);
	tr_env_bind(&e, 'A', votes, PTX_U32);
	tr_seq(t, is_and ? SEQ_BAR_AND : SEQ_BAR_OR, &e);
}

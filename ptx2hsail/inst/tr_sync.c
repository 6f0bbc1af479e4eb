/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collective operations: barriers with a reduction, votes over lanes by loops, asynchronous copies
 * (PTX ISA 9.7.13, 9.7.9.25). */
#include "base/tr.h"

/* ---- barriers (9.7.13.1) ------------------------------------------------------------------ */

/* {d,} number {, threads} {, predicate} */
struct barrier {
	const struct ptx_operand *dest, *number, *threads, *predicate;
};

static bool barrier_operands(const struct op_row *row, const struct ptx_inst *inst,
	struct barrier *b)
{
	uint32_t n = inst->operand_count;
	struct ptx_operand **o = inst->operands;
	*b = (struct barrier){0};
	if (row->function == tr_fn_bar_red) {
		if (n != 3 && n != 4)
			return false;
		b->dest = o[0];
		b->predicate = o[n - 1];
		o++;
		n -= 2;
	}
	if (n != 2 && (n != 1 || row->function == tr_fn_bar_arrive))
		return false;
	b->number = o[0];
	b->threads = n == 2 ? o[1] : NULL;
	if (row->function != tr_fn_bar_arrive && n == 2 && o[1]->kind == PTX_OPND_INT &&
		o[1]->value == 0)
		b->threads = NULL; /* all of them */
	return true;
}

bool tr_is_barrier(const struct op_row *row)
{
	return row->function == tr_fn_bar_sync || row->function == tr_fn_bar_arrive ||
	       row->function == tr_fn_bar_red;
}

uint32_t tr_barrier_numbers(const struct op_row *row, const struct ptx_inst *inst, bool *is_counted)
{
	enum { BARRIERS = 16 };
	struct barrier b;
	if (!barrier_operands(row, inst, &b))
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

/* Where one barrier of this number has a number of threads. `vote` is 0 or 1, or has no kind. */
static void counted_barrier(struct tr *t, const struct barrier *b, bool waits, struct hir_op number,
	struct hir_op vote, struct hir_op votes)
{
	bool together = str_is(t->inst->root, "bar") || ptx_words_has(&t->words, PTX_MOD_ALIGNED);
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

/* Whether it has to be done by counting; without, all items take part in barriers of one number. */
static bool is_counted(const struct tr *t)
{
	return t->func->counts && !t->func->is_library;
}

static bool take_barrier(struct tr *t, const struct op_row *row, struct barrier *b,
	struct hir_op *number)
{
	if (!barrier_operands(row, t->inst, b)) {
		tr_error(t, t->stmt->span, "wrong number of operands for '" STR_FMT "'",
			STR_ARG(t->inst->text));
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

static void sync_or_arrive(struct tr *t, tr_function *function, bool waits)
{
	const struct op_row row = {.function = function};
	struct barrier b;
	struct hir_op number, votes = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	if (!take_barrier(t, &row, &b, &number))
		return;
	if (is_counted(t))
		counted_barrier(t, &b, waits, number, (struct hir_op){0}, votes);
	else
		tr_seq(t, SEQ_BAR_SYNC, &t->env);
}

void tr_fn_bar_sync(struct tr *t)
{
	sync_or_arrive(t, tr_fn_bar_sync, true);
}

void tr_fn_bar_arrive(struct tr *t)
{
	sync_or_arrive(t, tr_fn_bar_arrive, false);
}

/* Counts the work-items that vote for true, into `votes`. */
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
		.u.address = {.var = t->reduction, .offset = (int64_t)t->reduction_offset}};
	tr_env_bind(&e, 'D', votes, PTX_U32);
	tr_env_bind(&e, 'M', counter, PTX_NONE);
	tr_seq(t, SEQ_BAR_COUNT, &e);
}

void tr_fn_bar_red(struct tr *t)
{
	const struct op_row row = {.function = tr_fn_bar_red};
	struct hir_op dest, predicate, number;
	struct barrier b;
	bool is_count = ptx_words_has(&t->words, PTX_MOD_POPC);
	bool is_and = ptx_words_has(&t->words, PTX_MOD_AND);
	if (!take_barrier(t, &row, &b, &number) ||
		!tr_dest(t, b.dest, is_count ? PTX_U32 : PTX_PRED, &dest) ||
		!tr_source(t, b.predicate, PTX_PRED, &predicate))
		return;
	struct hir_op votes = is_count ? dest : tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	struct tr_env e = {0};
	if (is_and) { /* none for false */
		struct hir_op inverse = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
		tr_env_bind(&e, 'D', inverse, PTX_PRED);
		tr_env_bind(&e, 'A', predicate, PTX_PRED);
		tr_seq(t, SEQ_SETP_NOT, &e);
		predicate = inverse;
	}
	count_votes(t, &b, number, predicate, votes);
	if (is_count)
		return;
	tr_env_bind(&e, 'D', dest, PTX_PRED);
	tr_env_bind(&e, 'A', votes, PTX_U32);
	tr_seq(t, is_and ? SEQ_BAR_AND : SEQ_BAR_OR, &e);
}

/* ---- lanes -------------------------------------------------------------------------------- */

/* d or d|p */
static bool dual_dest(struct tr *t, enum ptx_type type, struct hir_op *d, struct hir_op *p)
{
	const struct ptx_operand *o = t->inst->operands[0];
	*p = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	if (o->kind != PTX_OPND_DUAL)
		return tr_dest(t, o, type, d);
	return tr_dest(t, o->elems[0], type, d) && tr_dest(t, o->elems[1], PTX_PRED, p);
}

void tr_fn_match_all(struct tr *t)
{
	struct hir_op d, p, a, mask;
	enum ptx_type type = t->words.types[0];
	if (!tr_operand_count(t, 3, 3) || !dual_dest(t, PTX_B32, &d, &p) ||
		!tr_source(t, t->inst->operands[1], type, &a) ||
		!tr_source(t, t->inst->operands[2], PTX_B32, &mask))
		return;
	tr_env_bind(&t->env, 'D', d, PTX_B32);
	tr_env_bind(&t->env, 'Q', p, PTX_PRED);
	tr_env_bind(&t->env, 'A', a, type);
	tr_env_bind(&t->env, 'B', mask, PTX_B32);
	tr_seq(t, SEQ_MATCH_ALL, &t->env);
}

void tr_fn_elect(struct tr *t)
{
	struct hir_op d, p, mask;
	if (!tr_operand_count(t, 2, 2))
		return;
	if (t->inst->operands[0]->kind != PTX_OPND_DUAL) {
		tr_error(t, t->inst->operands[0]->span,
			"expected a register and a predicate, as '%%r|%%p'");
		return;
	}
	if (!dual_dest(t, PTX_B32, &d, &p) || !tr_source(t, t->inst->operands[1], PTX_B32, &mask))
		return;
	tr_env_bind(&t->env, 'D', d, PTX_B32);
	tr_env_bind(&t->env, 'Q', p, PTX_PRED);
	tr_env_bind(&t->env, 'B', mask, PTX_B32);
	tr_seq(t, SEQ_ELECT, &t->env);
}

void tr_fn_redux(struct tr *t)
{
	enum ptx_type type = t->words.types[0];
	enum ptx_mod op = t->words.classes[PTX_CLASS_REDUX];
	bool arithmetic = op == PTX_MOD_ADD || op == PTX_MOD_MIN || op == PTX_MOD_MAX;
	if (arithmetic == (type == PTX_B32)) {
		tr_no_translation(t);
		return;
	}
	uint64_t start = op == PTX_MOD_AND   ? UINT32_MAX
	                 : op == PTX_MOD_MIN ? (type == PTX_S32 ? INT32_MAX : UINT32_MAX)
	                 : op == PTX_MOD_MAX && type == PTX_S32 ? UINT64_C(0x80000000)
	                                                        : 0;
	tr_env_text(&t->env, "type", ptx_types[type].hsail);
	tr_env_bind(&t->env, 'E', hir_op_const(start), PTX_U32);
	tr_seq(t, SEQ_REDUX, &t->env);
}

void tr_fn_redux_float(struct tr *t)
{
	enum ptx_mod op = t->words.classes[PTX_CLASS_REDUX];
	struct hir_op value = t->env.bind['A' - 'A'],
		      any_nan = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	bool with_nan = ptx_words_has(&t->words, PTX_MOD_NAN);
	enum { NAN_BITS = 0x7fffffff };
	if (op != PTX_MOD_MIN && op != PTX_MOD_MAX) {
		tr_no_translation(t);
		return;
	}
	struct tr_env e = t->env;
	if (ptx_words_has(&t->words, PTX_MOD_ABS)) {
		tr_env_bind(&e, 'D', tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE), PTX_F32);
		tr_seq(t, SEQ_MAGNITUDE, &e);
		value = e.bind['D' - 'A'];
		tr_env_bind(&e, 'A', value, PTX_F32);
	}
	tr_env_bind(&e, 'D', any_nan, PTX_PRED);
	if (with_nan)
		tr_seq(t, SEQ_REDUX_NAN, &e);
	tr_env_bind(&e, 'D', t->env.bind['D' - 'A'], PTX_F32);
	tr_env_text(&e, "type", "f32");
	tr_env_bind(&e, 'E', hir_op_const(NAN_BITS), PTX_F32); /* any number wins over it */
	tr_seq(t, SEQ_REDUX, &e);
	tr_env_bind(&e, 'A', any_nan, PTX_PRED);
	if (with_nan)
		tr_seq(t, SEQ_REDUX_ANY_NAN, &e);
}

/* ---- cp.async ---------------------------------------------------------------------------- */

/* A source shorter than the copy: byte by byte, with zeros behind. */
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

/* How many bytes of the source count: a number, or none when a predicate is true. */
static bool copied_bytes(struct tr *t, const struct ptx_operand *o, uint64_t bytes,
	struct hir_op *out)
{
	const struct symbol *s = o->kind == PTX_OPND_NAME ? scope_find(t, t->scope, o->name) : NULL;
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
	bool only_most = ptx_words_has(&t->words, PTX_MOD_CG);
	if (bytes == 16 || (!only_most && (bytes == 4 || bytes == 8)))
		return true;
	tr_error(t, t->inst->operands[2]->span,
		only_most ? "with '.cg' copies are of 16 bytes" : "copies are of 4, 8 or 16 bytes");
	return false;
}

/* [shared], [global], bytes {, bytes of the source, or whether to ignore it} {, cache policy} */
void tr_fn_cp_async(struct tr *t)
{
	struct tr_address to, from;
	struct hir_op source_bytes = {0};
	uint64_t bytes = 0;
	bool has_policy = ptx_words_has(&t->words, PTX_MOD_L2_CACHE_HINT);
	uint32_t n = t->inst->operand_count - has_policy;
	if (!tr_operand_count(t, 3u + has_policy, 4u + has_policy) ||
		!tr_constant(t, t->inst->operands[2], PTX_U32, &bytes))
		return;
	if (!check_copied(t, bytes))
		return;
	if (!tr_address(t, t->inst->operands[0], PTX_SPACE_SHARED, bytes, &to) ||
		!tr_address(t, t->inst->operands[1], PTX_SPACE_GLOBAL, bytes, &from) ||
		(n == 4 && !copied_bytes(t, t->inst->operands[3], bytes, &source_bytes)))
		return;
	if (n == 4 && source_bytes.kind == HIR_OP_CONST && source_bytes.u.value > bytes) {
		tr_error(t, t->inst->operands[3]->span,
			"the source cannot be larger than the copy");
		return;
	}
	if (n == 4 && !(source_bytes.kind == HIR_OP_CONST && source_bytes.u.value >= bytes)) {
		copy_part(t, &to, &from, bytes, source_bytes);
		return;
	}
	tr_env_bind(&t->env, 'M', to.op, PTX_NONE);
	tr_env_bind(&t->env, 'X', from.op, PTX_NONE);
	tr_seq(t, bytes == 4 ? SEQ_COPY_4 : bytes == 8 ? SEQ_COPY_8 : SEQ_COPY_16, &t->env);
}

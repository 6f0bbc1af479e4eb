/* Collective operations: barriers with a reduction, votes over lanes by loops, asynchronous copies
 * (PTX ISA 9.7.13, 9.7.9.25). */
#include "translate_impl.h"

/* d, barrier, predicate. A count in between would name a part of the work-group. */
void tr_fn_bar_red(struct tr *t)
{
	struct hir_op dest, predicate, barrier;
	bool is_count = ptx_words_has(&t->words, PTX_MOD_POPC);
	bool is_and = ptx_words_has(&t->words, PTX_MOD_AND);
	if (t->inst->operand_count == 4) {
		tr_unsupported(t, t->stmt->span, "barrier of a number of threads");
		return;
	}
	if (!tr_operand_count(t, 3, 3) ||
		!tr_dest(t, t->inst->operands[0], is_count ? PTX_U32 : PTX_PRED, &dest) ||
		!tr_source(t, t->inst->operands[1], PTX_U32, &barrier) ||
		!tr_source(t, t->inst->operands[2], PTX_PRED, &predicate))
		return;
	struct hir_op counter = {.kind = HIR_OP_ADDRESS,
		.u.address = {.var = t->reduction, .offset = (int64_t)t->reduction_offset}};
	struct hir_op count = is_count ? dest : tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	struct tr_env e = {0};
	if (is_and) {
		struct hir_op inverse = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
		tr_env_bind(&e, 'D', inverse, PTX_PRED);
		tr_env_bind(&e, 'A', predicate, PTX_PRED);
		tr_seq(t, SEQ_SETP_NOT, &e);
		predicate = inverse;
	}
	tr_env_bind(&e, 'D', count, PTX_U32);
	tr_env_bind(&e, 'A', predicate, PTX_PRED);
	tr_env_bind(&e, 'M', counter, PTX_NONE);
	tr_seq(t, SEQ_BAR_COUNT, &e);
	if (is_count)
		return;
	tr_env_bind(&e, 'D', dest, PTX_PRED);
	tr_env_bind(&e, 'A', count, PTX_U32);
	tr_seq(t, is_and ? SEQ_BAR_AND : SEQ_BAR_OR, &e);
}

/* d or d|p, or p alone for elect */
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
	if (!tr_operand_count(t, 2, 2) || !dual_dest(t, PTX_B32, &d, &p) ||
		!tr_source(t, t->inst->operands[1], PTX_B32, &mask))
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

/* ---- cp.async ---------------------------------------------------------------------------- */

static struct hir_op indexed(struct hir_op reg)
{
	return (struct hir_op){.kind = HIR_OP_ADDRESS, .u.address.reg = reg.u.reg};
}

/* A source shorter than the copy: byte by byte, with zeros behind. */
static void copy_part(struct tr *t, const struct tr_address *to, const struct tr_address *from,
	uint64_t bytes, struct hir_op source_bytes)
{
	struct hir_op to_base, from_base;
	if (!tr_address_value(t, to, &to_base) || !tr_address_value(t, from, &from_base))
		return;
	struct tr_env e = {0};
	struct hir_op from_at = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	struct hir_op to_at = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'A', source_bytes, PTX_U32);
	tr_env_bind(&e, 'B', hir_op_const(bytes), PTX_U32);
	tr_env_bind(&e, 'C', to_base, PTX_U32);
	tr_env_bind(&e, 'E', from_base, PTX_U64);
	tr_env_bind(&e, 'F', from_at, PTX_U64);
	tr_env_bind(&e, 'G', to_at, PTX_U32);
	tr_env_bind(&e, 'Y', indexed(from_at), PTX_NONE);
	tr_env_bind(&e, 'Z', indexed(to_at), PTX_NONE);
	tr_seq(t, SEQ_COPY_PART, &e);
}

/* [shared], [global], bytes {, bytes of the source} */
void tr_fn_cp_async(struct tr *t)
{
	struct tr_address to, from;
	struct hir_op source_bytes = {0};
	uint64_t bytes = 0;
	uint32_t n = t->inst->operand_count;
	if (!tr_operand_count(t, 3, 4) || !tr_constant(t, t->inst->operands[2], PTX_U32, &bytes))
		return;
	if (bytes != 4 && bytes != 8 && bytes != 16) {
		tr_error(t, t->inst->operands[2]->span, "copies are of 4, 8 or 16 bytes");
		return;
	}
	if (!tr_address(t, t->inst->operands[0], PTX_SPACE_SHARED, bytes, &to) ||
		!tr_address(t, t->inst->operands[1], PTX_SPACE_GLOBAL, bytes, &from) ||
		(n == 4 && !tr_source(t, t->inst->operands[3], PTX_U32, &source_bytes)))
		return;
	if (n == 4 && !(source_bytes.kind == HIR_OP_CONST && source_bytes.u.value >= bytes)) {
		copy_part(t, &to, &from, bytes, source_bytes);
		return;
	}
	tr_env_bind(&t->env, 'M', to.op, PTX_NONE);
	tr_env_bind(&t->env, 'X', from.op, PTX_NONE);
	tr_seq(t, bytes == 4 ? SEQ_COPY_4 : bytes == 8 ? SEQ_COPY_8 : SEQ_COPY_16, &t->env);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls that a wave makes of functions with code of their own (kernel_abi.h: fw.NAME): one call for
 * all lanes that are on, with a mask.
 *
 * Arguments are rows in memory, on the processor's stack, with an element for each of the wave's
 * lanes. So the convention does not depend on how many lanes the vectors of either side have. Lanes
 * of an indirect call that have the same target are called together. */
#include "gang/gang_call.h"
#include "gang/gang_lanes.h"
#include "lower/call.h"
#include "lower/lower_stack.h"

static LLVMValueRef i64_of(struct fin_lower *w, uint64_t v)
{
	return LLVMConstInt(w->l->i64, v, false);
}

/* ---- formals in registers ------------------------------------------------------------------- */

static LLVMTypeRef part_type(struct fin_gang *g, const struct fin_operand *o)
{
	return fin_vector_of(fin_int_type(g->w->l, isa_type_find(o->type)->bits), g->lanes);
}

static void enter_formal(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_row *r = &g->in_rows[i->operands[1].v[0].lo];

	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view v = fin_gang_vectors(g, p);

		fin_dst(&v.w, i, fin_row_get(g, g->w->in, r, p, part_type(g, &i->operands[0])));
	}
}

/* Stores a register to a formal's row. Lanes that are off keep what they have there. */
static void return_formal(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_row *r = &g->out_rows[i->operands[1].v[0].lo];

	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view lanes = fin_gang_vectors(g, p);
		LLVMValueRef v = fin_src(&lanes.w, i, 0);

		if (g->mask != NULL)
			v = fin_select(g->w->l, g->mask[p], v,
				fin_row_get(g, g->w->out, r, p, LLVMTypeOf(v)));
		fin_row_put(g, g->w->out, r, p, v);
	}
}

/* ---- arguments of a call -------------------------------------------------------------------- */

struct wave_call {
	struct fin_gang *g;
	const struct fin_inst *i;
	struct fin_row *in_rows, *out_rows;
	LLVMValueRef in, out;
};

static const struct fin_variable *variable_of(const struct wave_call *c, const struct fin_arg *a)
{
	return c->g->w->f->locals[a->local].var;
}

/* The memory for the rows of a call. Rows are written just before a call and read right after it,
 * so the next call can have the same memory. */
static LLVMValueRef block_of(struct wave_call *c, struct fin_rows_block *kept, uint64_t bytes)
{
	struct fin_lower *w = c->g->w;
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(w->entry));

	if (kept->fn == fn && kept->bytes >= bytes)
		return kept->at;
	kept->at = LLVMBuildAlloca(w->entry, LLVMArrayType2(w->l->i8, bytes), "");
	LLVMSetAlignment(kept->at, HSAEMU_SEGMENT_ALIGN);
	kept->fn = fn;
	kept->bytes = bytes;
	return kept->at;
}

static void make_blocks(struct wave_call *c)
{
	struct fin_lower *w = c->g->w;
	const struct fin_call *call = c->i->call;
	const struct fin_function *f = call->callee;
	uint64_t in_bytes, out_bytes;

	c->in_rows = fin_rows_of(w->m->arena, f->in, f->in_count, &in_bytes);
	c->out_rows = fin_rows_of(w->m->arena, f->out, f->out_count, &out_bytes);
	for (uint32_t k = 0; k < f->in_count; k++) /* only the last one can be open */
		if (c->in_rows[k].is_open) {
			const struct fin_variable *v = variable_of(c, &call->in[k]);

			c->in_rows[k].stride = align_up(v->bytes, v->align);
			in_bytes += HSAEMU_WAVESIZE * c->in_rows[k].stride;
		}
	c->in = block_of(c, &c->g->call_in, in_bytes);
	c->out = block_of(c, &c->g->call_out, out_bytes);
	for (uint32_t k = 0; k < f->in_count; k++)
		if (c->in_rows[k].is_open) {
			LLVMBuildStore(w->l->b, i64_of(w, c->in_rows[k].stride),
				fin_byte_offset(w, c->in, c->in_rows[k].offset - FIN_ROW_HEADER));
			/* the stride is known here, so the header need not be read */
			c->in_rows[k].is_open = false;
		}
}

static bool any_in_memory(const struct fin_arg *args, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		if (args[k].operand == FIN_IN_MEMORY)
			return true;
	return false;
}

/* Copies variables in the private frames to the block of arguments, or back, for all lanes that are
 * on. */
static void copy_variables(struct wave_call *c, const struct fin_arg *args, uint32_t count,
	const struct fin_row *rows, LLVMValueRef block, bool back)
{
	struct fin_lower *w = c->g->w;
	struct fin_lane_loop l;

	if (!any_in_memory(args, count))
		return;
	l = fin_gang_open_lanes(c->g);
	for (uint32_t k = 0; k < count; k++) {
		const struct fin_variable *v = variable_of(c, &args[k]);
		LLVMValueRef mine, other;

		if (args[k].operand != FIN_IN_MEMORY)
			continue;
		mine = fin_private_variable(&l.lane.w, args[k].local);
		other = fin_row_element(&l.lane, block, &rows[k]);
		LLVMBuildMemCpy(w->l->b, back ? mine : other, v->align, back ? other : mine,
			v->align, i64_of(w, v->bytes));
	}
	fin_gang_close_lanes(c->g, &l);
}

static void put_args(struct wave_call *c)
{
	const struct fin_call *call = c->i->call;

	for (uint32_t k = 0; k < call->in_count; k++)
		for (unsigned p = 0; call->in[k].operand != FIN_IN_MEMORY && p < c->g->parts; p++) {
			struct fin_view v = fin_gang_vectors(c->g, p);

			fin_row_put(c->g, c->in, &c->in_rows[k], p,
				fin_src(&v.w, c->i, call->in[k].operand));
		}
	/* if a callee does not write its result, the result is zero, not what LLVM may take for
	 * anything */
	for (uint32_t k = 0; k < call->out_count; k++)
		for (unsigned p = 0; call->out[k].operand != FIN_IN_MEMORY && p < c->g->parts; p++)
			fin_row_put(c->g, c->out, &c->out_rows[k], p,
				LLVMConstNull(part_type(c->g,
					&c->i->operands[call->out[k].operand])));
	copy_variables(c, call->in, call->in_count, c->in_rows, c->in, false);
}

static void take_results(struct wave_call *c)
{
	const struct fin_call *call = c->i->call;

	for (uint32_t k = 0; k < call->out_count; k++)
		for (unsigned p = 0; call->out[k].operand != FIN_IN_MEMORY && p < c->g->parts;
			p++) {
			const struct fin_operand *o = &c->i->operands[call->out[k].operand];
			struct fin_view v = fin_gang_vectors(c->g, p);

			fin_value_set(&v.w, &o->v[0], o->type,
				fin_row_get(c->g, c->out, &c->out_rows[k], p, part_type(c->g, o)));
		}
	copy_variables(c, call->out, call->out_count, c->out_rows, c->out, true);
}

/* ---- the call ------------------------------------------------------------------------------- */

LLVMTypeRef fin_wave_type(struct fin_llvm *l)
{
	LLVMTypeRef types[] = {
		l->ptr, l->ptr, l->i32, l->i32, l->ptr, l->ptr, l->ptr, l->i64, l->i32};

	return LLVMFunctionType(l->void_, types, ARRAY_LEN(types), false);
}

LLVMValueRef fin_wave_declare(struct fin_lower *w, struct fin_function *f)
{
	f->wants_wave = true;
	return fin_function_declare(w, FIN_CODE_WAVE, f, fin_wave_type(w->l));
}

/* The highest top of stack among the lanes that are on. */
static LLVMValueRef highest_top(struct fin_gang *g)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef top = LLVMConstInt(l->i32, 0, false);

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMTypeRef types[] = {fin_vector_of(l->i32, g->lanes), LLVMTypeOf(g->block[p])};
		LLVMValueRef args[] = {fin_byte_offset(g->w, g->block[p], HSAEMU_STACK_TOP),
			LLVMConstInt(l->i32, sizeof(uint32_t), false),
			g->mask != NULL ? g->mask[p] : fin_gang_all(g), LLVMConstNull(types[0])};

		top = fin_intrinsic2(l, "llvm.umax", top,
			fin_intrinsic1(l, "llvm.vector.reduce.umax",
				fin_intrinsic(l, "llvm.masked.gather", types, 2, args, 4)));
	}
	return top;
}

static LLVMValueRef top_of_stack(struct fin_gang *g)
{
	if (g->w->f->has_alloca)
		return highest_top(g);
	if (g->top != NULL)
		return g->top;
	return fin_stack_bottom(g->w);
}

static void call_target(struct wave_call *c, LLVMValueRef fn, LLVMValueRef lanes)
{
	struct fin_gang *g = c->g;
	struct fin_lower *w = g->w;
	LLVMValueRef blocks = LLVMBuildExtractElement(w->l->b, g->block[0],
		LLVMConstInt(w->l->i32, 0, false), "");
	LLVMValueRef top = c->i->call->callee->device != NULL ? LLVMConstInt(w->l->i32, 0, false)
	                                                      : top_of_stack(g);
	LLVMValueRef args[] = {w->dispatch, w->wg, g->flat_base[0], lanes, c->out, c->in, blocks,
		w->block_bytes, top};

	LLVMBuildCall2(w->l->b, fin_wave_type(w->l), fn, args, ARRAY_LEN(args), "");
}

static LLVMValueRef code_of(struct wave_call *c, LLVMValueRef handle)
{
	struct fin_view once = fin_gang_once(c->g);

	return fin_call_handle(&once.w, handle,
		offsetof(struct hsaemu_function_descriptor, wave_offset));
}

/* The lanes whose handle is `target`, as bits. */
static LLVMValueRef lanes_of_target(struct wave_call *c, LLVMValueRef target)
{
	LLVMValueRef same[FIN_MAX_PARTS];

	for (unsigned p = 0; p < c->g->parts; p++) {
		struct fin_view v = fin_gang_vectors(c->g, p);

		same[p] = LLVMBuildICmp(c->g->w->l->b, LLVMIntEQ, fin_src(&v.w, c->i, 0),
			fin_splat(c->g->w->l, target, c->g->lanes), "");
	}
	return fin_gang_wave_bits(c->g, same);
}

/* Stores the handles of the wave in memory, where that of a lane is found by its number. */
static LLVMValueRef handle_table(struct wave_call *c)
{
	struct fin_lower *w = c->g->w;
	LLVMValueRef table =
		LLVMBuildAlloca(w->entry, LLVMArrayType2(w->l->i64, HSAEMU_WAVESIZE), "");

	LLVMSetAlignment(table, FIN_ROW_ALIGN);
	for (unsigned p = 0; p < c->g->parts; p++) {
		struct fin_view v = fin_gang_vectors(c->g, p);

		LLVMSetAlignment(LLVMBuildStore(w->l->b, fin_src(&v.w, c->i, 0),
					 fin_gang_element(c->g, w->l->i64, table, p * c->g->lanes)),
			8);
	}
	return table;
}

static LLVMValueRef handle_at(struct wave_call *c, LLVMValueRef table, LLVMValueRef lane)
{
	struct fin_llvm *l = c->g->w->l;
	LLVMValueRef index = fin_resize(l, lane, 64, false);

	return LLVMBuildLoad2(l->b, l->i64, LLVMBuildGEP2(l->b, l->i64, table, &index, 1, ""), "");
}

/* Makes a loop that runs while lanes are left: it calls the first lane's target for all lanes that
 * have the same target. */
static void call_distinct(struct wave_call *c, LLVMValueRef lanes)
{
	struct fin_llvm *l = c->g->w->l;
	LLVMValueRef table = handle_table(c), left, target, same, next;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b), here;
	LLVMBasicBlockRef head = fin_gang_block(c->g, "targets"), after = fin_gang_block(c->g, "");

	LLVMBuildBr(l->b, head);
	LLVMPositionBuilderAtEnd(l->b, head);
	left = LLVMBuildPhi(l->b, l->i32, "");
	target = handle_at(c, table, fin_lowest_bit(c->g->w->l, left));
	same = LLVMBuildAnd(l->b, lanes_of_target(c, target), left, "");
	call_target(c, code_of(c, target), same);
	next = LLVMBuildAnd(l->b, left, LLVMBuildNot(l->b, same, ""), "");
	here = LLVMGetInsertBlock(l->b);
	LLVMAddIncoming(left, &lanes, &before, 1);
	LLVMAddIncoming(left, &next, &here, 1);
	LLVMBuildCondBr(l->b, LLVMBuildICmp(l->b, LLVMIntNE, next, fin_like(next, 0), ""), head,
		after);
	LLVMPositionBuilderAtEnd(l->b, after);
}

static void call_indirect(struct wave_call *c, LLVMValueRef lanes)
{
	const struct fin_value *v = &c->i->operands[0].v[0];
	struct fin_view once = fin_gang_once(c->g);

	if (v->kind != FIN_VALUE_REG || fin_is_uniform(c->g->s->of[v->reg]))
		call_target(c, code_of(c, fin_src(&once.w, c->i, 0)), lanes);
	else
		call_distinct(c, lanes);
}

/* Makes the call unless no lane is on: otherwise a recursive function would not end. */
static void call_if_any(struct wave_call *c)
{
	struct fin_gang *g = c->g;
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef lanes = fin_gang_wave_bits(g, g->mask);
	LLVMBasicBlockRef on = fin_gang_block(g, "call"), after = fin_gang_block(g, "");

	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, lanes, fin_like(lanes, 0), ""), on, after);
	LLVMPositionBuilderAtEnd(b, on);
	if (c->i->call->indirect)
		call_indirect(c, lanes);
	else
		call_target(c, fin_wave_declare(g->w, c->i->call->callee), lanes);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}

static void lower_call(struct fin_gang *g, const struct fin_inst *i)
{
	struct wave_call c = {.g = g, .i = i};

	if (g->parts * g->lanes != HSAEMU_WAVESIZE)
		BUG("code+0x%x: call of a part of a wave", i->off);
	make_blocks(&c);
	put_args(&c);
	call_if_any(&c);
	take_results(&c);
}

void fin_gang_call(struct fin_gang *g, const struct fin_inst *i)
{
	if (i->call != NULL)
		lower_call(g, i);
	else if (i->pseudo == FIN_PSEUDO_ENTER)
		enter_formal(g, i);
	else
		return_formal(g, i);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts functions in place of direct calls (PRM 10.2): barriers, uniformity and registers then need
 * no interprocedural analysis. What stays a call is of a function that is only declared, or of one
 * that stays (budget.c).
 *
 * An argument variable of the caller and the formal that it is passed to become one variable: each
 * argument variable belongs to exactly one call, is written before that call and read after it. */
#include "ir/ir.h"
#include "module/module_passes.h"

struct inliner {
	struct fin_module *m;
	struct fin_function *dst;
	const struct fin_site *site; /* with -g: the call that is being replaced */
	/* the last place that place_of() was asked for, and its answer */
	const struct fin_loc *from, *loc;
};

/* ---- copying -------------------------------------------------------------------------------- */

static uint32_t formal_argument(const struct fin_function *f, const struct fin_call *c,
	const struct fin_variable *v)
{
	for (uint32_t i = 0; i < f->in_count; i++)
		if (f->in[i] == v)
			return c->in[i].local;
	for (uint32_t i = 0; i < f->out_count; i++)
		if (f->out[i] == v)
			return c->out[i].local;
	return FIN_NO_LOCAL;
}

static bool shared_by_activations(const struct fin_variable *v)
{
	return v->segment == BRIG_SEGMENT_GROUP || v->module_scope;
}

/* Returns the local of the destination for each local of `src`. `c`, whose locals are the
 * destination's, is the call being replaced, or NULL for the outermost function. */
static uint32_t *map_locals(struct inliner *in, const struct fin_function *src,
	const struct fin_call *c)
{
	uint32_t *map = ARENA_ARRAY(in->m->arena, uint32_t, src->local_count);

	for (size_t i = 0; i < src->local_count; i++) {
		const struct fin_variable *v = src->locals[i].var;

		map[i] = c != NULL ? formal_argument(src, c, v) : FIN_NO_LOCAL;
		if (map[i] == FIN_NO_LOCAL)
			map[i] = shared_by_activations(v) ? fin_local_of(in->dst, v)
			                                  : fin_local_new(in->dst, v);
	}
	return map;
}

static uint32_t *map_registers(struct inliner *in, const struct fin_function *src)
{
	uint32_t *map = ARENA_ARRAY(in->m->arena, uint32_t, src->reg_count);

	for (size_t i = 0; i < src->reg_count; i++)
		map[i] = fin_reg_new(in->dst, src->regs[i]);
	return map;
}

static struct fin_arg *map_args(struct inliner *in, const struct fin_arg *args, uint32_t count,
	const uint32_t *map)
{
	struct fin_arg *copy = ARENA_ARRAY(in->m->arena, struct fin_arg, count);

	for (uint32_t i = 0; i < count; i++)
		copy[i] = (struct fin_arg){map[args[i].local], args[i].operand};
	return copy;
}

static struct fin_call *copy_call(struct inliner *in, const struct fin_call *c,
	const uint32_t *locals)
{
	struct fin_call *copy = ARENA_NEW(in->m->arena, struct fin_call);

	*copy = *c;
	copy->in = map_args(in, c->in, c->in_count, locals);
	copy->out = map_args(in, c->out, c->out_count, locals);
	return copy;
}

/* A place in the callee as a place in code that stands for the call. Consecutive instructions often
 * share one, so the last answer is kept. */
static const struct fin_loc *place_of(struct inliner *in, const struct fin_loc *from)
{
	struct fin_loc *loc;

	if (in->site == NULL || from == NULL)
		return from;
	if (from != in->from) {
		loc = ARENA_NEW(in->m->arena, struct fin_loc);
		*loc = *from;
		loc->site = in->site;
		in->from = from;
		in->loc = loc;
	}
	return in->loc;
}

/* Makes `site` the call whose body is copied from here on; returns the one before. */
static const struct fin_site *change_site(struct inliner *in, const struct fin_site *site)
{
	const struct fin_site *old = in->site;

	in->site = site;
	in->from = NULL;
	return old;
}

static const struct fin_site *site_of(struct inliner *in, const struct fin_inst *call)
{
	struct fin_site *site;

	if (!in->m->debug_info)
		return NULL;
	site = ARENA_NEW(in->m->arena, struct fin_site);
	*site = (struct fin_site){call->call->callee, call->loc};
	return site;
}

static struct fin_inst *copy_inst(struct inliner *in, const struct fin_inst *i,
	const uint32_t *regs, const uint32_t *locals)
{
	struct fin_inst *copy = ARENA_NEW(in->m->arena, struct fin_inst);

	*copy = *i;
	copy->loc = place_of(in, i->loc);
	copy->operands = ARENA_ARRAY(in->m->arena, struct fin_operand, i->operand_count);
	for (unsigned k = 0; k < i->operand_count; k++) {
		copy->operands[k] = i->operands[k];
		if (i->operands[k].kind == FIN_OPND_ADDRESS && i->operands[k].local != FIN_NO_LOCAL)
			copy->operands[k].local = locals[i->operands[k].local];
	}
	fin_inst_rename(copy, regs);
	if (i->call != NULL)
		copy->call = copy_call(in, i->call, locals);
	return copy;
}

static void copy_term(struct inliner *in, struct fin_block *to, const struct fin_term *t,
	const uint32_t *regs, struct fin_block *after)
{
	if (t->kind == FIN_TERM_RET && after != NULL) {
		fin_term_set(in->m, to, FIN_TERM_BR, 1);
		to->term.succ[0] = after;
	} else {
		fin_term_set(in->m, to, t->kind, t->succ_count);
		to->term.value = t->value;
		to->term.value_bits = t->value_bits;
		if (t->value.kind == FIN_VALUE_REG && t->value_bits != 0)
			to->term.value.reg = regs[t->value.reg];
		for (uint32_t i = 0; i < t->succ_count; i++)
			to->term.succ[i] = t->succ[i]->copy;
	}
	to->term.of_wave = t->of_wave;
	to->term.width = t->width;
	to->term.off = t->off;
	to->term.loc = place_of(in, t->loc);
}

static void append_stack_op(struct inliner *in, struct fin_block *b, enum fin_pseudo pseudo,
	uint32_t reg)
{
	struct fin_inst *i = ARENA_NEW(in->m->arena, struct fin_inst);

	i->lowering = ISA_LOWER_ALLOCA;
	i->pseudo = pseudo;
	i->operand_count = 1;
	i->operands = ARENA_NEW(in->m->arena, struct fin_operand);
	i->operands[0] = (struct fin_operand){.kind = FIN_OPND_VALUES,
		.type = BRIG_TYPE_U32,
		.is_dest = pseudo == FIN_PSEUDO_STACK_SAVE,
		.count = 1,
		.v[0] = {.kind = FIN_VALUE_REG, .reg = reg}};
	fin_block_append(b, i);
}

static struct fin_block *copy_body(struct inliner *in, struct fin_function *src,
	const struct fin_call *c, struct fin_block *after);

/* Replaces a call at the end of `b`: the callee's code runs between `b` and the block that is
 * returned. */
static struct fin_block *inline_call(struct inliner *in, struct fin_block *b,
	const struct fin_inst *call)
{
	const struct fin_call *c = call->call;
	const struct fin_site *outer;
	struct fin_block *after = fin_block_new(in->dst);
	uint32_t saved = 0;

	if (c->callee->has_alloca) {
		saved = fin_reg_new(in->dst, (struct fin_reg){32, 'v', 0});
		append_stack_op(in, b, FIN_PSEUDO_STACK_SAVE, saved);
	}
	fin_term_set(in->m, b, FIN_TERM_BR, 1);
	outer = change_site(in, site_of(in, call));
	b->term.succ[0] = copy_body(in, c->callee, c, after);
	change_site(in, outer);
	if (c->callee->has_alloca)
		append_stack_op(in, after, FIN_PSEUDO_STACK_RESTORE, saved);
	return after;
}

/* Appends a copy of `src` to the destination, in which a ret goes to `after` unless that is NULL.
 * Returns the copy's entry. */
static struct fin_block *copy_body(struct inliner *in, struct fin_function *src,
	const struct fin_call *c, struct fin_block *after)
{
	uint32_t *locals = map_locals(in, src, c);
	uint32_t *regs = map_registers(in, src);

	in->dst->has_barrier |= src->has_barrier;
	in->dst->has_alloca |= src->has_alloca;
	for (size_t k = 0; k < src->block_count; k++)
		src->blocks[k]->copy = fin_block_new(in->dst);
	for (size_t k = 0; k < src->block_count; k++) {
		struct fin_block *to = src->blocks[k]->copy;

		for (const struct fin_inst *i = src->blocks[k]->first; i != NULL; i = i->next) {
			struct fin_inst *copy = copy_inst(in, i, regs, locals);

			if (i->call != NULL && i->call->callee->definition &&
				!i->call->callee->stays) {
				to = inline_call(in, to, copy);
				continue;
			}
			fin_block_append(to, copy);
		}
		copy_term(in, to, &src->blocks[k]->term, regs, after);
	}
	return src->blocks[0]->copy;
}

struct fin_function *fin_inline(struct fin_function *f)
{
	struct inliner in = {.m = f->module, .dst = fin_function_new(f->module)};
	struct fin_function *dst = in.dst;
	struct fin_block *entry;

	*dst = *f;
	dst->regs = NULL;
	dst->locals = NULL;
	dst->blocks = NULL;
	dst->reg_count = dst->reg_cap = 0;
	dst->local_count = dst->local_cap = 0;
	dst->block_count = dst->block_cap = 0;
	/* a block without predecessors, even when the body loops to its start */
	entry = fin_block_new(dst);
	fin_term_set(f->module, entry, FIN_TERM_BR, 1);
	entry->term.succ[0] = copy_body(&in, f, NULL, NULL);
	return dst;
}

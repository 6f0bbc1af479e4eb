/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Some facts must be known about all bodies before the first is translated: the functions whose
 * address is taken, and which functions may end the work-item or use barriers of a number of
 * threads, also by what they call. This file finds them. */
#include "base/func.h"
#include "base/scope.h"
#include "base/tr.h"
#include "declare/function_address.h"
#include "declare/system_functions.h"
#include "declare/variables.h"
#include "inst/tr_barrier.h"
#include "module/prescan.h"

static void scan_address(struct tr *t, const struct ptx_operand *o, bool in_code)
{
	if (o->kind != PTX_OPND_NAME)
		return;
	const struct symbol *s = scope_find(t, t->module.globals, o->name);
	if (s != NULL && s->kind == SYM_FUNC && !s->func->ptx->is_entry)
		tr_take_address(t, s->func, in_code);
}

static void scan_init(struct tr *t, const struct ptx_init *i)
{
	for (; i != NULL; i = i->next) {
		if (i->is_list)
			scan_init(t, i->children);
		else
			scan_address(t, i->value, false);
	}
}

static void scan_call(struct tr *t, struct prescan *p, const struct ptx_inst *inst)
{
	uint32_t i = inst->operand_count > 0 && inst->operands[0]->kind == PTX_OPND_LIST ? 1 : 0;
	if (i == inst->operand_count || inst->operands[i]->kind != PTX_OPND_NAME)
		return;
	const struct symbol *s = scope_find(t, t->module.globals, inst->operands[i]->name);
	if (s == NULL) {
		p->func->calls_any = true;
		return;
	}
	if (s->kind != SYM_FUNC)
		return;
	struct func_edge *e = ARENA_NEW(&t->arena, struct func_edge);
	e->callee = s->func;
	e->next = p->func->calls;
	p->func->calls = e;
}

static void scan_barrier(struct prescan *p, enum op_kind kind, const struct ptx_inst *inst)
{
	bool is_counted = false;
	uint32_t numbers = tr_barrier_numbers(kind, inst, &is_counted);
	p->func->votes |= kind == OP_BARRIER_VOTE;
	p->has_reduction |= p->func->votes;
	p->func->barriers |= numbers;
	if (is_counted)
		p->counted_barriers |= numbers;
}

static void scan_space_test(struct prescan *p, enum ptx_space space)
{
	if (p->func->ptx->is_entry)
		return;
	p->asks_arguments |= space == PTX_SPACE_PARAM;
	p->asks_spaces |= space == PTX_SPACE_GLOBAL || space == PTX_SPACE_LOCAL;
}

static void scan_inst(struct tr *t, struct prescan *p, const struct ptx_inst *inst)
{
	struct ptx_words w;
	const struct op_row *row = ptx_ops_match(&t->ops, t->ptx, inst, &w);
	if (row == NULL)
		return;
	switch (row->kind) {
	case OP_BARRIER_SYNC:
	case OP_BARRIER_ARRIVE:
	case OP_BARRIER_VOTE:
		scan_barrier(p, row->kind, inst);
		return;
	case OP_WIDE_ATOMIC:
		p->has_wide_atomics = true;
		return;
	case OP_IMAGE:
		p->has_images = true;
		return;
	case OP_SPACE_TEST:
		scan_space_test(p, w.space);
		return;
	case OP_TO_GENERIC:
		if (w.space == PTX_SPACE_PARAM && p->func->ptx->is_entry)
			p->copies_arguments = p->func->copies_arguments = true;
		return;
	case OP_CALL:
		scan_call(t, p, inst);
		return;
	case OP_EXIT:
		if (!p->func->ptx->is_entry)
			p->exits = p->func->exits = true;
		return;
	case OP_MOVE:
		if (inst->operand_count == 2)
			scan_address(t, inst->operands[1], true);
		return;
	case OP_PLAIN:
	case OP_BRANCH:
		return;
	}
}

static void scan_stmts(struct tr *t, struct prescan *p, const struct ptx_stmt *first)
{
	for (const struct ptx_stmt *s = first; s != NULL; s = s->next) {
		if (s->kind == PTX_STMT_BLOCK)
			scan_stmts(t, p, s->u.block.first);
		if (s->kind == PTX_STMT_INST)
			scan_inst(t, p, &s->u.inst);
		if (s->kind != PTX_STMT_VARS)
			continue;
		for (const struct ptx_var *v = s->u.vars; v != NULL; v = v->next)
			scan_init(t, v->init);
	}
}

static void scan_func(struct tr *t, struct prescan *p, const struct ptx_func *f)
{
	const struct symbol *s = scope_find(t, t->module.globals, f->name);
	if (s == NULL || s->kind != SYM_FUNC || s->func->ptx != f)
		return;
	p->func = s->func;
	scan_stmts(t, p, f->body);
}

static bool may_call(const struct func *f, const struct func *callee)
{
	if (f->calls_any && callee->is_taken)
		return true;
	for (const struct func_edge *e = f->calls; e != NULL; e = e->next)
		if (e->callee == callee)
			return true;
	return false;
}

/* Passes on what holds for a function to its callers; returns whether anything changed. Where a
 * function counts work-items at its barriers, its callers and callees that have barriers must count
 * too: only counted barriers can tell that they wait for each other for ever. */
static bool spread(const struct tr *t, struct func *callee)
{
	bool changed = false;
	for (struct func *f = t->module.funcs; f != NULL; f = f->next) {
		bool counts = callee->counts || (f->counts && callee->uses_barriers);
		bool news = (callee->exits && !f->exits) ||
		            counts != (callee->counts && f->counts) ||
		            (callee->uses_barriers && !f->uses_barriers);
		if (!news || !may_call(f, callee))
			continue;
		f->exits |= callee->exits;
		f->counts |= counts;
		callee->counts |= counts;
		f->uses_barriers |= callee->uses_barriers;
		changed = true;
	}
	return changed;
}

static bool is_foreign(const struct func *f)
{
	return !f->ptx->has_body && !f->is_system && !tr_is_device_runtime(f->ptx->name);
}

/* Functions of other files may execute `exit`. If the module uses any, indirect calls may reach
 * them, too. */
static void expect_foreign_exits(struct tr *t, struct prescan *p)
{
	for (struct func *f = t->module.funcs; f != NULL; f = f->next) {
		if (f->is_taken && is_foreign(f))
			p->has_foreign = f->exits = true;
		for (const struct func_edge *e = f->calls; e != NULL; e = e->next)
			if (is_foreign(e->callee))
				p->has_foreign = e->callee->exits = true;
	}
	for (struct func *f = t->module.funcs; p->has_foreign && f != NULL; f = f->next)
		f->exits |= f->calls_any;
	p->exits |= p->has_foreign;
}

static bool are_several(uint32_t numbers)
{
	return (numbers & (numbers - 1)) != 0;
}

/* Computes which barriers each function reaches, itself or by what it calls. */
static void reach_barriers(const struct tr *t)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (struct func *f = t->module.funcs; f != NULL; f = f->next)
			for (const struct func *g = t->module.funcs; g != NULL; g = g->next) {
				if ((g->reached_barriers & ~f->reached_barriers) == 0 ||
					!may_call(f, g))
					continue;
				f->reached_barriers |= g->reached_barriers;
				changed = true;
			}
	}
}

/* When a kernel has barriers of several numbers, work-items that wait at different ones wait for
 * ever. To detect that, these barriers are counted, even if all work-items take part. */
static void count_several(const struct tr *t, struct prescan *p)
{
	uint32_t all = 0;
	for (struct func *f = t->module.funcs; f != NULL; f = f->next)
		all |= f->reached_barriers = f->barriers;
	if (!are_several(all))
		return;
	reach_barriers(t);
	for (const struct func *f = t->module.funcs; f != NULL; f = f->next)
		if (f->ptx->is_entry && are_several(f->reached_barriers))
			p->counted_barriers |= f->reached_barriers;
}

void tr_prescan(struct tr *t, struct prescan *p)
{
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next) {
		p->has_images |= v->type == PTX_SAMPLERREF && v->init != NULL;
		scan_init(t, v->init);
	}
	for (const struct ptx_func *f = t->ptx->funcs; f != NULL; f = f->next)
		scan_func(t, p, f);
	expect_foreign_exits(t, p);
	count_several(t, p);
	for (struct func *f = t->module.funcs; f != NULL; f = f->next) {
		f->uses_barriers = f->barriers != 0;
		f->counts = (f->barriers & p->counted_barriers) != 0;
	}
	bool changed = p->exits || p->counted_barriers != 0;
	while (changed) {
		changed = false;
		for (struct func *f = t->module.funcs; f != NULL; f = f->next)
			changed |= (f->exits || f->uses_barriers) && spread(t, f);
	}
}

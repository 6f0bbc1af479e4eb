/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the group variables, and the private variables at module scope, whose place in the segment
 * is known only when all modules are (kernel_abi.h: HSAEMU_KD_LINKED_GROUP,
 * HSAEMU_KD_LINKED_PRIVATE). They are the variables with program linkage, and those that functions
 * with code of their own use: this code serves more than one kernel. */
#include "ir/ir.h"
#include "ir/bits.h"
#include "module/module_passes.h"
#include "ir/worklist.h"

bool fin_is_public(const struct fin_function *f)
{
	return f->definition && !f->is_kernel &&
	       (f->program_linkage || f->is_indirect || f->handle != NULL);
}

bool fin_has_own_code(const struct fin_function *f)
{
	return f->definition && (f->is_kernel || f->stays || fin_is_public(f));
}

struct search {
	struct fin_module *m;
	/* numbers of functions whose body may be in code that is no kernel's */
	struct fin_worklist functions;
};

static void add(struct search *s, struct fin_function *f)
{
	if (f->definition)
		fin_worklist_add(&s->functions, f->number);
}

static void add_callees(struct search *s, const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->call != NULL)
				add(s, i->call->callee);
}

/* Goes by the index, because the IR's pointers to variables are to const. */
static void link(struct fin_module *m, const struct fin_variable *v)
{
	m->variables[v->index]->is_linked |=
		v->segment == BRIG_SEGMENT_GROUP ||
		(v->segment == BRIG_SEGMENT_PRIVATE && v->module_scope);
}

bool fin_calls_others(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->call != NULL && i->call->callee->device == NULL)
				return true;
	return false;
}

/* A kernel that calls no other functions shares its linked variables with nobody, so it places
 * those that it defines itself. Indirect functions cannot use such variables (PRM 10.8), but
 * functions that get a handle by a pragma can (pragma.c). */
bool fin_is_linked_in(const struct fin_function *f, const struct fin_variable *v)
{
	return v->is_linked && (!f->is_kernel || !v->definition || fin_calls_others(f));
}

void fin_find_linked(struct fin_module *m)
{
	struct search s = {.m = m, .functions = fin_worklist_new(m->arena, m->function_count)};
	uint32_t number;

	for (size_t i = 0; i < m->variable_count; i++)
		if (m->variables[i]->module_scope &&
			m->variables[i]->linkage == BRIG_LINKAGE_PROGRAM)
			link(m, m->variables[i]);
	for (size_t i = 0; i < m->function_count; i++)
		if (m->functions[i]->stays || fin_is_public(m->functions[i]))
			add(&s, m->functions[i]);
	while (fin_worklist_take(&s.functions, &number)) {
		const struct fin_function *f = m->functions[number];

		add_callees(&s, f);
		for (size_t k = 0; k < f->local_count; k++)
			link(m, f->locals[k].var);
	}
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks calls: the arguments in the arg block against the formals of the callee (PRM 10.2 to
 * 10.8). */

#include "brig/verify/verify_call_graph_impl.h"
#include "brig/verify/verify_function_impl.h"
#include "brig/verify/verify_inst_impl.h"
#include "brig/verify/verify_symbol_impl.h"

struct call {
	struct brig_verifier *vf;
	const struct brig_entry *entry;
	struct brig_list outputs, inputs; /* actual arguments */
	struct brig_entry callee;
};

/* ---- actual arguments ----------------------------------------------------------------------- */

/* Checks that each variable of the arg block is in the lists exactly once: there are as many
 * arguments as variables, all are of this arg block, and none occurs twice. */
static bool check_actuals(const struct call *c)
{
	struct brig_verifier *vf = c->vf;
	uint64_t count = (uint64_t)c->outputs.count + c->inputs.count;
	if (count != vf->body->arg_variables)
		return FAIL_CODE(vf, c->entry->off, "10.2",
			"call has %llu arguments, but its arg block %u variables",
			(unsigned long long)count, vf->body->arg_variables);
	uint32_t size = vf->body->arg_block.end - vf->body->arg_block.start;
	uint8_t *seen = mem_new(size / 32 + 1, 1);
	bool ok = true;
	for (uint32_t i = 0; i < count && ok; i++) {
		uint32_t off = i < c->outputs.count
		                       ? brig_list_at(&c->outputs, i)
		                       : brig_list_at(&c->inputs, i - c->outputs.count);
		struct brig_entry e;
		brig_verify_code(vf, off, &e);
		uint32_t at = off - vf->body->arg_block.start;
		if (off < vf->body->arg_block.start || off > vf->body->arg_block.end)
			ok = FAIL_CODE(vf, c->entry->off, "10.2",
				"argument '" STR_FMT "' of a call is no variable of its arg "
				"block",
				STR_ARG(brig_verify_name_of(vf, &e)));
		else if (brig_bit(seen, at))
			ok = FAIL_CODE(vf, c->entry->off, "10.2",
				"argument '" STR_FMT "' of a call occurs twice",
				STR_ARG(brig_verify_name_of(vf, &e)));
		else
			brig_set_bit(seen, at);
	}
	mem_free(seen);
	return ok;
}

/* ---- formal against actual ------------------------------------------------------------------ */

static bool compatible(const struct brig_directive_variable *actual,
	const struct brig_directive_variable *formal, bool last_input)
{
	if (actual->type != formal->type || actual->align != formal->align)
		return false;
	bool unsized = last_input && formal->type & BRIG_TYPE_ARRAY && formal->dim == 0;
	return unsized || actual->dim == formal->dim;
}

/* `first` is the index in formal_offs of the list's first formal. */
static bool match_list(const struct call *c, const struct brig_list *actuals, size_t first,
	const char *what)
{
	for (uint32_t i = 0; i < actuals->count; i++) {
		struct brig_entry formal, actual;
		brig_verify_code(c->vf, c->vf->formal_offs[first + i], &formal);
		brig_verify_code(c->vf, brig_list_at(actuals, i), &actual);
		bool last_input = actuals == &c->inputs && i + 1 == actuals->count;
		if (!compatible(&actual.u.variable, &formal.u.variable, last_input)) {
			FAIL_CODE(c->vf, c->entry->off, "10.2",
				"argument '" STR_FMT "' does not have the type, size and "
				"alignment of %s %u of '" STR_FMT "'",
				STR_ARG(brig_verify_name_of(c->vf, &actual)), what, i,
				STR_ARG(brig_verify_name_of(c->vf, &c->callee)));
			diag_note(c->vf->d,
				brig_place(c->vf->v, BRIG_SECTION_INDEX_CODE, formal.off),
				"the formal argument is here");
			return false;
		}
	}
	return true;
}

static bool match_formals(const struct call *c)
{
	const struct brig_directive_executable *f = &c->callee.u.executable;
	if (c->outputs.count != f->out_arg_count || c->inputs.count != f->in_arg_count)
		return FAIL_CODE(c->vf, c->entry->off, "10.2",
			"'" STR_FMT "' takes %u output and %u input arguments, not %u "
			"and %u",
			STR_ARG(brig_verify_name_of(c->vf, &c->callee)), f->out_arg_count,
			f->in_arg_count, c->outputs.count, c->inputs.count);
	size_t first = brig_verify_function_at(c->vf, c->callee.off)->first;
	return match_list(c, &c->outputs, first, "output") &&
	       match_list(c, &c->inputs, first + f->out_arg_count, "input");
}

/* ---- targets -------------------------------------------------------------------------------- */

/* Checks that all functions of a switch call have the same formals. */
static bool check_targets(const struct call *c, uint32_t list, uint32_t *target)
{
	struct brig_list l = brig_verify_list(c->vf, list);
	if (l.count == 0)
		return FAIL_CODE(c->vf, c->entry->off, "10.7",
			"call has no functions to choose from");
	*target = brig_list_at(&l, 0);
	const struct brig_checked checked = {BRIG_CHECKED_TARGETS, list, 0, 0};
	if (brig_verify_is_checked(c->vf, &checked))
		return true;
	for (uint32_t i = 0; i < l.count; i++) {
		uint32_t off = brig_list_at(&l, i);
		if (!brig_verify_reference(c->vf, c->entry->off, off))
			return false;
		if (brig_verify_function_at(c->vf, off)->formals !=
			brig_verify_function_at(c->vf, *target)->formals)
			return FAIL_CODE(c->vf, c->entry->off, "10.7",
				"functions of a switch call have different arguments");
	}
	brig_verify_set_checked(c->vf, &checked);
	return true;
}

/* Sets *target to the directive whose formals count: the function, one of the functions, or the
 * signature. */
static bool find_callee(const struct call *c, const struct isa_inst *inst,
	const struct brig_operand operands[], uint32_t *target)
{
	unsigned i = 0;
	while (inst->operands[i].kind != ISA_OPND_FUNCTION &&
		inst->operands[i].kind != ISA_OPND_FUNCTIONS &&
		inst->operands[i].kind != ISA_OPND_SIGNATURE)
		if (++i == inst->operand_count)
			BUG("the forms of calls have a target");
	if (inst->operands[i].kind == ISA_OPND_FUNCTIONS) {
		uint32_t list = operands[i].u.list.elements;
		if (!check_targets(c, list, target))
			return false;
		brig_call_graph_add_list(c->vf, list, c->entry->off);
		return true;
	}
	*target = operands[i].u.code_ref.ref;
	if (!brig_verify_reference(c->vf, c->entry->off, *target))
		return false;
	if (inst->operands[i].kind == ISA_OPND_FUNCTION)
		brig_call_graph_add_call(c->vf, *target, c->entry->off);
	return true;
}

void brig_verify_call(struct brig_verifier *vf, const struct brig_entry *e,
	const struct isa_inst *inst, const struct brig_operand operands[])
{
	struct call c = {.vf = vf, .entry = e};
	uint32_t target = 0;
	if (vf->body->call != 0) {
		FAIL_CODE(vf, e->off, "4.3.6", "arg block has a second call");
		diag_note(vf->d, brig_place(vf->v, BRIG_SECTION_INDEX_CODE, vf->body->call),
			"first call is here");
		return;
	}
	vf->body->call = e->off;
	c.outputs = brig_verify_list(vf, operands[0].u.list.elements);
	c.inputs = brig_verify_list(vf, operands[2].u.list.elements);
	if (!find_callee(&c, inst, operands, &target))
		return;
	brig_verify_code(vf, target, &c.callee);
	if (check_actuals(&c))
		match_formals(&c);
}

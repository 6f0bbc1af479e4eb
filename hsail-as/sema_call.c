/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks calls: actual arguments must match the formal ones, and an argument block has one call
 * (PRM 10.2 to 10.8). */
#include "sema_inst_impl.h"
#include "sema_scope_impl.h"
#include "sema_variable_impl.h"

/* Finds the symbol of an actual argument, which must be a variable of the argument block and may be
 * passed only once. Returns NULL after a diagnostic. */
static struct as_symbol *actual(struct as_state *as, struct as_operand *o)
{
	struct as_symbol *sym = as_lookup(as, o->loc);
	if (sym == NULL)
		return NULL;
	if (sym->kind != AS_SYM_VARIABLE || sym->scope != 2) {
		as_err(as, o->loc, "10.2",
			"'" STR_FMT "' is no arg variable of this argument block",
			STR_ARG(sym->name));
		return NULL;
	}
	if (sym->uses++ > 0) {
		as_err(as, o->loc, "10.2", "'" STR_FMT "' is passed twice", STR_ARG(sym->name));
		return NULL;
	}
	o->target = sym;
	return sym;
}

static bool check_list(struct as_state *as, const struct as_symbol *callee,
	const struct as_operand *list, const struct as_declared_type *formals, uint32_t count,
	const char *which)
{
	if (list->count != count) {
		as_err(as, list->loc, "10.2", "'" STR_FMT "' has %u %s argument%s, not %u",
			STR_ARG(callee->name), count, which, count == 1 ? "" : "s", list->count);
		as_note(as, callee->first, "its declaration is here");
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		const struct as_operand *o = &as->st.elements[list->first + i];
		const char *what = as_declared_type_difference(&formals[i], &o->target->decl);
		if (what == NULL)
			continue;
		as_err(as, o->loc, "10.2", "'" STR_FMT "' differs from the formal argument in %s",
			STR_ARG(as_text(as, o->loc)), what);
		as_note(as, callee->first, "the declaration of '" STR_FMT "' is here",
			STR_ARG(callee->name));
		return false;
	}
	return true;
}

static bool check_callee(struct as_state *as, const struct as_symbol *callee,
	const struct as_operand *outputs, const struct as_operand *inputs)
{
	return check_list(as, callee, outputs, callee->formals, callee->output_count, "output") &&
	       check_list(as, callee, inputs, callee->formals + callee->output_count,
		       callee->input_count, "input");
}

static bool actuals(struct as_state *as, const struct as_operand *list)
{
	bool good = true;
	for (uint32_t i = 0; i < list->count; i++)
		good &= actual(as, &as->st.elements[list->first + i]) != NULL;
	return good;
}

static bool one_call(struct as_state *as, struct as_loc loc)
{
	struct as_arg_block *b = &as->block;
	if (b->nested > 0)
		return false; /* the nesting has been diagnosed */
	if (!b->open) {
		as_err(as, loc, "10.2", "a call must be in an argument block");
		return false;
	}
	if (b->call.end != 0) {
		as_err(as, loc, "4.3.6", "an argument block has one call only");
		as_note(as, b->call, "the other one is here");
		return false;
	}
	b->call = loc;
	return true;
}

bool as_call_check(struct as_state *as, const struct as_operand *operands, size_t count,
	struct as_loc loc)
{
	const struct as_operand *lists[2] = {NULL, NULL};
	size_t n = 0;
	if (!one_call(as, loc))
		return false;
	bool bad = as->block.bad;
	as->block.bad = true; /* stays so unless the arguments prove to be right */
	for (size_t i = 0; i < count; i++)
		if (operands[i].kind == AS_OPND_ARGUMENTS)
			lists[n++] = &operands[i];
	if (n != 2)
		BUG("a call with %zu argument lists", n);
	bool good = actuals(as, lists[0]);
	good &= actuals(as, lists[1]);
	for (size_t i = 0; i < count && good; i++) {
		const struct as_operand *o = &operands[i];
		if (o->kind == AS_OPND_NAME)
			good = check_callee(as, o->target, lists[0], lists[1]);
		for (uint32_t k = 0; k < o->count && o->kind == AS_OPND_TARGETS && good; k++)
			good = check_callee(as, as->st.elements[o->first + k].target, lists[0],
				lists[1]);
	}
	as->block.bad = bad || !good;
	return good;
}

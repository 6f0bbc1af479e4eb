/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that the grammar calls to collect the parts of a statement. */
#include "grammar_actions_impl.h"
#include "scan_impl.h"

enum { LARGE_POOL = 1 << 16 }; /* in bytes: a larger pool is freed after its statement */

static void statement_clear(struct as_state *as)
{
	struct as_statement *st = &as->st;
	st->operand_count = st->element_count = st->element_mark = 0;
	if (st->pool.len == 0 && st->item_count == 0 && st->formal_count == 0 &&
		st->handle_count == 0 && st->frame_count == 0 && st->variable.type == 0)
		return;
	if (st->pool.cap > LARGE_POOL)
		buf_release(&st->pool);
	buf_clear(&st->pool);
	st->item_count = st->item_mark = 0;
	st->handle_count = st->frame_count = st->formal_count = st->output_count = 0;
	st->variable = (struct as_variable){.named = false};
}

bool as_statement_end(struct as_state *as)
{
	statement_clear(as);
	as->recovery.misplaced = false;
	return !diag_at_limit(as->diag) && !as->recovery.hopeless;
}

bool as_statement_drop(struct as_state *as)
{
	/* not 0, or else statement_clear() might take its short way and clear only a part */
	as->st.variable.type = BRIG_TYPE_U8;
	as->st.address = (struct as_operand){.has_register = false};
	statement_clear(as);
	return !diag_at_limit(as->diag) && !as->recovery.hopeless;
}

/* ---- operands ------------------------------------------------------------------------------- */

static struct as_operand *new_operand(struct as_state *as, enum as_operand_kind kind,
	struct as_loc loc)
{
	struct as_statement *st = &as->st;
	ARRAY_GROW(st->operands, st->operand_count, st->operand_capacity);
	struct as_operand *o = &st->operands[st->operand_count++];
	o->kind = kind;
	o->loc = loc;
	return o;
}

static struct as_operand *new_element(struct as_state *as, enum as_operand_kind kind,
	struct as_loc loc)
{
	struct as_statement *st = &as->st;
	ARRAY_GROW(st->elements, st->element_count, st->element_capacity);
	struct as_operand *o = &st->elements[st->element_count++];
	o->kind = kind;
	o->loc = loc;
	return o;
}

void as_operand_register(struct as_state *as, struct as_register reg, struct as_loc loc)
{
	new_operand(as, AS_OPND_REGISTER, loc)->reg = reg;
}

void as_operand_value(struct as_state *as, struct as_loc loc)
{
	new_operand(as, AS_OPND_VALUE, loc)->value = as->st.value;
}

void as_operand_wavesize(struct as_state *as, struct as_loc loc)
{
	new_operand(as, AS_OPND_WAVESIZE, loc);
}

void as_operand_name(struct as_state *as, struct as_loc loc)
{
	new_operand(as, AS_OPND_NAME, loc);
}

void as_operand_label(struct as_state *as, struct as_loc loc)
{
	new_operand(as, AS_OPND_LABEL, loc);
}

void as_operand_string(struct as_state *as, struct as_loc loc)
{
	struct str s;
	struct as_operand *o = new_operand(as, AS_OPND_STRING, loc);
	(void)as_string_decode(as, loc, &s);
	o->first = (uint32_t)as->st.pool.len;
	o->count = (uint32_t)s.n;
	buf_str(&as->st.pool, s);
}

/* Makes one operand of the elements that were read since the previous list ended. */
static void take_elements(struct as_state *as, enum as_operand_kind kind, struct as_loc loc)
{
	struct as_operand *o = new_operand(as, kind, loc);
	o->first = (uint32_t)as->st.element_mark;
	o->count = (uint32_t)(as->st.element_count - as->st.element_mark);
	as->st.element_mark = as->st.element_count;
}

void as_operand_vector(struct as_state *as, struct as_loc loc)
{
	take_elements(as, AS_OPND_VECTOR, loc);
}

void as_operand_arguments(struct as_state *as, struct as_loc loc)
{
	take_elements(as, AS_OPND_ARGUMENTS, loc);
}

void as_operand_targets(struct as_state *as, struct as_loc open, struct as_loc close)
{
	take_elements(as, AS_OPND_TARGETS, (struct as_loc){open.begin, close.end});
}

void as_operand_address(struct as_state *as, struct as_loc loc, const struct as_loc *symbol)
{
	struct as_operand *o = new_operand(as, AS_OPND_ADDRESS, loc);
	o->reg = as->st.address.reg;
	o->reg_loc = as->st.address.reg_loc;
	o->has_register = as->st.address.has_register;
	o->offset = as->st.address.offset;
	o->has_symbol = symbol != NULL;
	o->target = NULL;
	if (symbol != NULL)
		o->symbol = *symbol;
	as->st.address.has_register = false;
	as->st.address.offset = 0;
}

void as_address_register(struct as_state *as, struct as_register reg, struct as_loc loc)
{
	as->st.address.has_register = true;
	as->st.address.reg = reg;
	as->st.address.reg_loc = loc;
}

void as_address_offset(struct as_state *as, uint64_t offset)
{
	as->st.address.offset = offset;
}

void as_element_register(struct as_state *as, struct as_register reg, struct as_loc loc)
{
	new_element(as, AS_OPND_REGISTER, loc)->reg = reg;
}

void as_element_value(struct as_state *as, struct as_loc loc)
{
	new_element(as, AS_OPND_VALUE, loc)->value = as->st.value;
}

void as_element_wavesize(struct as_state *as, struct as_loc loc)
{
	new_element(as, AS_OPND_WAVESIZE, loc);
}

void as_element_name(struct as_state *as, struct as_loc loc)
{
	new_element(as, AS_OPND_NAME, loc);
}

void as_element_label(struct as_state *as, struct as_loc loc)
{
	new_element(as, AS_OPND_LABEL, loc);
}

/* ---- variables and formal arguments --------------------------------------------------------- */

void as_variable_type(struct as_state *as, const struct as_lexeme *word, struct as_loc loc)
{
	struct as_variable *v = &as->st.variable;
	v->type = word->type;
	v->segment = word->segment;
	v->type_loc = loc;
}

void as_variable_name(struct as_state *as, struct as_loc loc)
{
	as->st.variable.named = true;
	as->st.variable.name = loc;
}

void as_variable_alloc(struct as_state *as, struct as_loc kind, struct as_loc loc)
{
	as->st.variable.agent = true;
	as->st.variable.alloc_loc = loc;
	if (!str_is(as_text(as, kind), "agent"))
		as_err(as, kind, "4.3.10", "the only allocation is 'agent', not '" STR_FMT "'",
			STR_ARG(as_text(as, kind)));
}

void as_variable_align(struct as_state *as, uint64_t align, struct as_loc loc)
{
	as->st.variable.has_align = true;
	as->st.variable.align = align;
	as->st.variable.align_loc = loc;
}

void as_variable_const(struct as_state *as, struct as_loc loc)
{
	as->st.variable.is_const = true;
	as->st.variable.const_loc = loc;
}

void as_variable_dim(struct as_state *as, const uint64_t *dim, struct as_loc loc)
{
	struct as_variable *v = &as->st.variable;
	v->is_array = true;
	v->has_dim = dim != NULL;
	v->dim = dim != NULL ? *dim : 0;
	v->dim_loc = loc;
}

void as_variable_init(struct as_state *as)
{
	as->st.variable.has_init = true;
	as->st.variable.init = as->st.value;
}

void as_formal_end(struct as_state *as, struct as_loc loc)
{
	struct as_statement *st = &as->st;
	ARRAY_GROW(st->formals, st->formal_count, st->formal_capacity);
	st->variable.loc = loc;
	st->formals[st->formal_count++] = st->variable;
	st->variable = (struct as_variable){.named = false};
}

void as_formals_split(struct as_state *as)
{
	as->st.output_count = as->st.formal_count;
}

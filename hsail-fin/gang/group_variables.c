/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which variable of group memory an access is of. Its address is made of that variable's and of
 * numbers that lead to an element: HSAIL does not say how variables lie, so nothing gets from one
 * to another in this way. An argument is one, too, where a pragma says that it is the address of
 * memory that the dispatch adds for it. Any other number may be an address, unless it is
 * multiplied. */
#include "gang/gang.h"
#include "ir/lowering.h"
#include "shape/few_items.h"

/* How often all instructions are looked at, at most. Values of loops need a second time, and a
 * third one tells that nothing changes. */
enum { MOST_PASSES = 16 };

enum kind {
	NOT_SEEN,
	NUMBER,
	MAYBE, /* a number, or an address of any variable */
	VARIABLE,
	ANY, /* it may be made of the addresses of several */
};

/* What a value has of addresses of variables. */
struct origin {
	enum kind kind;
	uint32_t local; /* of a VARIABLE, or FIN_NO_LOCAL */
};

struct fin_group_variables {
	const struct fin_function *f;
	struct origin *of; /* by register */
};

static const struct origin not_seen = {NOT_SEEN, FIN_NO_LOCAL};
static const struct origin number = {NUMBER, FIN_NO_LOCAL};
static const struct origin maybe = {MAYBE, FIN_NO_LOCAL};
static const struct origin any = {ANY, FIN_NO_LOCAL};

static bool is_same(struct origin a, struct origin b)
{
	return a.kind == b.kind && a.local == b.local;
}

/* What a + b has. */
static struct origin sum(struct origin a, struct origin b)
{
	if (a.kind == NOT_SEEN || b.kind == NOT_SEEN)
		return not_seen;
	if (a.kind == VARIABLE && b.kind == VARIABLE)
		return any;
	return a.kind > b.kind ? a : b;
}

/* What a value has that is a or b. */
static struct origin either(struct origin a, struct origin b)
{
	if (is_same(a, b) || b.kind == NOT_SEEN)
		return a;
	if (a.kind == NOT_SEEN)
		return b;
	return a.kind == VARIABLE || b.kind == VARIABLE ? any : a.kind > b.kind ? a : b;
}

/* What a product has, and what any other result has that is no sum. */
static struct origin product(struct origin o)
{
	return o.kind >= VARIABLE ? any : o.kind == MAYBE ? number : o;
}
static struct origin other(struct origin o)
{
	return o.kind >= VARIABLE ? any : o;
}

/* A variable without a size may have others in it. */
static struct origin of_symbol(const struct fin_group_variables *v, const struct fin_operand *o)
{
	if (o->local == FIN_NO_LOCAL)
		return number;
	return v->f->locals[o->local].var->bytes == 0 ? any : (struct origin){VARIABLE, o->local};
}

static struct origin of_address(const struct fin_group_variables *v, const struct fin_operand *o)
{
	struct origin r = of_symbol(v, o);

	return o->has_reg ? sum(r, v->of[o->reg]) : r;
}

/* Whether the argument has memory of its own. */
static bool has_memory(const struct fin_function *f, const struct fin_variable *argument)
{
	for (uint32_t k = 0; f->arg_infos != NULL && k < f->in_count; k++)
		if (f->in[k] == argument)
			return f->arg_infos[k].kind == KERNEL_ARG_DYNAMIC_SHARED_POINTER;
	return false;
}

static struct origin of_load(const struct fin_group_variables *v, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[1];

	return i->isa->segment == BRIG_SEGMENT_KERNARG && o->local != FIN_NO_LOCAL && !o->has_reg &&
	                       o->offset == 0 && has_memory(v->f, v->f->locals[o->local].var)
	               ? (struct origin){VARIABLE, o->local}
	               : maybe;
}

static struct origin of_value(const struct fin_group_variables *v, const struct fin_value *value)
{
	return value->kind == FIN_VALUE_REG ? v->of[value->reg] : number;
}

static struct origin of_computed(const struct fin_group_variables *v, const struct fin_inst *i)
{
	enum fin_index_op op = fin_index_op(i);
	const struct fin_operand *o = i->operands;
	struct origin r = number;
	uint32_t regs[FIN_MAX_REGS];

	switch (op) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		return sum(of_value(v, &o[1].v[0]), of_value(v, &o[2].v[0]));
	case FIN_INDEX_COPY:
		return of_value(v, &o[1].v[0]);
	case FIN_INDEX_PRODUCT:
	case FIN_INDEX_SHIFT_LEFT:
	case FIN_INDEX_PRODUCT_AND_SUM:
		r = sum(product(of_value(v, &o[1].v[0])), product(of_value(v, &o[2].v[0])));
		return op == FIN_INDEX_PRODUCT_AND_SUM ? sum(r, of_value(v, &o[3].v[0])) : r;
	case FIN_INDEX_OTHER:
		break;
	}
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		r = sum(r, other(v->of[regs[n - 1]]));
	return r;
}

/* What comes from elsewhere, as from memory, an atomic or a query, may be an address. */
static struct origin of_inst(const struct fin_group_variables *v, const struct fin_inst *i)
{
	if (i->lowering == ISA_LOWER_LDA)
		return of_address(v, &i->operands[1]);
	if (i->lowering == ISA_LOWER_LOAD && !fin_is_register_move(i))
		return of_load(v, i);
	return fin_is_computed(i) ? of_computed(v, i) : maybe;
}

/* Adds what a definition of the register gives; true when that is new. */
static bool add(struct fin_group_variables *v, uint32_t reg, struct origin o)
{
	struct origin r = either(v->of[reg], o);

	if (is_same(r, v->of[reg]))
		return false;
	v->of[reg] = r;
	return true;
}

static bool look_at_block(struct fin_group_variables *v, const struct fin_block *b)
{
	uint32_t defs[FIN_MAX_REGS];
	bool is_new = false;

	for (uint32_t k = 0; k < b->phi_count; k++)
		for (uint32_t p = 0; p < b->pred_count; p++)
			is_new |= add(v, b->phis[k].reg, v->of[b->phis[k].from[p]]);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		unsigned n = i->isa != NULL ? fin_inst_defs(i, defs) : 0;
		struct origin o = n > 0 ? of_inst(v, i) : number;

		while (n > 0)
			is_new |= add(v, defs[--n], o);
	}
	return is_new;
}

struct fin_group_variables *fin_group_variables(const struct fin_function *f)
{
	struct fin_group_variables *v =
		ARENA_ARRAY(f->module->arena, struct fin_group_variables, 1);
	bool is_new = true;

	*v = (struct fin_group_variables){
		f, ARENA_ARRAY(f->module->arena, struct origin, f->reg_count)};
	for (unsigned n = 0; is_new && n < MOST_PASSES; n++) {
		is_new = false;
		for (size_t k = 0; k < f->block_count; k++)
			is_new |= look_at_block(v, f->blocks[k]);
	}
	for (size_t r = 0; is_new && r < f->reg_count; r++)
		v->of[r] = any;
	return v;
}

uint32_t fin_group_variable(const struct fin_group_variables *v, const struct fin_inst *i)
{
	return of_address(v, &i->operands[1]).local;
}

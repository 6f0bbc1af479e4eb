/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds conversions of floats to whole numbers which are in range, so that nothing has to clamp
 * them: a weighted sum of bytes, as in most filters of images, is neither a NaN nor large.
 *
 * A range is what bytes and constants give, by the bounds of each operation. Results are rounded in
 * some direction, and denormals may be flushed, so bounds are a little wider than they would be. */
#include <math.h>
#include "ir/bits.h"
#include "ir/exceptions.h"
#include "ir/lowering.h"
#include "opt/opt_passes.h"

/* MAX_ANDS: of both operands of each, so what is looked at doubles with it. */
enum { MAX_DEPTH = 32, MAX_ANDS = 4 };

/* All values are numbers between two. */
struct range {
	double least, most;
	bool is_known;
};

struct pass {
	const struct fin_function *f;
	struct fin_inst **def; /* by register: its only definition, or NULL */
	struct range *of;      /* by register */
	struct fin_bits seen;  /* registers of which that is found */
};

static const struct range unknown = {0, 0, false};

static struct range of_float(struct pass *p, const struct fin_value *v, unsigned bits,
	unsigned depth);

/* ---- bounds --------------------------------------------------------------------------------- */

/* That with room for what rounding and flushing do, unless it is so large that sums of such may be
 * infinite. */
static struct range rounded(double least, double most)
{
	static const double relative = 1e-6, absolute = 1e-30, large = 1e30;
	struct range r = {least - fabs(least) * relative - absolute,
		most + fabs(most) * relative + absolute, true};

	return r.least >= -large && r.most <= large ? r : unknown;
}

static struct range product(struct range a, struct range b)
{
	double x[] = {a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most};

	return rounded(fmin(fmin(x[0], x[1]), fmin(x[2], x[3])),
		fmax(fmax(x[0], x[1]), fmax(x[2], x[3])));
}

static struct range sum(struct range a, struct range b)
{
	return a.is_known && b.is_known ? rounded(a.least + b.least, a.most + b.most) : unknown;
}

static struct range joined(struct range a, struct range b)
{
	return (struct range){
		fmin(a.least, b.least), fmax(a.most, b.most), a.is_known && b.is_known};
}

/* ---- whole numbers -------------------------------------------------------------------------- */

static struct range of_type(const struct isa_type *t)
{
	bool is_signed = t->kind == ISA_KIND_SIGNED;

	if (t->count != 1 || t->bits < 8 || (!is_signed && t->kind != ISA_KIND_UNSIGNED))
		return unknown;
	return (struct range){is_signed ? -ldexp(1, (int)t->bits - 1) : 0,
		ldexp(1, (int)t->bits - is_signed) - 1, true};
}

/* The greatest number of a type without a sign. */
static double most_of_type(uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);
	struct range r = t->kind == ISA_KIND_UNSIGNED ? of_type(t) : unknown;

	return r.is_known ? r.most : INFINITY;
}

/* The greatest number that the value of 32 bits may be, without a sign. */
static double greatest(const struct pass *p, const struct fin_value *v, unsigned ands)
{
	const struct fin_inst *i = v->kind == FIN_VALUE_REG ? p->def[v->reg] : NULL;
	const struct fin_operand *o;

	if (v->kind == FIN_VALUE_IMM)
		return (double)v->lo;
	if (i == NULL || i->isa == NULL || p->f->regs[v->reg].bits != 32)
		return INFINITY;
	o = i->operands;
	if (i->isa->opcode == BRIG_OPCODE_AND && i->operand_count == 3)
		return ands == 0 ? INFINITY
		                 : fmin(greatest(p, &o[1].v[0], ands - 1),
					   greatest(p, &o[2].v[0], ands - 1));
	if (i->isa->opcode == BRIG_OPCODE_BITEXTRACT && i->isa->type == BRIG_TYPE_U32 &&
		o[3].v[0].kind == FIN_VALUE_IMM && (o[3].v[0].lo & 31) != 0)
		return ldexp(1, (int)(o[3].v[0].lo & 31)) - 1;
	if (i->isa->opcode == BRIG_OPCODE_LD && o[1].kind == FIN_OPND_ADDRESS)
		return most_of_type(i->isa->type);
	if (i->isa->opcode == BRIG_OPCODE_CVT && isa_type_find(i->isa->type)->bits == 32 &&
		of_type(isa_type_find(i->isa->type)).is_known)
		return most_of_type(i->isa->source_type);
	return INFINITY;
}

static struct range of_whole(const struct pass *p, const struct fin_inst *i)
{
	struct range r = of_type(isa_type_find(i->isa->source_type));
	double most = greatest(p, &i->operands[1].v[0], MAX_ANDS);

	/* a number that is no negative one of its type is the same as one without a sign */
	if (r.is_known && most <= r.most)
		r = (struct range){0, most, true};
	return r;
}

/* ---- floats --------------------------------------------------------------------------------- */

static struct range of_immediate(const struct fin_value *v, unsigned bits)
{
	double d = fin_float_immediate(v, bits);

	return isfinite(d) ? (struct range){d, d, true} : unknown;
}

static struct range of_cvt(struct pass *p, const struct fin_inst *i, unsigned depth)
{
	const struct isa_type *from = isa_type_find(i->isa->source_type);
	struct range r = from->kind == ISA_KIND_FLOAT
	                         ? of_float(p, &i->operands[1].v[0], from->bits, depth)
	                         : of_whole(p, i);

	return r.is_known ? rounded(r.least, r.most) : unknown;
}

/* ---- operations ----------------------------------------------------------------------------- */

static struct range of_add(const struct range *a)
{
	return sum(a[0], a[1]);
}

static struct range of_neg(const struct range *a)
{
	return (struct range){-a[0].most, -a[0].least, true};
}

static struct range of_sub(const struct range *a)
{
	return sum(a[0], of_neg(&a[1]));
}

static struct range of_mul(const struct range *a)
{
	return product(a[0], a[1]);
}

/* The product may be rounded before the sum. */
static struct range of_fma(const struct range *a)
{
	return sum(product(a[0], a[1]), a[2]);
}

static struct range of_min(const struct range *a)
{
	return (struct range){fmin(a[0].least, a[1].least), fmin(a[0].most, a[1].most), true};
}

static struct range of_max(const struct range *a)
{
	return (struct range){fmax(a[0].least, a[1].least), fmax(a[0].most, a[1].most), true};
}

static struct range of_round(const struct range *a)
{
	return rounded(floor(a[0].least), ceil(a[0].most));
}

static struct range of_sqrt(const struct range *a)
{
	return a[0].least >= 0 ? rounded(sqrt(a[0].least), sqrt(a[0].most)) : unknown;
}

static const struct operation {
	uint16_t opcode;
	/* the range of a result, from those of the operands */
	struct range (*of)(const struct range *a);
} operations[] = {
	{BRIG_OPCODE_ADD, of_add},
	{BRIG_OPCODE_SUB, of_sub},
	{BRIG_OPCODE_MUL, of_mul},
	{BRIG_OPCODE_FMA, of_fma},
	{BRIG_OPCODE_MAD, of_fma},
	{BRIG_OPCODE_NEG, of_neg},
	{BRIG_OPCODE_MIN, of_min},
	{BRIG_OPCODE_MAX, of_max},
	{BRIG_OPCODE_RINT, of_round},
	{BRIG_OPCODE_FLOOR, of_round},
	{BRIG_OPCODE_CEIL, of_round},
	{BRIG_OPCODE_TRUNC, of_round},
	{BRIG_OPCODE_SQRT, of_sqrt},
};

static const struct operation *operation_of(const struct fin_inst *i)
{
	for (unsigned k = 0; k < ARRAY_LEN(operations); k++)
		if (operations[k].opcode == i->isa->opcode)
			return &operations[k];
	return NULL;
}

/* The range of an operand of which denormals are taken as 0. */
static struct range flushed(struct range r)
{
	static const double least_normal = 0x1p-126;

	if (r.least > 0 && r.least < least_normal)
		r.least = 0;
	if (r.most < 0 && r.most > -least_normal)
		r.most = 0;
	return r;
}

static struct range of_operands(struct pass *p, const struct fin_inst *i, unsigned bits,
	unsigned depth)
{
	const struct operation *o = operation_of(i);
	struct range a[3] = {unknown, unknown, unknown};

	if (o == NULL || i->operand_count < 2 || i->operand_count > 4)
		return unknown;
	for (unsigned k = 1; k < i->operand_count; k++) {
		if (i->operands[k].kind != FIN_OPND_VALUES || i->operands[k].count != 1)
			return unknown;
		a[k - 1] = of_float(p, &i->operands[k].v[0], bits, depth);
		if (!a[k - 1].is_known)
			return unknown;
		if (i->isa->ftz)
			a[k - 1] = flushed(a[k - 1]);
	}
	return o->of(a);
}

static struct range of_inst(struct pass *p, const struct fin_inst *i, unsigned bits, unsigned depth)
{
	const struct isa_type *t = isa_type_find(i->isa->type);

	if (i->isa->opcode == BRIG_OPCODE_CMOV && i->operand_count == 4 && t->count == 1)
		return joined(of_float(p, &i->operands[2].v[0], bits, depth),
			of_float(p, &i->operands[3].v[0], bits, depth));
	if (t->kind != ISA_KIND_FLOAT || t->count != 1 || t->bits != bits)
		return unknown;
	return i->lowering == ISA_LOWER_CVT ? of_cvt(p, i, depth) : of_operands(p, i, bits, depth);
}

static struct range of_float(struct pass *p, const struct fin_value *v, unsigned bits,
	unsigned depth)
{
	const struct fin_inst *i;

	if (bits != 32 && bits != 64)
		return unknown;
	if (v->kind == FIN_VALUE_IMM)
		return of_immediate(v, bits);
	i = p->def[v->reg];
	if (depth == 0 || i == NULL || i->isa == NULL || p->f->regs[v->reg].bits != bits ||
		i->operand_count == 0 || i->operands[0].count != 1)
		return unknown;
	if (!fin_bits_has(&p->seen, v->reg)) {
		fin_bits_add(&p->seen, v->reg); /* until it is found, it is unknown */
		p->of[v->reg] = of_inst(p, i, bits, depth - 1);
	}
	return p->of[v->reg];
}

/* ---- conversions ---------------------------------------------------------------------------- */

/* Whether what the conversion gives is a number of its type, whatever it rounds to. */
static bool fits(struct pass *p, const struct fin_inst *i)
{
	const struct isa_type *from = isa_type_find(i->isa->source_type);
	struct range to = of_type(isa_type_find(i->isa->type)), r;

	if (i->lowering != ISA_LOWER_CVT || !to.is_known || from->kind != ISA_KIND_FLOAT ||
		from->count != 1 || isa_type_find(i->isa->type)->bits > 32)
		return false;
	r = of_float(p, &i->operands[1].v[0], from->bits, MAX_DEPTH);
	if (i->isa->round == BRIG_ROUND_INTEGER_ZERO ||
		i->isa->round == BRIG_ROUND_INTEGER_ZERO_SAT)
		return r.is_known && r.least > to.least - 1 && r.most < to.most + 1;
	return r.is_known && r.least >= to.least && r.most <= to.most;
}

void fin_find_ranges(struct fin_function *f)
{
	struct arena *a = f->module->arena;
	struct pass p = {f, NULL, NULL, fin_bits_new(a, f->reg_count)};

	if (fin_each_counts(f))
		return;
	p.def = ARENA_ARRAY(a, struct fin_inst *, f->reg_count);
	p.of = ARENA_ARRAY(a, struct range, f->reg_count);
	fin_only_definitions(f, p.def);
	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			i->fits = i->isa != NULL && i->lowering == ISA_LOWER_CVT && fits(&p, i);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the shape of an instruction's results from the shapes of its operands: see shapes.h. */
#include "ir/lowering.h"
#include "hsaemu/kernel_abi.h"
#include "ir/limits.h"
#include "shape/shapes.h"

static const struct fin_lane_shape group = {.kind = FIN_SHAPE_GROUP};
static const struct fin_lane_shape wave = {.kind = FIN_SHAPE_WAVE};
static const struct fin_lane_shape varying = {.kind = FIN_SHAPE_VARYING};

static struct fin_lane_shape linear(int64_t stride, bool risky, unsigned bits)
{
	if (bits == 32)
		stride = (int32_t)(uint32_t)(uint64_t)stride;
	if (stride != 0 && bits != 32 && bits != 64)
		return varying;
	return (struct fin_lane_shape){FIN_SHAPE_LINEAR, risky, stride};
}

static int64_t stride_of(struct fin_lane_shape a)
{
	return a.kind == FIN_SHAPE_LINEAR ? a.stride : 0;
}

static struct fin_lane_shape value_shape(const struct fin_shapes *s, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG ? s->of[v->reg] : group;
}

static struct fin_lane_shape operand_shape(const struct fin_shape_view *p, const struct fin_inst *i,
	unsigned k)
{
	return value_shape(p->s, &i->operands[k].v[0]);
}

/* ---- bounds --------------------------------------------------------------------------------- */

/* A number that the value exceeds in no lane, if nothing wraps in computing it; UINT64_MAX: no
 * bound is known. */
static uint64_t bound_of(const struct fin_shapes *s, const struct fin_value *v, unsigned depth)
{
	const struct fin_inst *i;
	uint64_t a, b;

	if (v->kind != FIN_VALUE_REG)
		return v->lo <= INT32_MAX ? v->lo : UINT64_MAX;
	i = s->def[v->reg];
	if (i == NULL || depth == 0)
		return UINT64_MAX;
	/* in lanes beyond the last work-item, ids count on */
	if (i->lowering == ISA_LOWER_WORKITEM)
		return i->isa->opcode == BRIG_OPCODE_WORKITEMID ||
		                       i->isa->opcode == BRIG_OPCODE_CURRENTWORKITEMFLATID
		               ? s->most_items + HSAEMU_WAVESIZE
		               : UINT64_MAX;
	if (i->lowering != ISA_LOWER_MOV &&
		((i->lowering != ISA_LOWER_SHIFT && i->lowering != ISA_LOWER_ARITH) ||
			!fin_is_index_type(i->isa->type)))
		return UINT64_MAX;
	a = bound_of(s, &i->operands[1].v[0], depth - 1);
	if (i->lowering == ISA_LOWER_MOV || a > INT32_MAX)
		return a;
	b = bound_of(s, &i->operands[2].v[0], depth - 1);
	if (b > INT32_MAX)
		return UINT64_MAX;
	if (i->isa->opcode == BRIG_OPCODE_SHL)
		a = b < 31 ? a << b : UINT64_MAX;
	else if (i->isa->opcode == BRIG_OPCODE_ADD)
		a += b;
	else if (i->isa->opcode == BRIG_OPCODE_MUL)
		a *= b;
	else
		return UINT64_MAX;
	return a <= INT32_MAX ? a : UINT64_MAX;
}

/* ---- instructions --------------------------------------------------------------------------- */

static bool is_surely_one(struct fin_lane_shape s)
{
	return fin_is_part_uniform(s) && !s.risky;
}

/* The shape of a result that is computed in each lane from the lane's own operands. */
static struct fin_lane_shape pointwise_shape(const struct fin_shape_view *p,
	const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_lane_shape r = group;

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		r = fin_shape_join(r,
			is_surely_one(p->s->of[regs[n - 1]]) ? p->s->of[regs[n - 1]] : varying);
	return r;
}

/* Whether the value is a number that is known, which `n` is set to. */
static bool is_number(const struct fin_shape_view *p, const struct fin_value *v, uint64_t *n)
{
	const struct fin_settled *s = p->rules.settled;

	*n = v->kind == FIN_VALUE_IMM ? v->lo : s != NULL ? s->value : 0;
	return v->kind == FIN_VALUE_IMM ||
	       (s != NULL && v->kind == FIN_VALUE_REG && v->reg == s->reg);
}

/* The shape of a product, which is linear if a linear value is multiplied by a constant. */
static struct fin_lane_shape product(const struct fin_shape_view *p, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;

	for (unsigned k = 1; k < 3; k++) {
		struct fin_lane_shape x = operand_shape(p, i, 3 - k);
		uint64_t n;

		if (is_number(p, &i->operands[k].v[0], &n) && x.kind == FIN_SHAPE_LINEAR)
			return linear((int64_t)((uint64_t)x.stride * n), x.risky, bits);
	}
	struct fin_lane_shape a = operand_shape(p, i, 1), b = operand_shape(p, i, 2);
	return fin_is_part_uniform(a) && fin_is_part_uniform(b) ? fin_shape_join(a, b) : varying;
}

static struct fin_lane_shape sum(struct fin_lane_shape a, struct fin_lane_shape b, int sign,
	unsigned bits)
{
	if (a.kind == FIN_SHAPE_VARYING || b.kind == FIN_SHAPE_VARYING)
		return varying;
	if (a.kind != FIN_SHAPE_LINEAR && b.kind != FIN_SHAPE_LINEAR)
		return fin_shape_join(a, b);
	return linear((int64_t)((uint64_t)stride_of(a) + (uint64_t)(sign * stride_of(b))),
		a.risky || b.risky, bits);
}

/* Whether most items have the limit, not what goes up with their ids: most are far from both
 * ends. */
static bool is_mostly_limited(const struct fin_inst *i, struct fin_lane_shape x,
	const struct fin_value *limit)
{
	bool is_min = i->isa->opcode == BRIG_OPCODE_MIN;
	unsigned bits = isa_type_find(i->isa->type)->bits;
	int64_t n = bits == 32 ? (int32_t)(uint32_t)limit->lo : (int64_t)limit->lo;

	return x.stride < 0 || (is_min && limit->kind == FIN_VALUE_IMM && n <= 0);
}

/* What is hoped of the smaller or larger one of two numbers: that all lanes take the same one. */
static struct fin_lane_shape hoped_limit(const struct fin_shape_view *p, const struct fin_inst *i)
{
	for (unsigned k = 1; k < 3; k++) {
		struct fin_lane_shape x = operand_shape(p, i, k), y = operand_shape(p, i, 3 - k);

		if (fin_is_part_uniform(x) || !fin_is_part_uniform(y) || x.kind != FIN_SHAPE_LINEAR)
			continue;
		return is_mostly_limited(i, x, &i->operands[3 - k].v[0]) ? y : x;
	}
	return pointwise_shape(p, i);
}

/* Whether no sum wraps before the instruction widens or shifts it, or no part has the end of a
 * row. */
static bool is_sure(const struct fin_shape_view *p, const struct fin_inst *i)
{
	const struct fin_value *to = &i->operands[0].v[0];

	return p->rules.no_wrap || (p->rules.sure != NULL && to->kind == FIN_VALUE_REG &&
					   fin_bits_has(p->rules.sure, to->reg));
}

static struct fin_lane_shape arith_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;

	if (!fin_is_index_type(i->isa->type))
		return pointwise_shape(p, i);
	switch (i->isa->opcode) {
	case BRIG_OPCODE_ADD:
		return sum(operand_shape(p, i, 1), operand_shape(p, i, 2), 1, bits);
	case BRIG_OPCODE_SUB:
		return sum(operand_shape(p, i, 1), operand_shape(p, i, 2), -1, bits);
	case BRIG_OPCODE_NEG:
		return sum(group, operand_shape(p, i, 1), -1, bits);
	case BRIG_OPCODE_MUL:
		return product(p, i);
	case BRIG_OPCODE_MAD:
		return sum(product(p, i), operand_shape(p, i, 3), 1, bits);
	case BRIG_OPCODE_ABS:
		return p->rules.no_wrap && operand_shape(p, i, 1).kind == FIN_SHAPE_LINEAR
		               ? operand_shape(p, i, 1)
		               : pointwise_shape(p, i);
	case BRIG_OPCODE_MIN:
	case BRIG_OPCODE_MAX:
		return p->rules.no_wrap ? hoped_limit(p, i) : pointwise_shape(p, i);
	default:
		return pointwise_shape(p, i);
	}
}

static struct fin_lane_shape logic_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	uint64_t low;

	if (!fin_splits_number(p->s, i, &low))
		return pointwise_shape(p, i);
	return linear(operand_shape(p, i, i->operands[1].v[0].kind == FIN_VALUE_IMM ? 2 : 1).stride,
		!is_sure(p, i), isa_type_find(i->isa->type)->bits);
}

static struct fin_lane_shape shift_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	const struct fin_value *n = &i->operands[2].v[0];
	struct fin_lane_shape x = operand_shape(p, i, 1);
	unsigned bits = isa_type_find(i->isa->type)->bits;
	uint64_t low;

	if (fin_splits_number(p->s, i, &low))
		return linear(0, !is_sure(p, i), bits);
	if (fin_shifts_evenly(p->s, i))
		return linear(x.stride >> (n->lo & (bits - 1)), x.risky || !is_sure(p, i), bits);
	if (!fin_is_index_type(i->isa->type) || i->isa->opcode != BRIG_OPCODE_SHL ||
		n->kind != FIN_VALUE_IMM || x.kind != FIN_SHAPE_LINEAR)
		return pointwise_shape(p, i);
	return linear((int64_t)((uint64_t)x.stride << (n->lo & (bits - 1))), x.risky, bits);
}

/* The shape of ~x, which is -1 - x. */
static struct fin_lane_shape not_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;

	if (i->isa->opcode != BRIG_OPCODE_NOT || bits < 32 ||
		operand_shape(p, i, 1).kind != FIN_SHAPE_LINEAR)
		return pointwise_shape(p, i);
	return sum(group, operand_shape(p, i, 1), -1, bits);
}

bool fin_widens_a_sum(const struct fin_shapes *s, const struct fin_inst *i)
{
	const struct fin_value *v = &i->operands[1].v[0];
	const struct fin_inst *d = s->def[v->reg];

	if (bound_of(s, v, 8) <= INT32_MAX)
		return false;
	return d == NULL || d->lowering != ISA_LOWER_WORKITEM ||
	       isa_type_find(i->isa->source_type)->kind != ISA_KIND_UNSIGNED;
}

/* Whether linear ids are divided by one number; quotient and remainder are then linear in most
 * parts: gang_divide.c. */
static bool divides_rows(const struct fin_shapes *s, const struct fin_inst *i)
{
	const struct fin_value *n = &i->operands[1].v[0], *d = &i->operands[2].v[0];
	const struct isa_type *t = isa_type_find(i->isa->type);

	if (t->kind == ISA_KIND_FLOAT || t->bits != 32 || t->count != 1 ||
		n->kind != FIN_VALUE_REG || s->of[n->reg].kind != FIN_SHAPE_LINEAR ||
		s->of[n->reg].risky || s->of[n->reg].stride <= 0 ||
		s->of[n->reg].stride > INT16_MAX)
		return false;
	if (d->kind == FIN_VALUE_REG)
		return fin_is_uniform(s->of[d->reg]);
	return d->kind == FIN_VALUE_IMM &&
	       (uint32_t)d->lo > (uint64_t)s->of[n->reg].stride * (FIN_MAX_LANES - 1);
}

static struct fin_lane_shape divide_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	bool remainder = i->isa->opcode == BRIG_OPCODE_REM;

	if (!divides_rows(p->s, i))
		return pointwise_shape(p, i);
	return linear(remainder ? operand_shape(p, i, 1).stride : 0, !is_sure(p, i), 32);
}

/* Whether the low 32 bits of a 64-bit value are linear, although a sum in it may have wrapped
 * before it was widened: they are those of the sum. */
static bool has_linear_half(const struct fin_shapes *s, uint32_t reg, unsigned depth)
{
	const struct fin_inst *i = s->def[reg];
	uint32_t regs[FIN_MAX_REGS];

	if (!s->of[reg].risky)
		return s->of[reg].kind != FIN_SHAPE_VARYING;
	if (i == NULL || depth == 0 || fin_index_op(i) == FIN_INDEX_OTHER)
		return false;
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (!has_linear_half(s, regs[n - 1], depth - 1))
			return false;
	return true;
}

static struct fin_lane_shape cvt_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	unsigned to = isa_type_find(i->isa->type)->bits;
	unsigned from = isa_type_find(i->isa->source_type)->bits;
	struct fin_lane_shape x = operand_shape(p, i, 1);

	if (!fin_is_index_type(i->isa->type) || !fin_is_index_type(i->isa->source_type) ||
		x.kind != FIN_SHAPE_LINEAR)
		return pointwise_shape(p, i);
	if (to > from && x.stride != 0 && !is_sure(p, i))
		x.risky |= fin_widens_a_sum(p->s, i);
	if (to == 32 && from == 64 && x.risky)
		x.risky = !has_linear_half(p->s, i->operands[1].v[0].reg, FIN_LIMIT_HALF);
	return linear(x.stride, x.risky, to);
}

/* Whether lanes choose by where they are: most parts are on one side of the border. */
static bool has_sides(const struct fin_shape_view *p, const struct fin_value *v)
{
	const struct fin_inst *i = v->kind == FIN_VALUE_REG ? p->s->def[v->reg] : NULL;

	return i != NULL && i->isa != NULL && i->lowering == ISA_LOWER_CMP &&
	       fin_is_index_type(i->isa->source_type) && i->isa->compare != BRIG_COMPARE_EQ &&
	       i->isa->compare != BRIG_COMPARE_NE &&
	       operand_shape(p, i, 1).kind != FIN_SHAPE_VARYING &&
	       operand_shape(p, i, 2).kind != FIN_SHAPE_VARYING;
}

/* What is hoped of one of two numbers, of which neither varies: that all lanes take the same one,
 * which goes up from lane to lane, as inside of the borders of an image. */
static struct fin_lane_shape hoped_side(struct fin_lane_shape a, struct fin_lane_shape b)
{
	if (a.kind != FIN_SHAPE_LINEAR)
		return b;
	return b.kind == FIN_SHAPE_LINEAR && b.stride > a.stride ? b : a;
}

static struct fin_lane_shape cmov_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	struct fin_lane_shape c = operand_shape(p, i, 1);
	struct fin_lane_shape a = operand_shape(p, i, 2), b = operand_shape(p, i, 3);

	if (p->rules.no_wrap && !fin_is_part_uniform(c) &&
		isa_type_find(i->isa->type)->bits >= 32 && a.kind != FIN_SHAPE_VARYING &&
		b.kind != FIN_SHAPE_VARYING && has_sides(p, &i->operands[1].v[0]))
		return hoped_side(a, b);
	if (!fin_is_part_uniform(c) || isa_type_find(i->operands[1].type)->bits != 1 ||
		a.kind == FIN_SHAPE_VARYING || b.kind == FIN_SHAPE_VARYING)
		return pointwise_shape(p, i);
	a = fin_shape_join(a, b);
	return a.kind == FIN_SHAPE_LINEAR ? a : fin_shape_join(a, c);
}

static struct fin_lane_shape workitem_shape(const struct fin_shape_view *p,
	const struct fin_inst *i)
{
	bool in_rows = p->rules.in_rows;
	unsigned bits = isa_type_find(i->isa->type)->bits;

	if (p->rules.single)
		return wave;
	switch (i->isa->opcode) {
	case BRIG_OPCODE_WORKITEMID:
	case BRIG_OPCODE_WORKITEMABSID:
		return in_rows ? linear(i->operands[1].v[0].lo == p->rules.row, false, bits)
		               : varying;
	case BRIG_OPCODE_CURRENTWORKITEMFLATID:
	case BRIG_OPCODE_LANEID:
		return linear(1, false, bits);
	case BRIG_OPCODE_WAVEID:
		return wave;
	default: /* flat ids of whole groups and of the grid */
		return in_rows && p->rules.row == 0 ? linear(1, false, bits) : varying;
	}
}

/* ---- memory --------------------------------------------------------------------------------- */

static bool is_constant_memory(const struct fin_inst *i)
{
	return i->isa->segment == BRIG_SEGMENT_KERNARG ||
	       i->isa->segment == BRIG_SEGMENT_READONLY || i->isa->is_const;
}

/* Whether all waves of the group load the same from one address, though others may write it before
 * and later. Where all lanes of a wave may be off, it loads something else. */
static bool is_settled_memory(const struct fin_shape_view *p, const struct fin_inst *i)
{
	return i->isa->segment == BRIG_SEGMENT_GLOBAL && p->quiet && !p->partial;
}

static struct fin_lane_shape load_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	struct fin_lane_shape a = fin_address_shape(p->f, p->s, i, 1);

	if (a.kind == FIN_SHAPE_NONE)
		return a;
	if (!fin_is_uniform(a) && fin_width_has_wave(i->isa->width))
		return wave;
	if (!is_surely_one(a))
		return varying;
	if (a.kind == FIN_SHAPE_LINEAR) /* a part of which all lanes are off must not load */
		return p->partial ? varying : linear(0, false, 1);
	return a.kind == FIN_SHAPE_GROUP && (is_constant_memory(i) || is_settled_memory(p, i))
	               ? group
	               : wave;
}

/* The shape that ld and st of promoted variables give: they only move registers. */
static struct fin_lane_shape move_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	bool is_load = i->lowering == ISA_LOWER_LOAD;
	const struct fin_operand *from = &i->operands[is_load], *to = &i->operands[!is_load];
	unsigned bits = isa_type_find(i->isa->type)->bits;
	struct fin_lane_shape r = {.kind = FIN_SHAPE_NONE};

	for (unsigned e = 0; e < from->count; e++) {
		struct fin_lane_shape x = value_shape(p->s, &from->v[e]);

		if (!fin_is_part_uniform(x) && p->f->regs[to->v[e].reg].bits != bits)
			x = varying;
		r = fin_shape_join(r, x);
	}
	return r;
}

/* The shape that image operations give. Nothing writes what an image of type roimg refers to, nor
 * the properties of an image. */
static struct fin_lane_shape image_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	struct fin_lane_shape r = pointwise_shape(p, i);
	bool is_written =
		i->isa->opcode == BRIG_OPCODE_LDIMAGE && i->isa->image_type != BRIG_TYPE_ROIMG;

	if (i->isa->opcode == BRIG_OPCODE_QUERYSAMPLER)
		return r;
	return is_written || !fin_is_uniform(r) ? varying : r;
}

/* ---- all instructions ----------------------------------------------------------------------- */

static struct fin_lane_shape memory_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	return (fin_is_register_move(i) ? move_shape : load_shape)(p, i);
}

static struct fin_lane_shape mov_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	return operand_shape(p, i, 1);
}

static struct fin_lane_shape lda_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	return i->operands[1].has_reg ? p->s->of[i->operands[1].reg] : group;
}

static struct fin_lane_shape clock_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	(void)p;
	(void)i;
	return wave;
}

static struct fin_lane_shape lane_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	bool counts = i->isa->opcode == BRIG_OPCODE_ACTIVELANECOUNT ||
	              i->isa->opcode == BRIG_OPCODE_ACTIVELANEMASK;

	(void)p;
	return counts ? wave : varying;
}

static struct fin_lane_shape line_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	if ((i->pseudo == FIN_PSEUDO_ON_LINE || i->pseudo == FIN_PSEUDO_LEADS_ON) &&
		!p->rules.single)
		return varying;
	if (i->pseudo != FIN_PSEUDO_LINE || p->rules.single)
		return wave;
	return linear((int64_t)i->operands[2].v[0].lo, false,
		p->f->regs[i->operands[0].v[0].reg].bits);
}

static struct fin_lane_shape varying_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	(void)p;
	(void)i;
	return varying;
}

/* Addresses of the private segment differ for each work-item, those of the group segment do not. */
static struct fin_lane_shape segment_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	return i->isa->segment == BRIG_SEGMENT_GROUP ? pointwise_shape(p, i) : varying;
}

typedef struct fin_lane_shape rule(const struct fin_shape_view *p, const struct fin_inst *i);

struct fin_lane_shape fin_inst_shape(const struct fin_shape_view *p, const struct fin_inst *i)
{
	static rule *const rules[] = {
#define LOWER(id, decode, lower, wave, shape, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = shape##_shape,
#include "ir/lowerings.def"
	};

	return rules[i->lowering](p, i);
}

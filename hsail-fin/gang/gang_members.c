/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads and stores that tuples.c made of several: whether they are better as one, and if not, one
 * member after the other. */
#include "gang/gang_access.h"
#include "lower/lower_memory.h"

/* Whether lanes with tuples at that distance access them better as such than element by element:
 * no two lanes have an element in common, as they have where tuples are neighbours in a grid. */
static bool are_apart(struct fin_access *x, struct fin_lane_shape shape)
{
	int64_t size = fin_access_size(x);

	x->shape = shape;
	return shape.stride == size || fin_access_has_linear_way(x) ||
	       ((shape.stride > size || shape.stride < -size) && fin_access_moves_together(x));
}

bool fin_access_is_better_together(struct fin_access x)
{
	uint32_t reg = x.i->operands[1].reg;
	struct fin_lane_shape a;

	if (fin_is_part_uniform(x.shape) || !x.i->is_tuple)
		return true;
	if (x.shape.kind == FIN_SHAPE_LINEAR)
		return !fin_gang_has_rows(x.g, reg) && are_apart(&x, x.shape);
	if (fin_access_has_step(&x))
		return x.is_load && fin_access_moves_together(&x);
	if (!fin_depends_on_memory(x.g->s, reg))
		return false;
	if (x.g->hoped == NULL)
		return fin_access_moves_together(&x);
	a = fin_address_shape(x.g->w->f, x.g->hoped, x.i, 1);
	return a.kind == FIN_SHAPE_LINEAR ? are_apart(&x, a) : fin_access_moves_together(&x);
}

void fin_access_members(struct fin_access *x, fin_gang_access *access)
{
	for (unsigned e = 0; e < x->count; e++) {
		struct isa_inst isa = *x->i->isa;
		struct fin_operand o[2] = {x->i->operands[0], x->i->operands[1]};
		struct fin_inst i = *x->i;

		isa.vec = 0;
		isa.align = (uint8_t)(1 + __builtin_ctz(fin_promised_align(x->i, e, x->bytes)));
		o[0].count = 1;
		o[0].v[0] = x->i->operands[0].v[e];
		o[1].offset += (uint64_t)e * x->bytes;
		i.isa = &isa;
		i.operands = o;
		i.is_tuple = false;
		access(x->g, &i, x->is_load);
	}
}

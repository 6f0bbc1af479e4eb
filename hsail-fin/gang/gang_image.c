/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Image accesses (PRM 7) of a wave: one call of the device library for all lanes where they share
 * the handles, else one lane after the other. */
#include "gang/gang_lanes.h"
#include "gang/gang_lowerings.h"
#include "lower/lower_image.h"

static bool is_access(const struct fin_inst *i)
{
	return i->isa->opcode == BRIG_OPCODE_RDIMAGE || i->isa->opcode == BRIG_OPCODE_LDIMAGE ||
	       i->isa->opcode == BRIG_OPCODE_STIMAGE;
}

/* Accesses an image for all lanes in one call; all have the same handles. */
static void access_together(struct fin_gang *g, const struct fin_inst *i)
{
	unsigned lanes = g->lanes * g->parts;
	struct fin_view once;

	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view v = fin_gang_vectors(g, p);

		fin_image_put(&v.w, i, lanes, p * g->lanes);
	}
	once = fin_gang_once(g);
	fin_image_call(&once.w, i, fin_gang_wave_bits(g, g->mask), lanes);
	for (unsigned p = 0; p < g->parts; p++) {
		struct fin_view v = fin_gang_vectors(g, p);

		fin_image_take(&v.w, i, lanes, p * g->lanes);
	}
}

bool fin_image_goes_in_turn(const struct fin_shapes *s, const struct fin_inst *i)
{
	unsigned sampler = fin_image_sampler(i);

	if (!is_access(i) && i->isa->opcode != BRIG_OPCODE_QUERYIMAGE)
		return false;
	return !fin_is_uniform(s->of[i->operands[1].v[0].reg]) ||
	       (sampler != 0 && !fin_is_uniform(s->of[i->operands[sampler].v[0].reg]));
}

void fin_gang_image(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	bool one_result = fin_inst_defs(i, regs) > 0 && fin_is_uniform(g->s->of[regs[0]]);
	struct fin_view once;

	if (fin_image_goes_in_turn(g->s, i)) {
		fin_gang_lanes(g, i);
	} else if (is_access(i) && !one_result) {
		access_together(g, i);
	} else {
		once = fin_gang_once(g);
		fin_lower_inst(&once.w, i);
	}
}

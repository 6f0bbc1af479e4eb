/* Whether vector code is worth having for a kernel: an estimate in cycles for one gang.
 *
 * It nearly always is. What can be slower is a loop that lanes leave at different times and that
 * hardly does more than load from addresses that differ from lane to lane: half of the lanes are
 * off on average, and gathers take as long as the loads one after the other, or longer. */
#include "payoff.h"
#include "gang.h"

/* Of an instruction, for each lane (and once for each part); as measured, in hundredths. */
enum {
	SCALAR_INST = 25,
	VECTOR_INST = 100, /* a part */
	GATHER_FAST = 60,
	GATHER_SLOW = 100,
	SCATTER = 130,
	IN_TURN = 250,     /* lane by lane through memory */
	ATOMIC = 150,
	LOOP_TRIPS = 8,
	MAX_DEPTH = 6,
};

struct estimate {
	const struct fin_function *f;
	const struct fin_shapes *s;
	const struct fin_payoff_target *target;
	double vector, scalar;
};

static bool is_memory(const struct fin_inst *i)
{
	return (i->lowering == ISA_LOWER_LOAD || i->lowering == ISA_LOWER_STORE) &&
	       i->operands[1].kind != FIN_OPND_SLOTS;
}

static bool is_uniform_inst(const struct estimate *e, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_defs(i, regs);

	return n > 0 && fin_is_uniform(e->s->of[regs[0]]);
}

static unsigned memory_cost(const struct estimate *e, const struct fin_inst *i)
{
	const struct fin_payoff_target *t = e->target;
	struct fin_lane_shape a = fin_address_shape(e->f, e->s, i, 1);
	unsigned bytes = isa_type_find(i->isa->type)->bits / 8, each;

	if (a.kind != FIN_SHAPE_VARYING || !i->operands[1].has_reg ||
		!fin_depends_on_memory(e->s, i->operands[1].reg))
		return VECTOR_INST * i->operands[0].count;
	if (i->lowering == ISA_LOWER_LOAD)
		each = bytes < 4 || t->lanes < 8 ? IN_TURN
		       : t->slow_gathers         ? GATHER_SLOW
		                                 : GATHER_FAST;
	else
		each = bytes < 4 || t->lanes < 16 ? IN_TURN : SCATTER;
	return each * t->lanes * i->operands[0].count;
}

static unsigned vector_cost(const struct estimate *e, const struct fin_inst *i)
{
	if (is_uniform_inst(e, i))
		return SCALAR_INST;
	if (is_memory(i))
		return memory_cost(e, i);
	if (i->lowering == ISA_LOWER_ATOMIC)
		return ATOMIC * e->target->lanes;
	return VECTOR_INST;
}

static void add_block(struct estimate *e, const struct fin_flow *w, const struct fin_divergence *d,
	uint32_t at)
{
	double times = 1, on = 1;
	unsigned depth = 0;

	for (uint32_t l = w->loop_of[at]; l != FIN_NOWHERE; l = w->loops[l].parent) {
		if (depth++ < MAX_DEPTH)
			times *= LOOP_TRIPS;
		if (fin_bits_has(&d->loop, l))
			on = 0.5;
	}
	for (const struct fin_inst *i = w->order[at]->first; i != NULL; i = i->next) {
		e->vector += times * vector_cost(e, i);
		e->scalar += times * on * SCALAR_INST * e->target->lanes;
		if (i->lowering == ISA_LOWER_ATOMIC)
			e->scalar += times * on * ATOMIC * e->target->lanes;
	}
}

bool fin_gang_pays(struct fin_function *f, const struct fin_payoff_target *target)
{
	struct fin_regions rs;
	struct fin_flow *flows;
	struct fin_shapes shapes = {0};
	struct estimate e = {f, &shapes, target, 0, 0};
	const double margin = 1.25;

	fin_gang_prepare(f);
	fin_regions(f, &rs);
	flows = ARENA_ARRAY(f->module->arena, struct fin_flow, rs.count);
	for (uint32_t r = 0; r < rs.count; r++)
		fin_flow(f, &rs.regions[r], false, &flows[r]);
	fin_shapes(f, &rs, flows, (struct fin_shape_rules){.in_rows = true}, &shapes);
	for (uint32_t r = 0; r < rs.count; r++)
		for (uint32_t k = 0; k < flows[r].count; k++)
			add_block(&e, &flows[r], &shapes.in[r], k);
	return e.vector <= margin * e.scalar;
}

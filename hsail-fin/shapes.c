/* See shapes.h. An optimistic fixpoint over all regions: shapes start as NONE and only get worse;
 * divergence makes phis vary, varying conditions make divergence. */
#include "hsaemu/kernel_abi.h"
#include "shapes.h"

struct shape_pass {
	struct fin_function *f;
	const struct fin_regions *rs;
	const struct fin_flow *flows;
	struct fin_shape_rules rules;
	struct fin_shapes *s;
	struct fin_bits kept; /* registers that are in memory over a barrier */
};

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

static struct fin_lane_shape join(struct fin_lane_shape a, struct fin_lane_shape b)
{
	if (a.kind == FIN_SHAPE_NONE)
		return b;
	if (b.kind == FIN_SHAPE_NONE)
		return a;
	if (a.kind == FIN_SHAPE_VARYING || b.kind == FIN_SHAPE_VARYING)
		return varying;
	if (a.kind != FIN_SHAPE_LINEAR && b.kind != FIN_SHAPE_LINEAR)
		return a.kind > b.kind ? a : b;
	if (stride_of(a) != stride_of(b))
		return varying;
	return (struct fin_lane_shape){FIN_SHAPE_LINEAR, a.risky || b.risky, stride_of(a)};
}

static struct fin_lane_shape value_shape(const struct fin_shapes *s, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG ? s->of[v->reg] : group;
}

static struct fin_lane_shape operand_shape(const struct shape_pass *p, const struct fin_inst *i,
	unsigned k)
{
	return value_shape(p->s, &i->operands[k].v[0]);
}

static bool is_plain_int(uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);

	return (t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED) && t->bits >= 32;
}

/* ---- bounds --------------------------------------------------------------------------------- */

/* No value of the operand in any lane exceeds this, and nothing wrapped on the way; UINT64_MAX:
 * not known. */
static uint64_t bound_of(const struct fin_shapes *s, const struct fin_value *v, unsigned depth)
{
	const struct fin_inst *i;
	uint64_t a, b;

	if (v->kind != FIN_VALUE_REG)
		return v->lo <= INT32_MAX ? v->lo : UINT64_MAX;
	i = s->def[v->reg];
	if (i == NULL || depth == 0)
		return UINT64_MAX;
	if (i->lowering == ISA_LOWER_WORKITEM) /* lanes beyond the last work-item count on */
		return i->isa->opcode == BRIG_OPCODE_WORKITEMID ||
				       i->isa->opcode == BRIG_OPCODE_CURRENTWORKITEMFLATID
			       ? HSAEMU_MAX_WORKGROUP + HSAEMU_WAVESIZE
			       : UINT64_MAX;
	if (i->lowering != ISA_LOWER_MOV &&
		((i->lowering != ISA_LOWER_SHIFT && i->lowering != ISA_LOWER_ARITH) ||
			!is_plain_int(i->isa->type)))
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

/* The result of a function that is applied lane by lane. */
static struct fin_lane_shape pointwise(const struct shape_pass *p, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_lane_shape r = group;

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		r = join(r, fin_is_part_uniform(p->s->of[regs[n - 1]]) ? p->s->of[regs[n - 1]]
								       : varying);
	r.risky = false;
	return r;
}

/* Products of a linear value and a constant. */
static struct fin_lane_shape product(const struct shape_pass *p, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;

	for (unsigned k = 1; k < 3; k++) {
		const struct fin_value *c = &i->operands[k].v[0];
		struct fin_lane_shape x = operand_shape(p, i, 3 - k);

		if (c->kind == FIN_VALUE_IMM && x.kind == FIN_SHAPE_LINEAR)
			return linear((int64_t)((uint64_t)x.stride * c->lo), x.risky, bits);
	}
	struct fin_lane_shape a = operand_shape(p, i, 1), b = operand_shape(p, i, 2);
	return fin_is_part_uniform(a) && fin_is_part_uniform(b) ? join(a, b) : varying;
}

static struct fin_lane_shape sum(struct fin_lane_shape a, struct fin_lane_shape b, int sign,
	unsigned bits)
{
	if (a.kind == FIN_SHAPE_VARYING || b.kind == FIN_SHAPE_VARYING)
		return varying;
	if (a.kind != FIN_SHAPE_LINEAR && b.kind != FIN_SHAPE_LINEAR)
		return join(a, b);
	return linear((int64_t)((uint64_t)stride_of(a) + (uint64_t)(sign * stride_of(b))),
		a.risky || b.risky, bits);
}

static struct fin_lane_shape arith_shape(const struct shape_pass *p, const struct fin_inst *i)
{
	unsigned bits = isa_type_find(i->isa->type)->bits;

	if (!is_plain_int(i->isa->type))
		return pointwise(p, i);
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
	default:
		return pointwise(p, i);
	}
}

static struct fin_lane_shape shift_shape(const struct shape_pass *p, const struct fin_inst *i)
{
	const struct fin_value *n = &i->operands[2].v[0];
	struct fin_lane_shape x = operand_shape(p, i, 1);
	unsigned bits = isa_type_find(i->isa->type)->bits;

	if (!is_plain_int(i->isa->type) || i->isa->opcode != BRIG_OPCODE_SHL ||
		n->kind != FIN_VALUE_IMM || x.kind != FIN_SHAPE_LINEAR)
		return pointwise(p, i);
	return linear((int64_t)((uint64_t)x.stride << (n->lo & (bits - 1))), x.risky, bits);
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

static struct fin_lane_shape cvt_shape(const struct shape_pass *p, const struct fin_inst *i)
{
	unsigned to = isa_type_find(i->isa->type)->bits;
	unsigned from = isa_type_find(i->isa->source_type)->bits;
	struct fin_lane_shape x = operand_shape(p, i, 1);

	if (!is_plain_int(i->isa->type) || !is_plain_int(i->isa->source_type) ||
		x.kind != FIN_SHAPE_LINEAR)
		return pointwise(p, i);
	if (to > from && x.stride != 0)
		x.risky |= fin_widens_a_sum(p->s, i);
	return linear(x.stride, x.risky, to);
}

static struct fin_lane_shape cmov_shape(const struct shape_pass *p, const struct fin_inst *i)
{
	struct fin_lane_shape c = operand_shape(p, i, 1);
	struct fin_lane_shape a = operand_shape(p, i, 2), b = operand_shape(p, i, 3);

	if (!fin_is_part_uniform(c) || isa_type_find(i->operands[1].type)->bits != 1 ||
		a.kind == FIN_SHAPE_VARYING || b.kind == FIN_SHAPE_VARYING)
		return pointwise(p, i);
	a = join(a, b);
	return a.kind == FIN_SHAPE_LINEAR ? a : join(a, c);
}

static struct fin_lane_shape workitem_shape(const struct shape_pass *p, const struct fin_inst *i)
{
	bool in_rows = p->rules.in_rows;
	unsigned bits = isa_type_find(i->isa->type)->bits;

	switch (i->isa->opcode) {
	case BRIG_OPCODE_WORKITEMID:
	case BRIG_OPCODE_WORKITEMABSID:
		return in_rows ? linear(i->operands[1].v[0].lo == 0, false, bits) : varying;
	case BRIG_OPCODE_CURRENTWORKITEMFLATID:
	case BRIG_OPCODE_LANEID:
		return linear(1, false, bits);
	case BRIG_OPCODE_WAVEID:
		return wave;
	default: /* flat ids of whole groups and grids */
		return in_rows ? linear(1, false, bits) : varying;
	}
}

/* ---- memory --------------------------------------------------------------------------------- */

static bool is_per_item(const struct fin_function *f, const struct fin_inst *i,
	const struct fin_operand *o)
{
	if (o->global != NULL)
		return false;
	if (o->local != FIN_NO_LOCAL)
		return f->locals[o->local].home == FIN_HOME_PRIVATE ||
		       f->locals[o->local].home == FIN_HOME_CALL;
	return i->isa->segment == BRIG_SEGMENT_PRIVATE || i->isa->segment == BRIG_SEGMENT_SPILL ||
	       i->isa->segment == BRIG_SEGMENT_ARG;
}

struct fin_lane_shape fin_address_shape(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_inst *i, unsigned k)
{
	const struct fin_operand *o = &i->operands[k];

	if (is_per_item(f, i, o))
		return varying;
	return o->has_reg ? s->of[o->reg] : group;
}

static bool is_constant_memory(const struct fin_inst *i)
{
	return i->isa->segment == BRIG_SEGMENT_KERNARG ||
	       i->isa->segment == BRIG_SEGMENT_READONLY || i->isa->is_const;
}

static bool is_partial(const struct shape_pass *p, const struct fin_block *b)
{
	for (uint32_t r = 0; r < p->rs->count; r++) {
		uint32_t at = p->flows[r].position[b->index];

		if (at != FIN_NOWHERE && fin_bits_has(&p->s->in[r].partial, at))
			return true;
	}
	return false;
}

static struct fin_lane_shape load_shape(const struct shape_pass *p, const struct fin_block *b,
	const struct fin_inst *i)
{
	struct fin_lane_shape a = fin_address_shape(p->f, p->s, i, 1);

	if (a.kind == FIN_SHAPE_NONE || !fin_is_part_uniform(a))
		return a.kind == FIN_SHAPE_NONE ? a : varying;
	if (a.kind == FIN_SHAPE_LINEAR) /* not where a part may have no lane */
		return is_partial(p, b) ? varying : linear(0, false, 1);
	return a.kind == FIN_SHAPE_GROUP && is_constant_memory(i) ? group : wave;
}

/* ld and st of promoted variables. */
static struct fin_lane_shape move_shape(const struct shape_pass *p, const struct fin_inst *i)
{
	bool is_load = i->lowering == ISA_LOWER_LOAD;
	const struct fin_operand *from = &i->operands[is_load], *to = &i->operands[!is_load];
	unsigned bits = isa_type_find(i->isa->type)->bits;
	struct fin_lane_shape r = {.kind = FIN_SHAPE_NONE};

	for (unsigned e = 0; e < from->count; e++) {
		struct fin_lane_shape x = value_shape(p->s, &from->v[e]);

		if (!fin_is_part_uniform(x) && p->f->regs[to->v[e].reg].bits != bits)
			x = varying;
		r = join(r, x);
	}
	return r;
}

/* ---- all instructions ----------------------------------------------------------------------- */

static struct fin_lane_shape inst_shape(const struct shape_pass *p, const struct fin_block *b,
	const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_LOAD:
	case ISA_LOWER_STORE:
		return i->operands[1].kind == FIN_OPND_SLOTS ? move_shape(p, i)
							     : load_shape(p, b, i);
	case ISA_LOWER_MOV:
		return operand_shape(p, i, 1);
	case ISA_LOWER_ARITH:
		return arith_shape(p, i);
	case ISA_LOWER_SHIFT:
		return shift_shape(p, i);
	case ISA_LOWER_CVT:
		return cvt_shape(p, i);
	case ISA_LOWER_CMOV:
		return cmov_shape(p, i);
	case ISA_LOWER_LDA:
		return i->operands[1].has_reg ? p->s->of[i->operands[1].reg] : group;
	case ISA_LOWER_WORKITEM:
		return workitem_shape(p, i);
	case ISA_LOWER_CLOCK:
		return wave;
	case ISA_LOWER_LANE:
		return i->isa->opcode == BRIG_OPCODE_ACTIVELANECOUNT ||
				       i->isa->opcode == BRIG_OPCODE_ACTIVELANEMASK
			       ? wave
			       : varying;
	case ISA_LOWER_ATOMIC:
	case ISA_LOWER_SIGNAL:
	case ISA_LOWER_ALLOCA:
	case ISA_LOWER_IMAGE:
	case ISA_LOWER_QUEUE:
	case ISA_LOWER_EXCEPTION:
		return varying;
	case ISA_LOWER_SEGMENTP:
	case ISA_LOWER_FTOS:
	case ISA_LOWER_STOF:
		return i->isa->segment == BRIG_SEGMENT_GROUP ? pointwise(p, i) : varying;
	default:
		return pointwise(p, i);
	}
}

static bool is_ready(const struct shape_pass *p, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (p->s->of[regs[n - 1]].kind == FIN_SHAPE_NONE)
			return false;
	return true;
}

static bool lower_to(const struct shape_pass *p, uint32_t reg, struct fin_lane_shape x)
{
	struct fin_lane_shape *old = &p->s->of[reg], r = join(*old, x);

	if ((fin_bits_has(&p->s->blend, reg) && r.kind != FIN_SHAPE_NONE) ||
		(r.risky && fin_bits_has(&p->kept, reg)))
		r = varying;
	if (r.kind == old->kind && r.stride == old->stride && r.risky == old->risky)
		return false;
	*old = r;
	return true;
}

static bool scan_inst(const struct shape_pass *p, const struct fin_block *b,
	const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_defs(i, regs);
	bool changed = false;
	struct fin_lane_shape x;

	if (n == 0 || !is_ready(p, i))
		return false;
	x = inst_shape(p, b, i);
	for (unsigned k = 0; k < n; k++) /* all results have one shape */
		x = join(x, p->s->of[regs[k]]);
	for (unsigned k = 0; k < n; k++)
		changed |= lower_to(p, regs[k], x);
	return changed;
}

/* Lanes that come from different predecessors have different sources. */
static bool is_join(const struct shape_pass *p, const struct fin_block *b)
{
	for (uint32_t r = 0; r < p->rs->count; r++) {
		uint32_t at = p->flows[r].position[b->index];

		if (at != FIN_NOWHERE && fin_bits_has(&p->s->in[r].join, at))
			return true;
	}
	return false;
}

static bool scan_phi(const struct shape_pass *p, const struct fin_block *b,
	const struct fin_phi *phi, bool joins)
{
	struct fin_lane_shape x = {.kind = FIN_SHAPE_NONE};
	bool same = true;

	for (uint32_t k = 0; k < b->pred_count; k++) {
		x = join(x, p->s->of[phi->from[k]]);
		same &= phi->from[k] == phi->from[0];
	}
	if (x.kind == FIN_SHAPE_NONE)
		return false;
	if (!same) {
		if (joins || x.risky)
			x = varying;
		x = join(x, wave); /* which one may depend on the wave */
	}
	return lower_to(p, phi->reg, x);
}

static bool scan(const struct shape_pass *p)
{
	bool changed = false;

	for (size_t k = 0; k < p->f->block_count; k++) {
		const struct fin_block *b = p->f->blocks[k];
		bool joins = b->phi_count > 0 && is_join(p, b);

		for (uint32_t i = 0; i < b->phi_count; i++)
			changed |= scan_phi(p, b, &b->phis[i], joins);
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			changed |= scan_inst(p, b, i);
	}
	return changed;
}

/* ---- values that leave divergent loops ------------------------------------------------------ */

/* A register that a divergent loop defines and something outside uses must keep, for lanes that
 * have left, the value they left with. */
static bool note_use(const struct shape_pass *p, const uint32_t *home, uint32_t reg, uint32_t user)
{
	bool changed = false;

	for (uint32_t r = 0; home[reg] != FIN_NOWHERE && r < p->rs->count; r++) {
		const struct fin_flow *w = &p->flows[r];
		uint32_t at = w->position[home[reg]], to = w->position[user];

		if (at == FIN_NOWHERE)
			continue;
		for (uint32_t l = w->loop_of[at]; l != FIN_NOWHERE; l = w->loops[l].parent)
			if (fin_bits_has(&p->s->in[r].loop, l) &&
				(to == FIN_NOWHERE || !fin_loop_has(w, l, to)) &&
				!fin_bits_has(&p->s->blend, reg)) {
				fin_bits_add(&p->s->blend, reg);
				changed = true;
			}
	}
	if (changed)
		(void)lower_to(p, reg, varying);
	return changed;
}

static bool note_uses(const struct shape_pass *p, const uint32_t *home, const struct fin_block *b)
{
	uint32_t regs[FIN_MAX_REGS];
	bool changed = false;

	for (uint32_t i = 0; i < b->phi_count; i++)
		for (uint32_t k = 0; k < b->pred_count; k++)
			changed |= note_use(p, home, b->phis[i].from[k], b->preds[k]->index);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			changed |= note_use(p, home, regs[n - 1], b->index);
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		changed |= note_use(p, home, b->term.value.reg, b->index);
	return changed;
}

/* ---- set-up --------------------------------------------------------------------------------- */

static void find_definitions(const struct shape_pass *p, uint32_t *home)
{
	uint32_t regs[FIN_MAX_REGS];

	for (size_t r = 0; r < p->f->reg_count; r++)
		home[r] = FIN_NOWHERE;
	for (size_t k = 0; k < p->f->block_count; k++) {
		const struct fin_block *b = p->f->blocks[k];

		for (uint32_t i = 0; i < b->phi_count; i++) {
			home[b->phis[i].reg] = (uint32_t)k;
			p->s->phi[b->phis[i].reg] = &b->phis[i];
			p->s->phi_sources[b->phis[i].reg] = b->pred_count;
		}
		for (struct fin_inst *i = b->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--) {
				uint32_t reg = regs[n - 1];

				p->s->def[reg] = home[reg] == FIN_NOWHERE ? i : NULL;
				home[reg] = (uint32_t)k;
			}
	}
	for (size_t r = 0; r < p->f->reg_count; r++)
		if (home[r] == FIN_NOWHERE)
			p->s->of[r] = group; /* undefined: zero */
}

static bool some_barrier_is_partial(const struct shape_pass *p)
{
	for (uint32_t r = 0; r < p->rs->count; r++)
		for (uint32_t k = 0; k < p->flows[r].count; k++)
			if (p->flows[r].order[k]->term.kind == FIN_TERM_BARRIER &&
				fin_bits_has(&p->s->in[r].partial, k))
				return true;
	return false;
}

void fin_shapes(struct fin_function *f, const struct fin_regions *rs, const struct fin_flow *flows,
	struct fin_shape_rules rules, struct fin_shapes *s)
{
	struct arena *a = f->module->arena;
	struct shape_pass p = {f, rs, flows, rules, s, fin_bits_new(a, f->reg_count)};
	uint32_t *home = mem_new(f->reg_count, sizeof *home);
	bool changed = true;

	s->of = ARENA_ARRAY(a, struct fin_lane_shape, f->reg_count);
	s->def = ARENA_ARRAY(a, struct fin_inst *, f->reg_count);
	s->phi = ARENA_ARRAY(a, const struct fin_phi *, f->reg_count);
	s->phi_sources = ARENA_ARRAY(a, uint32_t, f->reg_count);
	s->blend = fin_bits_new(a, f->reg_count);
	s->in = ARENA_ARRAY(a, struct fin_divergence, rs->count);
	for (uint32_t r = 0; r < rs->count; r++) {
		size_t n = flows[r].count + 1;

		s->in[r] = (struct fin_divergence){fin_bits_new(a, n), fin_bits_new(a, n),
			fin_bits_new(a, n), fin_bits_new(a, flows[r].loop_count)};
	}
	find_definitions(&p, home);
	for (uint32_t r = 1; r < rs->count; r++)
		for (uint32_t k = 0; k < rs->regions[r].context_count; k++)
			if (rs->kind[rs->regions[r].context[k]] != FIN_CONTEXT_AGAIN)
				fin_bits_add(&p.kept, rs->regions[r].context[k]);
	while (changed) {
		changed = scan(&p);
		for (uint32_t r = 0; r < rs->count; r++)
			changed |= fin_diverge(&flows[r], s, &s->in[r]);
		for (size_t k = 0; k < f->block_count; k++)
			changed |= note_uses(&p, home, f->blocks[k]);
	}
	s->live_mask = some_barrier_is_partial(&p);
	free(home);
}

/* ---- memory ------------------------------------------------------------------------------ */

static bool depends(const struct fin_shapes *s, uint32_t reg, unsigned depth)
{
	uint32_t regs[FIN_MAX_REGS];
	const struct fin_inst *i = s->def[reg];
	unsigned n;

	if (fin_is_uniform(s->of[reg]))
		return false;
	if (depth == 0)
		return true;
	if (s->phi[reg] != NULL) {
		for (uint32_t k = 0; k < s->phi_sources[reg]; k++)
			if (depends(s, s->phi[reg]->from[k], depth / 2))
				return true;
		return false;
	}
	if (i == NULL || i->lowering == ISA_LOWER_ATOMIC || i->lowering == ISA_LOWER_SIGNAL ||
		i->lowering == ISA_LOWER_ALLOCA || i->lowering == ISA_LOWER_LANE ||
		(i->lowering == ISA_LOWER_LOAD && i->operands[1].kind != FIN_OPND_SLOTS))
		return true;
	n = fin_inst_uses(i, regs);
	for (unsigned k = 0; k < n; k++)
		if (depends(s, regs[k], depth - 1))
			return true;
	return false;
}

bool fin_depends_on_memory(const struct fin_shapes *s, uint32_t reg)
{
	return depends(s, reg, 16);
}

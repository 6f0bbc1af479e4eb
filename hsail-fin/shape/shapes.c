/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See shapes.h. This is an optimistic fixpoint over all regions: shapes start as NONE and only get
 * worse. Divergence makes phis vary, and varying conditions make divergence. */
#include "hsaemu/kernel_abi.h"
#include "ir/lowering.h"
#include "shape/live_mask.h"
#include "shape/quiet.h"
#include "ir/bits.h"

/* The regions that each block is in. These are lists, because a block is in few of the regions, of
 * which there may be very many. */
struct homes {
	uint32_t *regions;
	/* by block index: the block's regions are regions[first[k]] to regions[first[k + 1] - 1] */
	uint32_t *first;
};

struct shape_pass {
	struct fin_function *f;
	const struct fin_regions *rs;
	const struct fin_flow *flows;
	struct fin_shape_rules rules;
	struct fin_shapes *s;
	struct fin_bits kept;            /* registers that are kept in memory across a barrier */
	const struct fin_writes *writes; /* by region */
	struct homes homes;
	/* by register: one of those that are sure to have the same value, the same one for all */
	uint32_t *twin;
};

static const struct fin_lane_shape group = {.kind = FIN_SHAPE_GROUP};
static const struct fin_lane_shape wave = {.kind = FIN_SHAPE_WAVE};
static const struct fin_lane_shape varying = {.kind = FIN_SHAPE_VARYING};

static int64_t stride_of(struct fin_lane_shape a)
{
	return a.kind == FIN_SHAPE_LINEAR ? a.stride : 0;
}

struct fin_lane_shape fin_shape_join(struct fin_lane_shape a, struct fin_lane_shape b)
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

static struct homes homes_of(const struct fin_function *f, uint32_t count,
	const struct fin_flow *flows)
{
	struct homes h = {.first = mem_new(f->block_count + 2, sizeof *h.first)};
	uint32_t *next = h.first + 1; /* by block: where the next region of the block's list goes */

	for (uint32_t r = 0; r < count; r++)
		for (uint32_t k = 0; k < flows[r].count; k++)
			next[flows[r].order[k]->index + 1]++;
	for (size_t k = 0; k < f->block_count; k++)
		next[k + 1] += next[k];
	h.regions = mem_new(next[f->block_count] + 1, sizeof *h.regions);
	for (uint32_t r = 0; r < count; r++)
		for (uint32_t k = 0; k < flows[r].count; k++)
			h.regions[next[flows[r].order[k]->index]++] = r;
	return h;
}

static bool is_partial(const struct shape_pass *p, const struct fin_block *b)
{
	for (uint32_t h = p->homes.first[b->index]; h < p->homes.first[b->index + 1]; h++) {
		uint32_t r = p->homes.regions[h];

		if (fin_bits_has(&p->s->in[r].partial,
			    fin_position(&p->flows[r].position, b->index)))
			return true;
	}
	return false;
}

static bool is_quiet(const struct shape_pass *p, const struct fin_block *b)
{
	const uint32_t *r = p->homes.regions + p->homes.first[b->index];

	for (; r < p->homes.regions + p->homes.first[b->index + 1]; r++)
		if (!fin_is_quiet(&p->flows[*r], p->s, &p->writes[*r]))
			return false;
	return true;
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
	struct fin_lane_shape *old = &p->s->of[reg], r = fin_shape_join(*old, x);

	if ((fin_bits_has(&p->s->blend, reg) && r.kind != FIN_SHAPE_NONE) ||
		(r.risky && fin_bits_has(&p->kept, reg)))
		r = varying;
	if (r.kind == old->kind && r.stride == old->stride && r.risky == old->risky)
		return false;
	*old = r;
	return true;
}

static bool scan_inst(const struct shape_pass *p, const struct fin_block *b,
	const struct fin_inst *i, bool partial)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_defs(i, regs);
	bool changed = false;
	struct fin_shape_view v = {p->f, p->s, p->rules, partial, is_quiet(p, b)};
	struct fin_lane_shape x;

	if (n == 0 || !is_ready(p, i))
		return false;
	x = fin_inst_shape(&v, i);
	for (unsigned k = 0; k < n; k++) /* the results of an instruction have one shape */
		x = fin_shape_join(x, p->s->of[regs[k]]);
	for (unsigned k = 0; k < n; k++)
		changed |= lower_to(p, regs[k], x);
	return changed;
}

/* How the sources differ that a phi gets on edges inside of one region. */
enum phi_sources {
	PHI_SAME,    /* all are one register */
	PHI_BY_WAVE, /* they differ, but all lanes of a wave get the same one */
	PHI_BY_LANE,
};

static enum phi_sources sources_in(const struct shape_pass *p, uint32_t region,
	const struct fin_block *b, const struct fin_phi *phi)
{
	const struct fin_positions *position = &p->flows[region].position;
	uint32_t at = fin_position(position, b->index), first = FIN_NOWHERE;
	bool same = true;

	for (uint32_t k = 0; k < b->pred_count; k++) {
		const struct fin_block *from = b->preds[k];

		if (fin_position(position, from->index) == FIN_NOWHERE ||
			from->term.kind == FIN_TERM_BARRIER)
			continue;
		first = first == FIN_NOWHERE ? p->twin[phi->from[k]] : first;
		same &= p->twin[phi->from[k]] == first;
	}
	if (same)
		return PHI_SAME;
	return fin_bits_has(&p->s->in[region].join, at) ? PHI_BY_LANE : PHI_BY_WAVE;
}

/* How the sources differ that a phi gets over barriers. Waves of a group may come from different
 * barriers, but all lanes of a wave come from one. */
static enum phi_sources sources_over_barriers(const struct fin_block *b, const struct fin_phi *phi)
{
	uint32_t first = FIN_NOWHERE;

	for (uint32_t k = 0; k < b->pred_count; k++) {
		if (b->preds[k]->term.kind != FIN_TERM_BARRIER)
			continue;
		first = first == FIN_NOWHERE ? phi->from[k] : first;
		if (phi->from[k] != first)
			return PHI_BY_WAVE;
	}
	return PHI_SAME;
}

static bool scan_phi(const struct shape_pass *p, const struct fin_block *b,
	const struct fin_phi *phi)
{
	struct fin_lane_shape x = {.kind = FIN_SHAPE_NONE};
	enum phi_sources by = sources_over_barriers(b, phi);
	bool same = true;

	for (uint32_t k = 0; k < b->pred_count; k++) {
		x = fin_shape_join(x, p->s->of[phi->from[k]]);
		same &= p->twin[phi->from[k]] == p->twin[phi->from[0]];
	}
	if (x.kind == FIN_SHAPE_NONE)
		return false;
	for (uint32_t h = p->homes.first[b->index]; !same && h < p->homes.first[b->index + 1];
		h++) {
		enum phi_sources s = sources_in(p, p->homes.regions[h], b, phi);

		by = s > by ? s : by;
	}
	if (by == PHI_BY_LANE || (!same && x.risky))
		x = varying;
	if (by == PHI_BY_WAVE && x.kind == FIN_SHAPE_GROUP)
		x = wave;
	return lower_to(p, phi->reg, x);
}

static bool scan(const struct shape_pass *p)
{
	bool changed = false;

	for (size_t k = 0; k < p->f->block_count; k++) {
		const struct fin_block *b = p->f->blocks[k];
		bool partial = is_partial(p, b);

		for (uint32_t i = 0; i < b->phi_count; i++)
			changed |= scan_phi(p, b, &b->phis[i]);
		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			changed |= scan_inst(p, b, i, partial);
	}
	return changed;
}

/* ---- values that leave divergent loops ------------------------------------------------------ */

/* A place where a register is used: in a block, or on an edge into the block. */
struct use {
	uint32_t block;
	bool on_edge;
};

/* Whether a use of the register from position `at` comes when lanes of the divergent loop may be
 * elsewhere. In a dispatched loop that may also be so between two blocks of the loop, because
 * others run for other lanes meanwhile. */
static bool outlives(const struct fin_flow *w, uint32_t loop, uint32_t at, struct use u)
{
	uint32_t to = fin_position(&w->position, u.block);

	if (w->dispatched)
		return u.on_edge || to != at;
	return to == FIN_NOWHERE || !fin_loop_has(w, loop, to);
}

/* Whether the register outlives any divergent loop. Loops are asked from the innermost on: a use
 * inside of a loop is also inside of those around it. */
static bool outlives_a_loop(const struct shape_pass *p, uint32_t region, uint32_t at, struct use u)
{
	const struct fin_flow *w = &p->flows[region];

	for (uint32_t l = w->loop_of[at]; l != FIN_NOWHERE && outlives(w, l, at, u);
		l = w->loops[l].parent)
		if (fin_bits_has(&p->s->in[region].loop, l))
			return true;
	return false;
}

/* Notes a use. A register that is defined in a divergent loop and used outside of it has to keep,
 * for lanes that have left the loop, the value with which they left. */
static bool note_use(const struct shape_pass *p, const uint32_t *home, uint32_t reg, struct use u)
{
	const uint32_t *first = p->homes.first;

	if (home[reg] == FIN_NOWHERE || fin_bits_has(&p->s->blend, reg))
		return false;
	for (uint32_t h = first[home[reg]]; h < first[home[reg] + 1]; h++) {
		uint32_t r = p->homes.regions[h];

		if (outlives_a_loop(p, r, fin_position(&p->flows[r].position, home[reg]), u)) {
			fin_bits_add(&p->s->blend, reg);
			(void)lower_to(p, reg, varying);
			return true;
		}
	}
	return false;
}

/* Notes the uses by a phi. It is written on the edges to its block, and its sources are read
 * there. */
static bool note_phi(const struct shape_pass *p, const uint32_t *home, const struct fin_block *b,
	const struct fin_phi *phi)
{
	bool changed = note_use(p, home, phi->reg, (struct use){b->index, true});

	for (uint32_t k = 0; k < b->pred_count; k++) {
		changed |= note_use(p, home, phi->from[k], (struct use){b->index, true});
		changed |= note_use(p, home, phi->from[k], (struct use){b->preds[k]->index, true});
	}
	return changed;
}

static bool note_uses(const struct shape_pass *p, const uint32_t *home, const struct fin_block *b)
{
	const struct use here = {b->index, false};
	uint32_t regs[FIN_MAX_REGS];
	bool changed = false;

	for (uint32_t i = 0; i < b->phi_count; i++)
		changed |= note_phi(p, home, b, &b->phis[i]);
	for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
		for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
			changed |= note_use(p, home, regs[n - 1], here);
	if (b->term.value_bits != 0 && b->term.value.kind == FIN_VALUE_REG)
		changed |= note_use(p, home, b->term.value.reg, here);
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
			p->s->of[r] = group; /* an undefined register reads as 0 */
}

/* Whether the loads of kernel arguments get the same value: compilers load one again on each way
 * that leads to a place, and put a phi there. */
static bool load_alike(const struct fin_inst *a, const struct fin_inst *b)
{
	const struct fin_operand *x = &a->operands[1], *y = &b->operands[1];

	return a->isa->type == b->isa->type && a->operands[0].count == 1 &&
	       b->operands[0].count == 1 && x->global == y->global && x->local == y->local &&
	       x->has_reg == y->has_reg && (!x->has_reg || x->reg == y->reg) &&
	       x->offset == y->offset;
}

static bool loads_argument(const struct fin_inst *i)
{
	return i->lowering == ISA_LOWER_LOAD && fin_is_access(i) &&
	       i->isa->segment == BRIG_SEGMENT_KERNARG && i->operands[0].count == 1 &&
	       i->operands[0].v[0].kind == FIN_VALUE_REG;
}

/* Finds the registers that phis join and that are loaded from the same place of the kernel's
 * arguments. */
static void find_twins(struct shape_pass *p, const struct fin_phi *phi, uint32_t sources)
{
	const struct fin_inst *first = p->s->def[phi->from[0]];

	if (first == NULL || !loads_argument(first))
		return;
	for (uint32_t k = 1; k < sources; k++) {
		const struct fin_inst *i = p->s->def[phi->from[k]];

		if (i != NULL && loads_argument(i) && load_alike(first, i))
			p->twin[phi->from[k]] = p->twin[phi->from[0]];
	}
}

static void find_all_twins(struct shape_pass *p)
{
	p->twin = ARENA_ARRAY(p->f->module->arena, uint32_t, p->f->reg_count);
	for (uint32_t r = 0; r < p->f->reg_count; r++)
		p->twin[r] = r;
	for (uint32_t r = 0; r < p->f->reg_count; r++)
		if (p->s->phi[r] != NULL && p->s->phi_sources[r] > 0)
			find_twins(p, p->s->phi[r], p->s->phi_sources[r]);
}

/* ---- registers that a region gets and makes again -------------------------------------------- */

/* A loop around a barrier may make a register again for some work-items, or some waves, and others
 * go on with what they have from an earlier iteration. */
static bool note_kept(const struct shape_pass *p, const uint32_t *home, uint32_t region)
{
	const struct fin_region *r = &p->rs->regions[region];
	const struct fin_flow *w = &p->flows[region];
	struct fin_bits apart;
	bool changed = false, is_known = false;

	for (uint32_t c = 0; c < r->context_count; c++) {
		uint32_t reg = r->context[c], at = FIN_NOWHERE;

		if (home[reg] != FIN_NOWHERE && p->s->of[reg].kind != FIN_SHAPE_NONE)
			at = fin_position(&w->position, home[reg]);
		if (at != FIN_NOWHERE && !is_known)
			apart = fin_apart(p->f->module->arena, w, p->s);
		is_known |= at != FIN_NOWHERE;
		if (at == FIN_NOWHERE || !fin_bits_has(&apart, at))
			continue;
		if (fin_bits_has(&p->s->in[region].partial, at) &&
			!fin_bits_has(&p->s->blend, reg)) {
			fin_bits_add(&p->s->blend, reg);
			changed = true;
		}
		if (fin_bits_has(&p->s->blend, reg))
			changed |= lower_to(p, reg, varying);
		else if (p->rs->kind[reg] != FIN_CONTEXT_AGAIN &&
			 p->s->of[reg].kind == FIN_SHAPE_GROUP)
			changed |= lower_to(p, reg, wave);
	}
	return changed;
}

/* ---- all ------------------------------------------------------------------------------------ */

void fin_shapes(struct fin_function *f, const struct fin_regions *rs, const struct fin_flow *flows,
	struct fin_shape_rules rules, struct fin_shapes *s)
{
	struct arena *a = f->module->arena;
	struct shape_pass p = {f, rs, flows, rules, s, fin_bits_new(a, f->reg_count),
		fin_all_writes(a, flows, rs->count), homes_of(f, rs->count, flows), NULL};
	uint32_t *home = mem_new(f->reg_count, sizeof *home);
	bool changed = true;

	s->of = ARENA_ARRAY(a, struct fin_lane_shape, f->reg_count);
	s->most_items = fin_groups_are_alike(f) ? HSAEMU_MAX_TILE : HSAEMU_MAX_WORKGROUP;
	s->def = ARENA_ARRAY(a, struct fin_inst *, f->reg_count);
	s->phi = ARENA_ARRAY(a, const struct fin_phi *, f->reg_count);
	s->phi_sources = ARENA_ARRAY(a, uint32_t, f->reg_count);
	s->blend = fin_bits_new(a, f->reg_count);
	s->in = ARENA_ARRAY(a, struct fin_divergence, rs->count);
	for (uint32_t r = 0; r < rs->count; r++)
		s->in[r] = fin_divergence_new(a, &flows[r]);
	if (rules.settled != NULL)
		s->in[rules.settled->region].taken =
			(struct fin_taken_list){&rules.settled->taken, 1};
	find_definitions(&p, home);
	find_all_twins(&p);
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
		for (uint32_t r = 1; r < rs->count; r++)
			changed |= note_kept(&p, home, r);
	}
	s->live_mask = fin_needs_live_mask(rs, flows, s);
	s->from_memory = fin_from_memory(f, s);
	mem_free(p.homes.regions);
	mem_free(p.homes.first);
	mem_free(home);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Issues instructions.
 *
 * In a cycle one SIMD of a compute unit has its turn, and issues at most one instruction of each
 * unit, of different wavefronts, the oldest first. Nothing happens between turns in which something
 * can: a SIMD knows the next one. Instructions are executed when they are issued. */
#include "timing_impl.h"

/* Units as the issue logic has them: the scalar ALU and scalar memory are one. */
enum issue_unit {
	ISSUE_SCALAR,
	ISSUE_VALU,
	ISSUE_BRANCH,
	ISSUE_LDS,
	ISSUE_VMEM,
	ISSUE_EXPORT,
	ISSUE_SYNC
};

static const uint64_t *parameters(const struct gcn_tm_wave *w)
{
	return w->simd->cu->cluster->run->p;
}

static enum issue_unit unit_of(const struct gcn_tm_wave *w, const struct gcn_row *row)
{
	static const enum issue_unit units[GCN_UNIT_COUNT] = {
		[GCN_UNIT_SALU] = ISSUE_SCALAR,
		[GCN_UNIT_VALU] = ISSUE_VALU,
		[GCN_UNIT_BRANCH] = ISSUE_BRANCH,
		[GCN_UNIT_LDS] = ISSUE_LDS,
		[GCN_UNIT_VMEM] = ISSUE_VMEM,
		[GCN_UNIT_SMEM] = ISSUE_SCALAR,
		[GCN_UNIT_EXP] = ISSUE_EXPORT,
		[GCN_UNIT_SYNC] = ISSUE_SYNC,
	};

	if (row->unit == GCN_UNIT_SYNC && parameters(w)[GCN_P_sync_is_scalar] != 0)
		return ISSUE_SCALAR;
	return units[row->unit];
}

/* ---- waits ----------------------------------------------------------------------------------- */

/* s_waitcnt: [3:0] vector memory, [6:4] exports, [11:8] LDS and scalar memory. */
static void begin_wait(struct gcn_tm_wave *w, uint16_t imm)
{
	enum gcn_stall why;
	bool all = parameters(w)[GCN_P_wait_for_all] != 0;
	uint64_t over;

	w->wait[TM_VM] = all ? 0 : imm & 15;
	w->wait[TM_EXP] = all ? 0 : imm >> 4 & 7;
	w->wait[TM_LGKM] = all ? 0 : imm >> 8 & 15;
	over = gcn_tm_wait_over(w, w->seen, &why);
	w->waits = over == TM_NEVER;
	gcn_tm_set_ready(w, over, why);
}

static void pass_barrier(struct gcn_tm_group *g, uint64_t now)
{
	for (uint32_t n = 0; n < g->group.wave_count; n++) {
		struct gcn_tm_wave *w = &g->waves[n];
		if (w->wave == NULL || w->wave->outcome != GCN_BARRIER)
			continue;
		w->wave->outcome = GCN_RUNNING;
		gcn_tm_set_ready(w, now + parameters(w)[GCN_P_barrier_latency], GCN_STALL_barrier);
		gcn_tm_simd_wake(w->simd, w->ready);
	}
	g->arrived = 0;
}

/* ---- what an instruction did ----------------------------------------------------------------- */

static void count_registers(const struct gcn_step *did, uint64_t *count)
{
	uint64_t lanes = (uint64_t)__builtin_popcountll(did->exec);

	count[GCN_S_scalar_register_reads] += did->code->scalar_reads;
	count[GCN_S_scalar_register_writes] += did->code->scalar_writes;
	count[GCN_S_vector_register_reads] += did->code->vector_reads * lanes;
	count[GCN_S_vector_register_writes] += did->code->vector_writes * lanes;
}

static void count_instruction(struct gcn_tm_wave *w, const struct gcn_step *did)
{
	static const enum gcn_statistic classes[GCN_UNIT_COUNT] = {
		[GCN_UNIT_SALU] = GCN_S_scalar_alu_instructions,
		[GCN_UNIT_VALU] = GCN_S_vector_alu_instructions,
		[GCN_UNIT_BRANCH] = GCN_S_branch_instructions,
		[GCN_UNIT_LDS] = GCN_S_lds_instructions,
		[GCN_UNIT_VMEM] = GCN_S_vector_memory_instructions,
		[GCN_UNIT_SMEM] = GCN_S_scalar_memory_instructions,
		[GCN_UNIT_EXP] = GCN_S_export_instructions,
		[GCN_UNIT_SYNC] = GCN_S_sync_instructions,
	};
	uint64_t *count = w->simd->cu->figures.count;
	enum gcn_unit unit = did->code->row->unit;
	uint64_t lanes = (uint64_t)__builtin_popcountll(did->exec);

	count[GCN_S_instructions]++;
	count[classes[unit]]++;
	if (unit == GCN_UNIT_VALU)
		count[GCN_S_vector_alu_lanes] += lanes;
	if (unit == GCN_UNIT_BRANCH)
		count[GCN_S_branches_taken] += did->taken;
	count_registers(did, count);
	w->code->issued++;
	w->code->lanes += lanes;
}

/* Returns how long the wavefront issues nothing else, and *why beyond the time for the issue. */
static uint64_t turn_of(const struct gcn_tm_wave *w, const struct gcn_step *did,
	enum gcn_stall *why)
{
	static const enum gcn_parameter rates[GCN_RATE_COUNT] = {
		[GCN_RATE_FULL] = GCN_P_valu_full,
		[GCN_RATE_CONVERT] = GCN_P_valu_convert,
		[GCN_RATE_MULTIPLY] = GCN_P_valu_multiply,
		[GCN_RATE_TRANSCENDENTAL] = GCN_P_valu_transcendental,
		[GCN_RATE_DOUBLE_ADD] = GCN_P_valu_double_add,
		[GCN_RATE_DOUBLE] = GCN_P_valu_double,
	};
	const uint64_t *p = parameters(w);
	const struct gcn_row *row = did->code->row;

	*why = GCN_STALL_nop;
	switch (row->unit) {
	case GCN_UNIT_VALU:
		*why = GCN_STALL_vector_alu;
		return later(p[rates[row->rate]], p[GCN_P_issue_turn]);
	case GCN_UNIT_SALU:
		*why = GCN_STALL_scalar_alu;
		return p[GCN_P_salu_turn];
	case GCN_UNIT_BRANCH:
		*why = GCN_STALL_branch;
		return p[did->taken ? GCN_P_branch_taken_turn : GCN_P_branch_turn];
	case GCN_UNIT_SYNC:
		if (row->op == GCN_OP_S_NOP)
			return p[GCN_P_sync_turn] * ((did->code->imm & 15) + UINT64_C(1));
		if (row->op == GCN_OP_S_SLEEP)
			return p[GCN_P_sync_turn] + 64 * (uint64_t)(did->code->imm & 127);
		return p[GCN_P_sync_turn];
	case GCN_UNIT_SMEM:
	case GCN_UNIT_LDS:
	case GCN_UNIT_VMEM:
	case GCN_UNIT_EXP:
	case GCN_UNIT_COUNT:
		break;
	}
	return p[GCN_P_issue_turn];
}

/* Wavefronts of one SIMD may use the vector ALUs of the others. */
static struct gcn_tm_simd *free_valu(struct gcn_tm_simd *s, uint64_t now)
{
	const uint64_t *p = s->cu->cluster->run->p;

	for (uint64_t n = 0; n < p[GCN_P_simds]; n++) {
		struct gcn_tm_simd *other = &s->cu->simds[(s->index + n) % p[GCN_P_simds]];
		if (other->valu_free <= now)
			return other;
	}
	return NULL;
}

/* Returns the SIMD whose vector ALU executes for a wavefront: its own, if all are busy. */
static struct gcn_tm_simd *valu_for(struct gcn_tm_wave *w, uint64_t now)
{
	struct gcn_tm_simd *other =
		parameters(w)[GCN_P_valu_any_simd] != 0 ? free_valu(w->simd, now) : NULL;

	return other != NULL ? other : w->simd;
}

static void keep_unit(struct gcn_tm_wave *w, const struct gcn_step *did, uint64_t now,
	uint64_t turn)
{
	struct gcn_tm_cu *cu = w->simd->cu;
	uint64_t *count = cu->figures.count;

	switch (did->code->row->unit) {
	case GCN_UNIT_VALU:
		valu_for(w, now)->valu_free = now + turn;
		count[GCN_S_vector_alu_cycles] += turn;
		break;
	case GCN_UNIT_SALU:
	case GCN_UNIT_SMEM:
		count[GCN_S_scalar_cycles]++;
		break;
	case GCN_UNIT_BRANCH:
		count[GCN_S_branch_cycles]++;
		break;
	default:
		break;
	}
}

/* Charges the instruction's cycles to the wavefront. */
static void take_turn(struct gcn_tm_wave *w, uint64_t now, uint64_t turn, enum gcn_stall why)
{
	uint64_t issue = earlier(turn, parameters(w)[GCN_P_issue_turn]);

	gcn_tm_account(w, now + issue, GCN_STALL_issue);
	gcn_tm_account(w, now + turn, why);
	w->ready = now + turn;
	w->blame = GCN_STALL_issue;
}

static bool fail(struct gcn_tm_cluster *k, uint64_t now)
{
	k->park = TM_STOPPED;
	k->park_cycle = now;
	return false;
}

/* Does what the wavefront's outcome asks for. False when the cluster stops, or parks. */
static bool follow_outcome(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now)
{
	const struct gcn_run_options *o = &k->run->options;
	struct gcn_tm_group *g = w->group;

	switch (w->wave->outcome) {
	case GCN_RUNNING:
	case GCN_SLEEP:
	case GCN_BUDGET:
		return true;
	case GCN_TRAP:
	case GCN_MESSAGE:
		if (o->serve != NULL && o->serve(o->serve_arg, &g->group, w->wave)) {
			k->waits_in_vain += w->wave->outcome == GCN_SLEEP;
			w->wave->outcome = GCN_RUNNING;
			return true;
		}
		return w->wave->outcome == GCN_MESSAGE || fail(k, now);
	case GCN_HALTED:
		gcn_tm_set_ready(w, TM_NEVER, GCN_STALL_halt);
		return true;
	case GCN_BARRIER:
		w->simd->cu->figures.count[GCN_S_barriers]++;
		gcn_tm_set_ready(w, TM_NEVER, GCN_STALL_barrier);
		if (++g->arrived == g->left)
			pass_barrier(g, now + parameters(w)[GCN_P_sync_turn]);
		return true;
	case GCN_ENDED:
		gcn_tm_wave_ends(w, w->ready);
		if (g->arrived != 0 && g->arrived == g->left)
			pass_barrier(g, now + parameters(w)[GCN_P_sync_turn]);
		return k->park == TM_RUNS;
	default:
		return fail(k, now);
	}
}

/* Finishes the instruction that was executed. False when the cluster parks. */
static bool finish(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now)
{
	const struct gcn_row *row = k->step.code->row;
	enum gcn_stall why;
	uint64_t turn;

	if (!gcn_tm_time_access(k, w, now))
		return false;
	if (row->unit == GCN_UNIT_LDS || row->unit == GCN_UNIT_VMEM)
		gcn_tm_unit_accepted(w, row->unit, now);
	count_instruction(w, &k->step);
	turn = turn_of(w, &k->step, &why);
	keep_unit(w, &k->step, now, turn);
	take_turn(w, now, turn, why);
	if (row->op == GCN_OP_S_WAITCNT)
		begin_wait(w, k->step.code->imm);
	return follow_outcome(k, w, now);
}

/* ---- which instruction is issued ------------------------------------------------------------- */

/* Instructions whose order among those of other compute units can be seen. */
static bool has_place(const struct gcn_code *in)
{
	const struct gcn_row *row = in->row;

	if (row->unit == GCN_UNIT_VMEM)
		return (in->flags & GCN_BIT(GCN_FLAG_GLC)) != 0;
	return row->op == GCN_OP_S_TRAP || row->op == GCN_OP_S_SENDMSG ||
	       row->op == GCN_OP_S_SENDMSGHALT;
}

static uint64_t counter_room(struct gcn_tm_wave *w, const struct gcn_row *row, uint64_t now)
{
	if (row->unit == GCN_UNIT_VMEM)
		return later(gcn_tm_counter_room(&w->counters[TM_VM], now),
			gcn_tm_counter_room(&w->counters[TM_EXP], now));
	if (row->unit == GCN_UNIT_LDS || row->unit == GCN_UNIT_SMEM)
		return gcn_tm_counter_room(&w->counters[TM_LGKM], now);
	return 0;
}

/* Returns when the instruction could be issued, and why not before. */
static uint64_t issue_cycle(struct gcn_tm_wave *w, enum issue_unit unit, uint64_t now,
	enum gcn_stall *why)
{
	const struct gcn_row *row = w->wave->at->row;
	uint64_t room = counter_room(w, row, now);

	*why = GCN_STALL_counter_full;
	if (room > now)
		return room;
	switch (unit) {
	case ISSUE_VALU:
		*why = GCN_STALL_vector_alu_busy;
		return valu_for(w, now)->valu_free;
	case ISSUE_LDS:
		*why = GCN_STALL_lds_busy;
		return gcn_tm_unit_accepts(w, GCN_UNIT_LDS, now);
	case ISSUE_VMEM:
		*why = GCN_STALL_vector_memory_busy;
		return gcn_tm_unit_accepts(w, GCN_UNIT_VMEM, now);
	default:
		return now;
	}
}

static void park(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now,
	enum gcn_tm_park why)
{
	k->park = why;
	k->park_cycle = now;
	k->current = w;
}

static bool has_room(const struct gcn_tm_port *p)
{
	return p->capacity - p->count >= TM_LINES_MAX &&
	       p->link_capacity - p->link_count >= TM_LINES_MAX &&
	       p->access_count < p->access_capacity;
}

/* Executes the instruction. False when the cluster stops, or parks. */
static bool execute(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now)
{
	const struct gcn_code *in = w->wave->at;

	if (in->row != NULL && has_place(in) && k->granted != w) {
		park(k, w, now, TM_PARK_ORDER);
		return false;
	}
	if (!has_room(&w->simd->cu->port) || !has_room(&k->port)) {
		park(k, w, now, TM_PARK_ROOM);
		return false;
	}
	k->granted = NULL;
	k->current = w;
	k->host->wave = w->wave;
	k->host->group = &w->group->group;
	w->wave->clock = now;
	if (gcn_outcome_is_error(gcn_wave_step(w->wave, &k->step)))
		return fail(k, now);
	w->code = gcn_tm_code_of(k, in);
	return finish(k, w, now);
}

/* Returns whether the wavefront is to issue now; else *next becomes when it may. */
static bool is_chosen(struct gcn_tm_simd *s, struct gcn_tm_wave *w, uint64_t now, uint64_t *next)
{
	const uint64_t *p = parameters(w);
	const struct gcn_row *row = w->wave->at->row;
	enum issue_unit unit = row == NULL ? ISSUE_SYNC : unit_of(w, row);
	enum gcn_stall why;
	uint64_t cycle;
	bool any = unit == ISSUE_VALU && p[GCN_P_valu_any_simd] != 0;

	gcn_tm_account(w, now, w->blame);
	cycle = row == NULL ? now : issue_cycle(w, unit, now, &why);
	if (cycle > now) {
		w->blame = why;
		*next = earlier(*next, cycle);
		return false;
	}
	if (unit == ISSUE_SYNC)
		return true;
	if (s->slot_issued == p[GCN_P_issue_width] || (!any && (s->slot_units & 1U << unit) != 0)) {
		w->blame = GCN_STALL_not_selected;
		*next = earlier(*next, now + 1);
		return false;
	}
	s->slot_issued++;
	s->slot_units |= 1U << unit;
	return true;
}

/* Gives a SIMD its turn. */
static void take_slot(struct gcn_tm_cluster *k, struct gcn_tm_simd *s, uint64_t now)
{
	struct gcn_tm_wave *waves[TM_SIMD_WAVES];
	uint32_t count = s->count;
	uint64_t next = TM_NEVER;

	if (s->slot_cycle != now) {
		s->slot_cycle = now;
		s->slot_units = s->slot_issued = 0;
	}
	memcpy(waves, s->waves, sizeof waves);
	s->next = TM_NEVER;
	for (uint32_t n = 0; n < count; n++) {
		struct gcn_tm_wave *w = waves[n];
		if (w->ready > now) {
			next = earlier(next, w->ready);
			continue;
		}
		uint32_t units = s->slot_units, issued = s->slot_issued;
		if (!is_chosen(s, w, now, &next))
			continue;
		if (execute(k, w, now)) {
			next = earlier(next, w->wave == NULL ? TM_NEVER : w->ready);
			s->cu->figures.count[GCN_S_issue_slots] +=
				issued == 0 && s->slot_issued == 1;
			continue;
		}
		if (k->park == TM_PARK_ORDER || k->park == TM_PARK_ROOM) {
			s->slot_units = units;
			s->slot_issued = issued;
		}
		s->next = now; /* its turn goes on when the cluster does */
		return;
	}
	gcn_tm_simd_wake(s, later(next, now + 1));
}

/* ---- a cluster's window ---------------------------------------------------------------------- */

static struct gcn_tm_simd *next_simd(struct gcn_tm_cluster *k)
{
	struct gcn_tm_simd *next = &k->cus[0].simds[0];
	uint64_t simds = k->run->p[GCN_P_simds];

	for (uint32_t c = 0; c < k->cu_count; c++)
		for (uint64_t n = 0; n < simds; n++)
			if (k->cus[c].simds[n].next < next->next)
				next = &k->cus[c].simds[n];
	return next;
}

void gcn_tm_cluster_run(struct gcn_tm_cluster *k)
{
	while (k->park == TM_RUNS) {
		struct gcn_tm_simd *s = next_simd(k);
		if (s->next >= k->limit)
			return;
		k->clock = s->next;
		take_slot(k, s, k->clock);
	}
}

void gcn_tm_cluster_step(struct gcn_tm_cluster *k)
{
	struct gcn_tm_wave *w = k->current;

	if (k->park == TM_PARK_PAGE) {
		/* what executed stays in `step` */
		if (finish(k, w, k->park_cycle))
			k->park = TM_RUNS;
		return;
	}
	k->park = TM_RUNS;
	k->granted = w;
	take_slot(k, w->simd, k->park_cycle);
}

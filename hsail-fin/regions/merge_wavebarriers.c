/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes one place of wavebarriers in several places where lanes of one wave wait for each other.
 *
 * PRM 9.4 has all work-items of a wave come to the same wavebarrier. But PTX's bar.warp.sync, which
 * becomes a wavebarrier, only names lanes, and these may be at different places. In vector code
 * nothing waits: lanes that part run one way after the other, and are together again where the ways
 * join. So wavebarriers that can be reached on different ways from a branch, before these join,
 * become one: its block comes after all ways to it, and behind it each lane goes on from where it
 * came. */
#include "regions/regions.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/worklist.h"

struct pass {
	struct fin_function *f;
	size_t count;              /* number of blocks before new ones are added */
	uint32_t *set;             /* by block: union-find of wavebarriers that become one */
	struct fin_worklist ahead; /* blocks to be looked at */
	struct fin_bits some;      /* wavebarriers on the ways from the branch */
};

static bool is_wavebarrier(const struct fin_block *b)
{
	return b->term.kind == FIN_TERM_BARRIER && b->term.of_wave;
}

static uint32_t find(const struct pass *p, uint32_t k)
{
	while (p->set[k] != k)
		k = p->set[k];
	return k;
}

/* Adds the wavebarriers that can be reached from `b` before `stop` to p->some. False when there are
 * none. */
static bool look_ahead(struct pass *p, const struct fin_block *b, const struct fin_block *stop)
{
	bool any = false;
	uint32_t at;

	fin_worklist_clear(&p->ahead);
	fin_worklist_add(&p->ahead, b->index);
	while (fin_worklist_take(&p->ahead, &at)) {
		b = p->f->blocks[at];
		if (b == stop)
			continue;
		if (is_wavebarrier(b)) {
			fin_bits_add(&p->some, b->index);
			any = true;
		}
		for (uint32_t k = 0; k < b->term.succ_count; k++)
			fin_worklist_add(&p->ahead, b->term.succ[k]->index);
	}
	return any;
}

static void look_at_branch(struct pass *p, const struct fin_block *b)
{
	uint32_t one = FIN_NOWHERE;
	unsigned ways = 0;

	memset(p->some.words, 0, p->some.count * sizeof *p->some.words);
	for (uint32_t k = 0; k < b->term.succ_count; k++)
		ways += look_ahead(p, b->term.succ[k], b->ipdom);
	for (uint32_t k = 0; ways > 1 && k < p->count; k++) {
		if (!fin_bits_has(&p->some, k))
			continue;
		if (one == FIN_NOWHERE)
			one = find(p, k);
		p->set[find(p, k)] = one;
	}
}

/* ---- one place for a set -------------------------------------------------------------------- */

static void append_number(struct pass *p, struct fin_block *b, uint32_t reg, uint32_t number)
{
	struct fin_operand o[] = {fin_reg_operand(reg, BRIG_TYPE_B32, true),
		fin_reg_operand(reg, BRIG_TYPE_B32, false)};
	struct fin_inst place = {.off = b->term.off, .loc = b->term.loc};

	o[1].v[0] = (struct fin_value){.kind = FIN_VALUE_IMM, .lo = number};
	fin_block_append(b,
		fin_inst_new(p->f->module, &place, ISA_LOWER_MOV,
			(struct isa_inst){.opcode = BRIG_OPCODE_MOV, .type = BRIG_TYPE_B32}, o, 2));
}

/* Makes one wavebarrier of a set. Lanes note in a register which wavebarrier of the set they came
 * to, meet, and go on by a switch over the register. */
static void make_one(struct pass *p, uint32_t set, uint32_t size)
{
	struct fin_module *m = p->f->module;
	struct fin_block *meeting = fin_block_new(p->f), *ways = fin_block_new(p->f);
	struct fin_inst *marker = ARENA_NEW(m->arena, struct fin_inst);
	uint32_t reg = fin_reg_new(p->f, (struct fin_reg){32, 'v', 0}), n = 0;

	fin_term_set(m, ways, FIN_TERM_SWITCH, size);
	ways->term.value = (struct fin_value){.kind = FIN_VALUE_REG, .reg = reg};
	ways->term.value_bits = 32;
	for (uint32_t k = 0; k < p->count; k++) {
		struct fin_block *b = p->f->blocks[k];

		if (!is_wavebarrier(b) || find(p, k) != set)
			continue;
		append_number(p, b, reg, n);
		meeting->term.off = ways->term.off = b->term.off;
		meeting->term.loc = ways->term.loc = b->term.loc;
		ways->term.succ[n++] = b->term.succ[0];
		b->term.kind = FIN_TERM_BR;
		b->term.of_wave = false;
		b->term.succ[0] = meeting;
	}
	marker->lowering = ISA_LOWER_BARRIER;
	marker->wait = FIN_WAIT_WAVE_BARRIER;
	marker->off = meeting->term.off;
	marker->loc = meeting->term.loc;
	fin_block_append(meeting, marker);
	fin_term_set(m, meeting, FIN_TERM_BR, 1);
	meeting->term.of_wave = true; /* lockstep.c looks for this mark of a wavebarrier */
	meeting->term.succ[0] = ways;
}

static void make_all(struct pass *p)
{
	uint32_t *size = mem_new(p->count, sizeof *size);

	for (uint32_t k = 0; k < p->count; k++)
		if (is_wavebarrier(p->f->blocks[k]))
			size[find(p, k)]++;
	for (uint32_t k = 0; k < p->count; k++)
		if (size[k] > 1)
			make_one(p, k, size[k]);
	mem_free(size);
	fin_cfg_renumber(p->f);
}

void fin_merge_wavebarriers(struct fin_function *f)
{
	struct pass p = {.f = f, .count = f->block_count};
	struct fin_uniformity u;
	uint32_t barriers = 0;

	for (size_t k = 0; k < p.count; k++)
		barriers += is_wavebarrier(f->blocks[k]);
	if (barriers < 2)
		return;
	fin_uniform(f, &u);
	p.set = ARENA_ARRAY(f->module->arena, uint32_t, p.count);
	p.ahead = fin_worklist_new(f->module->arena, p.count);
	p.some = fin_bits_new(f->module->arena, p.count);
	for (uint32_t k = 0; k < p.count; k++)
		p.set[k] = k;
	for (size_t k = 0; k < p.count; k++)
		if (fin_bits_has(&u.divergent, k))
			look_at_branch(&p, f->blocks[k]);
	make_all(&p);
}

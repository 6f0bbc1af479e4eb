/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads an object and dispatches its kernels in the emulator, for tests. */
#ifndef HSAEMU_TESTS_GCN_EMULATE_H
#define HSAEMU_TESTS_GCN_EMULATE_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "hsaemu/fileio.h"
#include "hsaemu/gcn_emu.h"

struct emulated {
	struct file_data file;
	struct gcn_object object;
	struct gcn_program program;
	struct arena arena;
	struct diag diag;
	/* wavefronts take turns by one instruction, as a model of time lets them */
	bool steps;
	uint64_t accesses, branches, lanes;
};

static inline void emulate_fail(struct emulated *e)
{
	diag_flush(&e->diag, stdout);
	exit(1);
}

static inline void emulate_open(struct emulated *e, const char *file)
{
	const struct diag_options options = {.tool = "test"};

	diag_init(&e->diag, &options);
	arena_init(&e->arena);
	if (!file_read(&e->file, file, &e->diag) ||
		!gcn_object_open(&e->object, file, e->file.bytes, e->file.len, &e->arena,
			&e->diag) ||
		!gcn_program_load(&e->program, &e->object, NULL, &e->diag))
		emulate_fail(e);
}

static inline void emulate_close(struct emulated *e)
{
	gcn_program_release(&e->program);
	arena_release(&e->arena);
	diag_release(&e->diag);
	file_release(&e->file);
}

/* A dispatch packet as AQL has it. */
struct emulated_packet {
	uint16_t header, setup, size[3], reserved;
	uint32_t grid[3], private_bytes, group_bytes;
	uint64_t object, kernarg, reserved2, signal;
};

static inline void emulate_one(struct emulated *e, struct gcn_wave *w)
{
	struct gcn_step did;

	gcn_wave_step(w, &did);
	e->branches += did.taken;
	e->accesses += did.has_access;
	if (did.has_access)
		e->lanes += (uint64_t)__builtin_popcountll(w->access.lanes);
	enum gcn_unit unit = did.code->row->unit;
	if (did.has_access && unit != GCN_UNIT_VMEM && unit != GCN_UNIT_LDS &&
		unit != GCN_UNIT_SMEM)
		w->outcome = GCN_NOT_IMPLEMENTED;
	if (did.taken && unit != GCN_UNIT_BRANCH)
		w->outcome = GCN_BAD_TARGET;
}

/* Runs a work-group by steps. */
static inline enum gcn_outcome emulate_steps(struct emulated *e, struct gcn_group *g)
{
	bool ran;

	do {
		ran = false;
		for (uint32_t n = 0; n < g->wave_count; n++) {
			struct gcn_wave *w = &g->waves[n];
			if (w->outcome != GCN_RUNNING)
				continue;
			ran = true;
			emulate_one(e, w);
			g->retired++;
			if (gcn_outcome_is_error(w->outcome) || w->outcome == GCN_TRAP)
				return w->outcome;
		}
	} while (ran || gcn_group_pass_barrier(g));
	return GCN_ENDED;
}

/* Runs all work-groups, and returns how many instructions that took; *outcome is the last one's. */
static inline uint64_t emulate_dispatch(struct emulated *e, const char *kernel,
	const struct emulated_packet *p, enum gcn_outcome *outcome)
{
	const struct gcn_entry *entry = gcn_program_find(&e->program, kernel);
	struct gcn_dispatch dispatch;
	struct gcn_group g;

	if (entry == NULL || !gcn_program_check(&e->program, entry, &e->diag) ||
		!gcn_dispatch_init(&dispatch, &e->program, entry, p, &e->diag) ||
		!gcn_group_init(&g, &dispatch)) {
		printf("%s\n", kernel);
		emulate_fail(e);
	}
	uint32_t id[3];
	*outcome = GCN_ENDED;
	for (id[2] = 0; id[2] < dispatch.groups[2]; id[2]++)
		for (id[1] = 0; id[1] < dispatch.groups[1]; id[1]++)
			for (id[0] = 0; id[0] < dispatch.groups[0] && *outcome == GCN_ENDED;
				id[0]++) {
				gcn_group_start(&g, id);
				*outcome = e->steps ? emulate_steps(e, &g) : gcn_group_run(&g);
			}
	if (*outcome != GCN_ENDED) {
		struct buf report = BUF_INIT;
		gcn_group_report(&g, &report);
		fwrite(report.data, 1, report.len, stdout);
		buf_release(&report);
	}
	uint64_t retired = g.retired;
	gcn_group_release(&g);
	return retired;
}

#endif

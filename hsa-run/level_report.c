/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The counts of HSAIL's instructions beside those of the GPU's. What both levels have is in one
 * row: HSAIL's are of work-items and of waves of 32, the GPU's are of lanes and of wavefronts of
 * 64. */
#include "level_report.h"

struct row {
	const char *key, *text;
	uint64_t (*hsail)(const struct rt_profile_counts *c);
	uint64_t (*gpu)(const struct gcn_totals *t); /* NULL: there is no such thing */
};

#define OF(id) (c->count[HSAEMU_PROFILE_##id])
#define HSAIL(name, expression) \
	static uint64_t hsail_##name(const struct rt_profile_counts *c) \
	{ \
		return expression; \
	}
HSAIL(waves, OF(WAVE_INSTRUCTION))
HSAIL(lanes, OF(LANE_INSTRUCTION))
HSAIL(arithmetic, OF(INTEGER) + OF(FLOAT) + OF(PACKED) + OF(BITS) + OF(COMPARE) + OF(CONVERT) +
			  OF(MOVE) + OF(ADDRESS) + OF(QUERY) + OF(LANE))
HSAIL(branches, OF(WAVE_BRANCH))
HSAIL(divergent, OF(DIVERGENT_BRANCH))
HSAIL(barriers, OF(BARRIER))
HSAIL(loads,
	OF(GLOBAL_LOAD) + OF(FLAT_LOAD) + OF(READONLY_LOAD) + OF(PRIVATE_LOAD) + OF(SPILL_LOAD))
HSAIL(stores, OF(GLOBAL_STORE) + OF(FLAT_STORE) + OF(PRIVATE_STORE) + OF(SPILL_STORE))
HSAIL(atomics, OF(GLOBAL_ATOMIC) + OF(FLAT_ATOMIC))
HSAIL(kernarg, OF(KERNARG_LOAD))
HSAIL(group_loads, OF(GROUP_LOAD))
HSAIL(group_stores, OF(GROUP_STORE))
HSAIL(group_atomics, OF(GROUP_ATOMIC))

#define COUNT(id) (t->figures.count[GCN_S_##id])
#define GPU(name, expression) \
	static uint64_t gpu_##name(const struct gcn_totals *t) \
	{ \
		return expression; \
	}
GPU(waves, COUNT(instructions))
GPU(lanes, COUNT(vector_alu_lanes) + COUNT(vector_load_lanes) + COUNT(vector_store_lanes) +
		   COUNT(vector_atomic_lanes) + COUNT(lds_reads) + COUNT(lds_writes) +
		   COUNT(lds_atomics))
GPU(arithmetic, COUNT(vector_alu_lanes))
GPU(scalar, COUNT(scalar_alu_instructions))
GPU(branches, COUNT(branch_instructions))
GPU(barriers, COUNT(barriers))
GPU(waits, COUNT(sync_instructions) - COUNT(barriers))
GPU(loads, COUNT(vector_load_lanes))
GPU(stores, COUNT(vector_store_lanes))
GPU(atomics, COUNT(vector_atomic_lanes))
GPU(scalar_loads, COUNT(scalar_memory_instructions))
GPU(group_loads, COUNT(lds_reads))
GPU(group_stores, COUNT(lds_writes))
GPU(group_atomics, COUNT(lds_atomics))
GPU(cycles, t->cycles)

static const struct row rows[] = {
	{"instructions", "instructions of waves, of wavefronts", hsail_waves, gpu_waves},
	{"lane_instructions", "instructions of work-items, of lanes", hsail_lanes, gpu_lanes},
	{"arithmetic", "  arithmetic, moves, compares", hsail_arithmetic, gpu_arithmetic},
	{"loads", "  loads of memory", hsail_loads, gpu_loads},
	{"stores", "  stores to memory", hsail_stores, gpu_stores},
	{"atomics", "  atomics on memory", hsail_atomics, gpu_atomics},
	{"group_loads", "  loads of group memory, of LDS", hsail_group_loads, gpu_group_loads},
	{"group_stores", "  stores to it", hsail_group_stores, gpu_group_stores},
	{"group_atomics", "  atomics on it", hsail_group_atomics, gpu_group_atomics},
	{"scalar_loads", "kernarg loads of work-items, scalar loads", hsail_kernarg,
		gpu_scalar_loads},
	{"scalar_alu", "scalar ALU", NULL, gpu_scalar},
	{"branches", "conditional branches of waves, branches", hsail_branches, gpu_branches},
	{"divergent_branches", "divergent branches", hsail_divergent, NULL},
	{"barriers", "barriers of work-items, of wavefronts", hsail_barriers, gpu_barriers},
	{"waits", "waits and ends", NULL, gpu_waits},
	{"cycles", "cycles", NULL, gpu_cycles},
};

/* The counts of one pass; they are the same in each. */
static uint64_t hsail_of(const struct run_result *r, const struct row *row)
{
	uint64_t sum = 0;

	for (uint32_t cu = 0; cu < r->profile->cu_count; cu++)
		sum += row->hsail(&r->profile->cus[cu]);
	return sum / r->pass_count;
}

static bool is_on_both(const struct run_result *r)
{
	return r->profile != NULL && r->deep.dispatches != 0;
}

void run_levels_text(const struct run_result *r, struct buf *b)
{
	if (!is_on_both(r))
		return;
	buf_printf(b, "profile: %s%sHSAIL and machine code\n  %-44s %16s %16s\n", r->name,
		r->name[0] == '\0' ? "" : ": ", "", "HSAIL", "gfx600");
	for (size_t n = 0; n < ARRAY_LEN(rows); n++) {
		const struct row *row = &rows[n];
		buf_printf(b, "  %-44s", row->text);
		if (row->hsail != NULL)
			buf_printf(b, " %16llu", (unsigned long long)hsail_of(r, row));
		else
			buf_printf(b, " %16s", "");
		if (row->gpu != NULL)
			buf_printf(b, " %16llu",
				(unsigned long long)(row->gpu(&r->deep) / r->pass_count));
		buf_puts(b, "\n");
	}
}

void run_levels_json(const struct run_result *r, struct buf *b)
{
	if (!is_on_both(r))
		return;
	buf_puts(b, ", \"levels\": {");
	for (size_t n = 0; n < ARRAY_LEN(rows); n++) {
		const struct row *row = &rows[n];
		buf_printf(b, "%s\"%s\": {", n == 0 ? "" : ", ", row->key);
		if (row->hsail != NULL)
			buf_printf(b, "\"hsail\": %llu%s", (unsigned long long)hsail_of(r, row),
				row->gpu != NULL ? ", " : "");
		if (row->gpu != NULL)
			buf_printf(b, "\"gfx600\": %llu",
				(unsigned long long)(row->gpu(&r->deep) / r->pass_count));
		buf_puts(b, "}");
	}
	buf_puts(b, "}");
}

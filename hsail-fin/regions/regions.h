/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Facts that splitting a kernel at barriers needs (docs/design/vector-code.md, "Regions").
 *
 * A region is what runs between two barriers. The function of a work-group runs a region for all
 * work-items, then the next one. A register that is live at a region's entry is kept in memory for
 * each work-item, or in one scalar when it is the same for the whole work-group, or it is computed
 * again. The live registers that a region's code reads or writes are the region's context; the
 * others stay in memory while the region runs. All arrays live in the function's module arena. */
#ifndef HSAEMU_FIN_REGIONS_H
#define HSAEMU_FIN_REGIONS_H

#include "ir/ir.h"
#include "ir/bits.h"

/* liveness.c: whether a block writes a register, and whether it reads the register before that. */
struct fin_reg_access {
	uint32_t reg, block;
	bool reads, writes;
};
struct fin_live {
	const struct fin_function *f;
	/* sorted by block; at most one for each register of a block */
	struct fin_reg_access *accesses;
	size_t *of_block; /* by block: its accesses are of_block[k] to of_block[k + 1] - 1 */
	size_t access_count;
	/* register r has accesses[by_reg[k]] for k from of_reg[r] to of_reg[r + 1] - 1 */
	size_t *of_reg, *by_reg;
	/* blocks at whose start the register is live that fin_live_of() was last asked for */
	uint32_t *blocks, count;
	/* now: how often it was called; mark[k] == now: it is live at the start of block k;
	 * writes[k] == now: block k writes it */
	uint32_t now, *mark, *writes;
};
/* The function must not change between fin_live_init() and fin_live_release(). */
void fin_live_init(struct fin_live *l, const struct fin_function *f);
void fin_live_release(struct fin_live *l);
void fin_live_of(struct fin_live *l, uint32_t reg);
static inline bool fin_live_at(const struct fin_live *l, uint32_t block)
{
	return l->mark[block] == l->now;
}

/* uniform.c finds these. */
struct fin_uniformity {
	struct fin_bits regs;      /* registers with one value for all work-items of a group */
	struct fin_bits divergent; /* blocks that end in a branch on a value that may vary */
};
void fin_uniform(const struct fin_function *f, struct fin_uniformity *out);

/* remat.c: by register, its only definition if it can be computed again anywhere, else NULL. */
struct fin_inst **fin_rematerialisable(const struct fin_function *f);

enum fin_context_kind {
	FIN_CONTEXT_ITEM,  /* kept in a slot for each work-item */
	FIN_CONTEXT_GROUP, /* kept in one scalar for the group */
	FIN_CONTEXT_AGAIN, /* computed again at the region's start */
};

struct fin_region {
	struct fin_block *entry;
	struct fin_bits blocks; /* by block index */
	bool may_wait;          /* a barrier can be reached */
	struct fin_bits live;   /* registers that are live at the entry, and those of its phis */
	uint32_t *context;      /* registers of `live` that the region's code reads or writes */
	uint32_t context_count;
	/* registers that the region may write; in the region at the kernel's start also all of
	 * `live` */
	struct fin_bits writes;
};

struct fin_regions {
	struct fin_region *regions; /* [0] starts at the kernel's entry */
	uint32_t count;
	uint32_t *of_entry;          /* by block: the region that starts there, or UINT32_MAX */
	enum fin_context_kind *kind; /* by register: how it is kept if it is in a context */
	struct fin_inst **remat;     /* by register, for AGAIN: its definition */
	/* by register, for ITEM: its offset in the context of a work-item */
	uint64_t *slot;
	uint64_t item_bytes; /* bytes of the context of one work-item */
	/* some work-items may end before a barrier that others reach */
	bool retires;
	/* when `retires`: offset of a byte that says whether the work-item has ended */
	uint64_t done_slot;
};
/* next_waits.c: whether a branch on a varying value decides between ret and a barrier. */
bool fin_some_retire(const struct fin_function *f, const struct fin_uniformity *u);
/* next_waits.c: whether all work-items of a region wait at the same barrier next. PRM 9.3 asks for
 * this with `barrier`, but waves may wait at different wavebarriers. */
bool fin_waves_stay_together(const struct fin_function *f);
/* next_waits.c: whether some work-items of a group may wait at one barrier while others wait at
 * another, because a branch on a varying value decides where. PRM 9.3 forbids that; on GPUs a
 * barrier counts who comes, at whatever place of the code, and programs rely on it (PTX ISA
 * 9.7.13.1). */
bool fin_barriers_part(const struct fin_function *f);

/* split_kernel.c: cuts a large kernel into more regions, by barriers where all work-items come
 * by. */
void fin_split_kernel(struct fin_function *f);

void fin_regions(struct fin_function *f, struct fin_regions *out);
/* Gives each of the `wanted` registers a place in a work-item's memory. Registers that are never
 * live at the entry of the same region may share a place. slot[reg] is set to the offset; the
 * largest registers lie first. Returns the bytes of all places. */
uint64_t fin_context_places(const struct fin_function *f, const struct fin_regions *rs,
	const struct fin_bits *wanted, uint64_t *slot);
/* Sets only `regions`, `count` and `of_entry`. */
void fin_regions_find(struct fin_function *f, struct fin_regions *out);

/* ---- merge_wavebarriers.c -------------------------------------------------------------------- */

/* Makes one place of wavebarriers that lanes come to on different ways; before fin_make_fiber(). */
void fin_merge_wavebarriers(struct fin_function *f);

/* ---- drop_wavebarriers.c -------------------------------------------------------------------- */

void fin_drop_wavebarriers(struct fin_function *f);

#endif

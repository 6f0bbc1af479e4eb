/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Facts that splitting a kernel at barriers needs (docs/design/vector-code.md, "Regions").
 *
 * A region is what runs between two barriers. The work-group function runs a region for all
 * work-items, then the next one. Registers live at a region's entry are kept in memory per
 * work-item, in one scalar when they are the same for the whole work-group, or computed again.
 * Those that its code has to do with are its context; the others stay where they are while it runs.
 * All arrays live in the function's module arena. */
#ifndef HSAEMU_FIN_REGIONS_H
#define HSAEMU_FIN_REGIONS_H

#include "ir/ir.h"
#include "ir/bits.h"

/* liveness.c: a register that a block reads before it writes it, or writes. */
struct fin_reg_access {
	uint32_t reg, block;
	bool reads, writes;
};
struct fin_live {
	const struct fin_function *f;
	/* one of a register in a block; those of block k: from of_block[k] on, */
	struct fin_reg_access *accesses;
	size_t *of_block; /* to of_block[k + 1] */
	size_t access_count;
	size_t *of_reg, *by_reg; /* the same by register, which has numbers of accesses in by_reg */
	uint32_t *blocks, count; /* at whose start the register is live that was last asked for */
	uint32_t now, *mark,
		*writes; /* that register + 1; by block: one that is live, or written */
};
/* While these are in use, the function does not change. */
void fin_live_init(struct fin_live *l, const struct fin_function *f);
void fin_live_release(struct fin_live *l);
void fin_live_of(struct fin_live *l, uint32_t reg);
static inline bool fin_live_at(const struct fin_live *l, uint32_t block)
{
	return l->mark[block] == l->now;
}

/* uniform.c */
struct fin_uniformity {
	struct fin_bits regs;      /* one value for all work-items of a work-group */
	struct fin_bits divergent; /* blocks that end in a branch on a value that may vary */
};
void fin_uniform(const struct fin_function *f, struct fin_uniformity *out);

/* remat.c: the one definition of a register that can be computed again anywhere, or NULL. */
struct fin_inst **fin_rematerialisable(const struct fin_function *f);

enum fin_context_kind {
	FIN_CONTEXT_ITEM,  /* a slot per work-item */
	FIN_CONTEXT_GROUP, /* one scalar */
	FIN_CONTEXT_AGAIN, /* computed at the region's start */
};

struct fin_region {
	struct fin_block *entry;
	struct fin_bits blocks; /* by block index */
	bool may_wait;          /* can reach a barrier */
	struct fin_bits live;   /* registers live at the entry, and those of its phis */
	uint32_t *context;      /* of these, what the region's code reads or writes */
	uint32_t context_count;
	/* registers that may change in the region; at the kernel's start all */
	struct fin_bits writes;
};

struct fin_regions {
	struct fin_region *regions; /* [0] starts at the kernel's entry */
	uint32_t count;
	uint32_t *of_entry;          /* block index -> region that starts there */
	enum fin_context_kind *kind; /* by register */
	struct fin_inst **remat;     /* by register, for AGAIN */
	uint64_t *slot;              /* by register, ITEM: offset of its array, per work-item */
	uint64_t item_bytes;         /* context of one work-item */
	bool retires;                /* work-items may end before a barrier others reach */
	uint64_t done_slot;          /* when `retires`: a byte per work-item */
};
/* next_waits.c: whether a branch on a varying value decides between ret and a barrier. */
bool fin_some_retire(const struct fin_function *f, const struct fin_uniformity *u);
/* next_waits.c: whether all work-items of a region wait at the same barrier next. PRM 9.3 asks that
 * for `barrier`, but wavefronts may wait at different wavebarriers. */
bool fin_waves_stay_together(const struct fin_function *f);
/* next_waits.c: whether some work-items of a group may wait at one barrier while others wait at
 * another: a branch on a varying value decides where. PRM 9.3 forbids it; on GPUs a barrier counts
 * who comes, wherever that is, and code relies on it (PTX ISA 9.7.13.1). */
bool fin_barriers_part(const struct fin_function *f);

/* split_kernel.c: cuts a large kernel into regions by barriers where all work-items come by. */
void fin_cut(struct fin_function *f);

void fin_regions(struct fin_function *f, struct fin_regions *out);
/* Places for the `wanted` registers, for each work-item: one place serves several that are never in
 * live at the entry of the same region. `slot` is by register; the largest lie first. Returns their
 * bytes. */
uint64_t fin_context_slots(const struct fin_function *f, const struct fin_regions *rs,
	const struct fin_bits *wanted, uint64_t *slot);
/* Only regions, count and of_entry. */
void fin_regions_find(struct fin_function *f, struct fin_regions *out);

/* ---- merge_wavebarriers.c -------------------------------------------------------------------- */

/* Wavebarriers that lanes come to on different ways become one place; before fin_make_fiber(). */
void fin_join_wavebarriers(struct fin_function *f);

/* ---- drop_wavebarriers.c -------------------------------------------------------------------- */

void fin_drop_wavebarriers(struct fin_function *f);

#endif

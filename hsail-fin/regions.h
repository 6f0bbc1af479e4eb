/* Facts about a kernel's body that splitting it at barriers needs (design: codegen 8.2).
 *
 * A region is what runs between two barriers. The work-group function runs a region for all
 * work-items, then the next one; registers live at a region's entry are its context: kept in
 * memory per work-item, in one scalar when they are the same for the whole work-group, or
 * computed again. All arrays live in the function's module arena. */
#ifndef HSAEMU_FIN_REGIONS_H
#define HSAEMU_FIN_REGIONS_H

#include "ir.h"

/* liveness.c: registers live at the start of each block. */
struct fin_liveness {
	struct fin_bits *in; /* by block */
};
void fin_liveness(const struct fin_function *f, struct fin_liveness *out);

/* uniform.c */
struct fin_uniformity {
	struct fin_bits regs;      /* one value for all work-items of a work-group */
	struct fin_bits divergent; /* blocks that end in a branch on a value that may vary */
};
void fin_uniform(const struct fin_function *f, struct fin_uniformity *out);

/* remat.c: the one definition of a register that can be computed again anywhere, or NULL. */
struct fin_inst **fin_rematerialisable(const struct fin_function *f);

enum fin_context_kind {
	FIN_CONTEXT_ITEM,    /* a slot per work-item */
	FIN_CONTEXT_GROUP,   /* one scalar */
	FIN_CONTEXT_AGAIN,   /* computed at the region's start */
};

struct fin_region {
	struct fin_block *entry;
	struct fin_bits blocks;    /* by block index */
	bool may_wait;             /* can reach a barrier */
	uint32_t *context;         /* registers live at the entry */
	uint32_t context_count;
};

struct fin_regions {
	struct fin_region *regions; /* [0] starts at the kernel's entry */
	uint32_t count;
	uint32_t *of_entry;         /* block index -> region that starts there */
	enum fin_context_kind *kind; /* by register */
	struct fin_inst **remat;     /* by register, for AGAIN */
	uint64_t *slot;              /* by register, ITEM: offset of its array, per work-item */
	uint64_t item_bytes;         /* context of one work-item */
	bool retires;                /* work-items may end before a barrier others reach */
	uint64_t done_slot;          /* when `retires`: a byte per work-item */
};
/* waiting.c: whether a branch on a varying value decides between ret and a barrier. */
bool fin_some_retire(const struct fin_function *f, const struct fin_uniformity *u);
/* waiting.c: whether all work-items of a region wait at the same barrier next. PRM 9.3 asks that for
 * `barrier`, but wavefronts may wait at different wavebarriers. */
bool fin_waves_stay_together(const struct fin_function *f);
/* waiting.c: whether some work-items of a group may wait at one barrier while others wait at another:
 * a branch on a varying value decides where. PRM 9.3 forbids it; on GPUs a barrier counts who comes,
 * wherever that is, and code relies on it (PTX ISA 9.7.13.1). */
bool fin_barriers_part(const struct fin_function *f);

/* cut.c: cuts a large kernel into regions by barriers where all work-items come by. */
void fin_cut(struct fin_function *f);

void fin_regions(struct fin_function *f, struct fin_regions *out);
/* Places for the `wanted` registers, for each work-item: one place serves several that are never in
 * the context of the same region. `slot` is by register; the largest lie first. Returns their bytes. */
uint64_t fin_context_slots(const struct fin_function *f, const struct fin_regions *rs,
	const struct fin_bits *wanted, uint64_t *slot);
/* Only regions, count and of_entry. */
void fin_regions_find(struct fin_function *f, struct fin_regions *out);

#endif

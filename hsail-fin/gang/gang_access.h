/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One load or store of a part, while its code is made: gang_mem.c chooses the way by the shape of
 * the address, gang_scatter.c has those for any addresses. */
#ifndef HSAEMU_FIN_GANG_ACCESS_H
#define HSAEMU_FIN_GANG_ACCESS_H

#include "gang/gang.h"

struct fin_access {
	struct fin_gang *g;
	const struct fin_inst *i;
	bool is_load;
	unsigned count, bytes; /* elements of a lane, bytes of one */
	unsigned align;
	LLVMTypeRef elem;
	struct fin_lane_shape shape; /* of the address */
	unsigned part;
	bool is_in_rows;       /* linear but for the ends of rows, and now there is one */
	bool is_rare;          /* small code is better than fast code */
	LLVMValueRef mask;     /* of the part, or NULL */
	LLVMValueRef lane_ptr; /* each lane's address, if that is all there is; or NULL */
	LLVMValueRef v[4];     /* vectors loaded, or to store */
};

static inline unsigned fin_access_size(const struct fin_access *x)
{
	return x->bytes * x->count;
}

typedef void fin_access_way(struct fin_access *x);

/* ---- gang_mem.c ----------------------------------------------------------------------------- */

/* Notes on a load or store instruction what is known of the memory. */
void fin_access_describe(struct fin_access *x, LLVMValueRef access, const struct fin_address *a);
/* The address of lane 0. */
struct fin_address fin_access_of_part(struct fin_access *x);
/* Zeros to load from when no lane is on. */
LLVMValueRef fin_access_nowhere(struct fin_access *x);
/* Between one vector with each lane's elements beside each other and one for each element. */
void fin_access_deinterleave(struct fin_access *x, LLVMValueRef all);
LLVMValueRef fin_access_interleave(struct fin_access *x);
/* if (condition) yes(x) else no(x), with the loaded values of either. */
void fin_access_choose(struct fin_access *x, LLVMValueRef condition, fin_access_way *yes,
	fin_access_way *no);

/* ---- gang_scatter.c ------------------------------------------------------------------------- */

/* Each lane's address. */
struct fin_address fin_access_of_lanes(struct fin_access *x);
/* The cvt that widens the number of the element from some base, or NULL. */
const struct fin_inst *fin_access_element_number(struct fin_access *x);
/* The part of a sum that differs between lanes; accesses at a distance from one another share what
 * is found out about it. */
uint32_t fin_access_varying_part(struct fin_access *x, uint32_t reg);
/* Whether the processor moves such elements itself; LLVM makes a branch per lane otherwise. */
bool fin_access_is_native(const struct fin_access *x);
/* The way that needs to know nothing. */
void fin_access_scattered(struct fin_access *x);
/* It is one load or store after the other, since these lanes are few. */
bool fin_access_goes_by_known_lanes(const struct fin_access *x);

/* ---- gang_shared.c -------------------------------------------------------------------------- */

/* `way` as a call of a function of the module that all such accesses share. A way is the same
 * code for the same size, alignment, lanes, and with or without a mask. */
void fin_access_shared(struct fin_access *x, const char *name, fin_access_way *way);

/* ---- gang_tuple.c --------------------------------------------------------------------------- */

/* Between a vector of `count` (2 or 4) elements for each lane and a vector of all lanes for each
 * element. */
void fin_tuple_split(struct fin_gang *g, const LLVMValueRef *tuple, unsigned count,
	LLVMValueRef *v);
void fin_tuple_join(struct fin_gang *g, const LLVMValueRef *v, unsigned count, LLVMValueRef *tuple);

/* ---- gang_window.c -------------------------------------------------------------------------- */

/* Whether the processor can do all this with elements of that size. */
bool fin_has_windows(const struct fin_gang *g, unsigned bytes);
/* i1: elements with these numbers, <V x i32>, lie in order within two vectors from lane 0's on. */
LLVMValueRef fin_window_holds(struct fin_gang *g, LLVMValueRef number);
/* Mask of the elements of the second vector that are not behind the last lane's. */
LLVMValueRef fin_window_to_load(struct fin_gang *g, LLVMValueRef number);
/* Each lane's element of the two vectors. */
LLVMValueRef fin_window_pick(struct fin_gang *g, LLVMValueRef number, LLVMValueRef lower,
	LLVMValueRef upper);
/* Where the second vector to store starts: it ends with the last lane's element, for a processor
 * looks at all bytes of a vector, also of lanes that are off, when it orders loads after stores. */
LLVMValueRef fin_window_upper_store(struct fin_gang *g, LLVMValueRef number);
/* The two vectors that have the lanes' elements where `mask` is on. */
void fin_window_place(struct fin_gang *g, LLVMValueRef number, LLVMValueRef v,
	LLVMValueRef vector[2], LLVMValueRef mask[2]);

#endif

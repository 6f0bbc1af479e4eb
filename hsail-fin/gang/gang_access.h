/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One load or store of a part while its code is made. gang_mem.c chooses the way by the shape of
 * the address. gang_linear.c has the ways for linear addresses, gang_order.c those for addresses
 * that may lie in an order, gang_scatter.c those for any. */
#ifndef HSAEMU_FIN_GANG_ACCESS_H
#define HSAEMU_FIN_GANG_ACCESS_H

#include "gang/gang.h"

struct fin_access {
	struct fin_gang *g;
	const struct fin_inst *i;
	bool is_load;
	unsigned count, bytes; /* number of elements of a lane, bytes of one element */
	unsigned align;
	LLVMTypeRef elem;
	struct fin_lane_shape shape; /* shape of the address */
	unsigned part;
	/* the address is linear but for the ends of rows, and this code is for parts with one */
	bool is_in_rows;
	bool is_apart;     /* the lanes' addresses are not linear after all */
	bool is_rare;      /* small code is better than fast code */
	bool is_in_order;  /* the lanes' elements are known to lie one behind the other */
	LLVMValueRef all;  /* i1: so do those of all parts that have been asked */
	LLVMValueRef mask; /* mask of the part, or NULL */
	/* each lane's address where nothing else of it is known, else NULL */
	LLVMValueRef lane_ptr;
	LLVMValueRef v[4]; /* by element: the vector that was loaded or that is to be stored */
};

static inline unsigned fin_access_size(const struct fin_access *x)
{
	return x->bytes * x->count;
}

static inline LLVMBuilderRef fin_access_builder(const struct fin_access *x)
{
	return x->g->w->l->b;
}
static inline LLVMValueRef fin_access_i32(const struct fin_access *x, unsigned v)
{
	return LLVMConstInt(x->g->w->l->i32, v, false);
}

typedef void fin_access_way(struct fin_access *x);

/* ---- gang_linear.c --------------------------------------------------------------------------- */

/* Notes on LLVM's load or store what is known of the memory. */
void fin_access_describe(struct fin_access *x, LLVMValueRef access, const struct fin_address *a);
/* The address that lane 0 accesses. */
struct fin_address fin_access_of_part(struct fin_access *x);
/* The addresses that the lanes access, a vector: lane 0's and multiples of the stride. */
struct fin_address fin_access_linear_addresses(struct fin_access *x);
/* The address of zeros, from which is loaded when no lane is on. */
LLVMValueRef fin_access_nowhere(struct fin_access *x);
/* Convert between one vector, in which each lane's elements are beside each other, and x->v, a
 * vector for each element. */
void fin_access_deinterleave(struct fin_access *x, LLVMValueRef all);
LLVMValueRef fin_access_interleave(struct fin_access *x);
/* Load a vector of n elements at `ptr`, or store v there, where `mask` is on (NULL: everywhere).
 * `a` says what is known of the memory. */
LLVMValueRef fin_access_load_vector(struct fin_access *x, const struct fin_address *a,
	LLVMValueRef ptr, unsigned n, LLVMValueRef mask);
void fin_access_store_vector(struct fin_access *x, const struct fin_address *a, LLVMValueRef ptr,
	LLVMValueRef v, LLVMValueRef mask);
/* Accesses one vector at the address of lane 0, which `a` has. */
void fin_access_contiguous(struct fin_access *x, const struct fin_address *a);
/* Whether the address is linear and there is a way for its stride. */
bool fin_access_has_linear_way(const struct fin_access *x);
/* Loads for lane v the element with number v * stride, by vectors of consecutive elements. The last
 * vector ends with the last lane's element: nothing behind that element is read. */
void fin_access_strided_load(struct fin_access *x, unsigned stride);
void fin_access_strided_store(struct fin_access *x, unsigned stride);
/* Loads from an address that all lanes of the part have. */
void fin_access_broadcast_load(struct fin_access *x);
/* Stores to an address that all lanes of the part have: the value of the last lane that is on. */
void fin_access_last_lane_store(struct fin_access *x);
/* i1: whether some lane of the part is on; x->mask is not NULL. */
LLVMValueRef fin_access_part_is_on(struct fin_access *x);

/* ---- gang_mem.c ----------------------------------------------------------------------------- */

/* Does an access of one part in the way that the shape of its address asks for. */
void fin_access_part(struct fin_access *x);
/* Whether that is by fin_access_scattered(), without a test. */
bool fin_access_is_scattered(const struct fin_access *x);

/* ---- gang_ways.c ---------------------------------------------------------------------------- */

/* Makes the code of `if (condition) yes(x) else no(x)`. A load then has the values of the way that
 * was taken. */
void fin_access_choose(struct fin_access *x, LLVMValueRef condition, fin_access_way *yes,
	fin_access_way *no);
/* Whether the access is one load or store after the other because parts have so few lanes. */
bool fin_access_goes_by_known_lanes(const struct fin_access *x);

/* ---- gang_order.c --------------------------------------------------------------------------- */

/* i1: whether the elements of a part's lanes that are on lie one behind the other. */
LLVMValueRef fin_access_is_consecutive(struct fin_access *x);
/* Tests how the elements of a part's lanes lie, and accesses them accordingly. */
void fin_access_by_order(struct fin_access *x);
/* Likewise for a part in which divided ids are not linear after all. */
void fin_access_by_rows(struct fin_access *x);

/* ---- gang_step.c ---------------------------------------------------------------------------- */

/* Whether the lanes' addresses vary, but are a step apart that is one for the group and below 2^26
 * bytes. */
bool fin_access_has_step(const struct fin_access *x);
/* The address of a lane, an integer, where `a` has those of all, or lane 0's if there is a step. */
LLVMValueRef fin_access_lane_address(struct fin_access *x, const struct fin_address *a,
	LLVMValueRef lane);
/* The addresses of all lanes, a vector; and scalars, to which that sets `ptr`. */
struct fin_address fin_step_addresses(struct fin_access *x);
struct fin_address fin_step_each(struct fin_access *x, LLVMValueRef ptr[]);
/* Whether the access is best made of one for each lane. */
bool fin_step_goes_lane_by_lane(const struct fin_access *x);
/* Does such an access. */
void fin_access_by_step(struct fin_access *x);

/* ---- gang_halves.c -------------------------------------------------------------------------- */

/* Whether elements of the access may be moved as two halves of a vector. */
bool fin_has_halves(const struct fin_access *x);
/* i1: whether the elements of even lanes lie beside each other, and those of odd lanes elsewhere.
 * `from_first` says how far each lane's element is from lane 0's, neighbours are `unit` apart. */
LLVMValueRef fin_halves_hold(struct fin_access *x, LLVMValueRef from_first, unsigned unit);
/* Accesses elements for which that holds. */
void fin_halves_access(struct fin_access *x);

/* ---- gang_scatter.c ------------------------------------------------------------------------- */

/* The addresses that the lanes access, a vector. */
struct fin_address fin_access_of_lanes(struct fin_access *x);
/* What is one for the part in the sum that the address is, or NULL. */
const struct fin_value *fin_access_base(struct fin_access *x);
/* The cvt that widens a 32-bit element number, which the address adds to a base, or NULL. */
const struct fin_inst *fin_access_element_number(struct fin_access *x);
/* The term of a sum in `reg` that differs between lanes. Accesses at constant distances from one
 * another have the same term, so they share what is found out about it. */
uint32_t fin_access_varying_part(struct fin_access *x, uint32_t reg);
/* Whether the processor gathers or scatters elements of this size itself. Otherwise LLVM makes a
 * branch for each lane. */
bool fin_access_is_native(const struct fin_access *x);
/* Does the access in the way that needs to know nothing of the addresses. */
void fin_access_scattered(struct fin_access *x);
/* Does it for one lane after the other, without a loop; all lanes are on. */
void fin_access_each_lane(struct fin_access *x);
/* Whether the elements of each lane move at once: as a number, or as a vector of the lane. */
bool fin_access_moves_together(const struct fin_access *x);

/* ---- gang_private.c ------------------------------------------------------------------------- */

/* Whether an instruction loads or stores in the private frame of a work-item. */
bool fin_is_private_access(const struct fin_function *f, const struct fin_inst *i);
/* The unit for rows of private memory, in bytes; 0: the kernel cannot have them. */
unsigned fin_private_unit(const struct fin_function *f);
/* Whether an instruction accesses private memory that has rows. */
bool fin_is_in_rows(const struct fin_gang *g, const struct fin_inst *i);
/* Whether all lanes of a part access the same row. */
bool fin_is_one_row(const struct fin_shapes *s, const struct fin_inst *i);
/* Does an access of private memory that has rows. */
void fin_access_rows(struct fin_access *x);
/* The addresses that its lanes access, where it has one element. */
LLVMValueRef fin_row_addresses(struct fin_access *x);

/* ---- gang_members.c -------------------------------------------------------------------------- */

/* Whether an access is better as one. Some that tuples.c made of several are not: tuples at
 * addresses that depend on ids only may be neighbours in a grid. */
bool fin_access_is_better_together(struct fin_access x);
/* Makes an access of each element, by `access`. */
typedef void fin_gang_access(struct fin_gang *g, const struct fin_inst *i, bool is_load);
void fin_access_members(struct fin_access *x, fin_gang_access *access);

/* ---- gang_shared.c -------------------------------------------------------------------------- */

/* Does the access by `way`, as a call of a function of the module that all such accesses share.
 * `name` names the way. A way must be the same code for accesses with the same size, alignment and
 * lanes, and with or without a mask. */
void fin_access_shared(struct fin_access *x, const char *name, fin_access_way *way);

/* ---- gang_tuple.c --------------------------------------------------------------------------- */

/* Convert between a vector of `count` (2 or 4) elements for each lane and a vector of all lanes for
 * each element. */
void fin_tuple_split(struct fin_gang *g, const LLVMValueRef *tuple, unsigned count,
	LLVMValueRef *v);
void fin_tuple_join(struct fin_gang *g, const LLVMValueRef *v, unsigned count, LLVMValueRef *tuple);

/* ---- gang_window.c -------------------------------------------------------------------------- */

/* Whether the processor has the instructions for windows of elements of that size. */
bool fin_has_windows(const struct fin_gang *g, unsigned bytes);
/* i1: whether the elements with these numbers, <V x i32>, lie in order within two vectors from lane
 * 0's element on. */
LLVMValueRef fin_window_holds(struct fin_gang *g, LLVMValueRef number);
/* A mask of those elements of the second vector that do not lie behind the last lane's element. */
LLVMValueRef fin_window_to_load(struct fin_gang *g, LLVMValueRef number);
/* A mask of those elements of the first vector that do not lie before lane 0's element. */
LLVMValueRef fin_window_from(struct fin_gang *g, LLVMValueRef number);
/* Picks each lane's element from the two vectors. */
LLVMValueRef fin_window_pick(struct fin_gang *g, LLVMValueRef number, LLVMValueRef lower,
	LLVMValueRef upper);
/* The number of the element at which the second vector to store starts. The vector ends with the
 * last lane's element, since a processor looks at all bytes of a vector, also those of lanes that
 * are off, when it orders loads after stores. */
LLVMValueRef fin_window_upper_store(struct fin_gang *g, LLVMValueRef number);
/* Says for vector k of the two where each of its elements comes from, if two accesses with these
 * numbers store: the number of a lane, counted through both; and sets *mask to the elements that
 * come from one. The second access goes before the first. */
LLVMValueRef fin_window_sources(struct fin_gang *g, LLVMValueRef number[2], unsigned k,
	LLVMValueRef *mask);
/* Sets the two vectors to store, and the masks of the elements that they have for lanes. */
void fin_window_place(struct fin_gang *g, LLVMValueRef number, LLVMValueRef v,
	LLVMValueRef vector[2], LLVMValueRef mask[2]);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tuples: the same value of each element of a structure, as vectors of all lanes
 * (interleaved.c). */
#ifndef HSAEMU_FIN_INTERLEAVED_H
#define HSAEMU_FIN_INTERLEAVED_H

#include "llvm/llvm_ctx.h"
#include "llvm/pointer_number.h"

enum { FIN_TUPLE_MOST = 4, FIN_TUPLE_ELEMENTS = 64 };

struct fin_tuple {
	LLVMValueRef v[FIN_TUPLE_MOST];
	unsigned count, lanes; /* elements of a tuple, lanes of a vector */
};

/* Whether the shuffle interleaves the vectors of a tuple; sets these. */
bool fin_tuple_is_joined(LLVMValueRef v, struct fin_tuple *t);
/* The vector that the elements of a tuple were picked from, or NULL. */
LLVMValueRef fin_tuple_loaded(const struct fin_tuple *t);
/* The scalar that a vector has in all lanes, or NULL. */
LLVMValueRef fin_tuple_scalar(const struct fin_tuple *t, unsigned e);
bool fin_tuple_has_scalars(const struct fin_tuple *t);
/* Whether the elements are one value, which may differ from lane to lane. */
bool fin_tuple_is_one(const struct fin_tuple *t);
/* Whether the elements are made alike, each of the same elements of other tuples; or are phis of
 * such. */
bool fin_tuple_is_elementwise(const struct fin_tuple *t);
bool fin_tuple_is_phi(const struct fin_tuple *t);
/* Whether all are loaded from places that the code itself has allocated, in one block. */
bool fin_tuple_is_from_stack(const struct fin_tuple *t);
unsigned fin_tuple_operand_count(const struct fin_tuple *t);
/* Operand number k, or what a phi gets from its predecessor number k; false when the elements get
 * it from different ones. */
bool fin_tuple_operand(const struct fin_tuple *t, unsigned k, struct fin_tuple *to);

/* ---- webs: interleaved.c --------------------------------------------------------------------- */

enum { FIN_TUPLE_NONE = UINT32_MAX };

enum fin_tuple_kind {
	FIN_TUPLE_OTHER, /* is not made interleaved */
	FIN_TUPLE_LOADED,
	FIN_TUPLE_SCALARS,
	FIN_TUPLE_ONE,
	FIN_TUPLE_STACK, /* is put together where it comes from the stack */
	FIN_TUPLE_STEP,  /* made of other tuples, element by element */
	FIN_TUPLE_PHI,
};

struct fin_tuple_node {
	struct fin_tuple t;
	enum fin_tuple_kind kind;
	uint32_t *operand; /* of STEP and PHI: its nodes, FIN_TUPLE_NONE where that is no vector */
	unsigned operand_count;
	uint32_t web;                      /* a node of the web that this one is in */
	LLVMValueRef made[FIN_TUPLE_MOST]; /* the pieces; NULL: not yet */
	uint32_t next;                     /* with the same first element, or FIN_TUPLE_NONE */
};

struct fin_tuple_root {
	LLVMValueRef shuffle;
	uint32_t node;
};

struct fin_tuple_search {
	struct fin_llvm *l;
	struct arena a;
	struct fin_tuple_node *node;
	uint32_t count;
	bool full; /* there are too many */
	struct fin_tuple_root *root;
	size_t root_count, root_cap;
	struct fin_numbers by_first;  /* by a tuple's first element: a node that has it */
	struct fin_numbers by_member; /* by an element of a STEP or PHI: which one of which node */
	struct fin_numbers joins;     /* by a shuffle that joins tuples: its root */
};

static inline bool fin_tuple_is_made(const struct fin_tuple_node *n)
{
	return n->kind == FIN_TUPLE_STEP || n->kind == FIN_TUPLE_PHI;
}

/* ---- interleaved_make.c ---------------------------------------------------------------------- */

/* Puts vectors of so many elements, a power of two of them, one behind the other. */
LLVMValueRef fin_tuple_concatenation(struct fin_tuple_search *c, const LLVMValueRef *v, unsigned n,
	unsigned elements);
/* Makes the pieces of a node; those of a phi without what it gets. */
void fin_tuple_make(struct fin_tuple_search *c, uint32_t n);
void fin_tuple_fill_phi(struct fin_tuple_search *c, struct fin_tuple_node *x);
/* Pieces of a node for an instruction, before which those are made that no instruction defines. */
const LLVMValueRef *fin_tuple_pieces(struct fin_tuple_search *c, uint32_t n, LLVMValueRef user);
/* Picks elements for the stores that want them as vectors of all lanes. */
void fin_tuple_pick_for_stores(struct fin_tuple_search *c, struct fin_tuple_node *x, unsigned e);

#endif

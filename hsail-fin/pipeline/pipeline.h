/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From a decoded function to one of which code can be made: the passes of passes.def, in their
 * order. Which of them run depends on the product, the kind of code that is made. */
#ifndef HSAEMU_FIN_PIPELINE_H
#define HSAEMU_FIN_PIPELINE_H

#include "hsaemu/finalize.h"
#include "shape/shapes.h"

enum fin_product {
	FIN_SCALAR_KERNEL, /* runs a work-group, region by region, one work-item at a time */
	FIN_VECTOR_KERNEL, /* the same, with work-items in the lanes of vectors */
	FIN_WAVE_KERNEL,   /* runs a wave, on a fiber */
	FIN_ITEM_KERNEL,   /* runs a work-item, on a fiber */
	FIN_WAVE_FUNCTION, /* fw.NAME of kernel_abi.h */
	FIN_ITEM_FUNCTION, /* fn.NAME */
	FIN_ESTIMATE,      /* no code: what vectors would gain (vector_cost.h) */
	FIN_PRODUCTS
};

/* What holds after passes. */
enum {
	HOLDS_OWN_COPY = 1 << 0, /* the function is a copy of the module's */
	HOLDS_GRAPH = 1 << 1,    /* blocks are reachable, numbered, and know their predecessors */
	HOLDS_PROMOTED = 1 << 2, /* SLOTS operands are registers; other variables need memory */
	HOLDS_WEBS = 1 << 3,     /* a register has one purpose */
	HOLDS_LAYOUT = 1 << 4,   /* variables have places */
	HOLDS_FIBER = 1 << 5,    /* no block ends in a barrier */
	HOLDS_IN_STEP = 1 << 6,  /* nothing waits for lanes of the same wave */
	HOLDS_LOOPS = 1 << 7,    /* as shape/flow.h wants them */
	HOLDS_SSA = 1 << 8,      /* registers have one definition */
	HOLDS_REGIONS = 1 << 9,  /* the fields of that name below are set */
	HOLDS_FLOW = 1 << 10,
	HOLDS_SHAPES = 1 << 11,
};

struct fin_prepared {
	struct fin_function *f; /* first the module's, from INLINE on a copy of it */
	const struct finalize_options *options;
	enum fin_product product;
	unsigned lanes;  /* of a part of a wave; 1: scalar code */
	unsigned passed; /* passes that are done */
	unsigned holds;
	struct fin_regions regions;
	struct fin_flow *flows; /* by region */
	/* for groups in rows, for any groups, and for rows if no 32-bit sum wraps */
	struct fin_shapes in_rows, any, hoped;
};

/* The passes that all products share. `f` is the module's and stays as it is. False after a
 * diagnostic. fin_prepared_release() in any case. */
bool fin_prepare(struct fin_prepared *p, struct fin_function *f,
	const struct finalize_options *o) NODISCARD;
/* The others, for one product. */
void fin_prepare_for(struct fin_prepared *p, enum fin_product product, unsigned lanes);
void fin_prepared_release(struct fin_prepared *p);

/* Lanes of a kernel after fin_prepare(): also where scalar code was asked for, some must run as
 * waves. `most`: that the processor has. */
unsigned fin_lanes_needed(const struct fin_prepared *p, unsigned lanes, unsigned most);
/* Of a function or kernel that runs as waves also where scalar code was asked for. */
unsigned fin_lanes_of_wave(const struct fin_function *f, unsigned most);
/* Which product a kernel becomes then. */
enum fin_product fin_product_of(const struct fin_prepared *p, unsigned lanes);

/* The same passes up to the one that options->print_after names. Appends what is there then as text
 * (--emit=ir); false after a diagnostic. */
bool fin_print_prepared(struct fin_function *f, const struct finalize_options *o, unsigned lanes,
	struct buf *out) NODISCARD;

#endif

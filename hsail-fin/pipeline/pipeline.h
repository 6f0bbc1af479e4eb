/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Takes a decoded function to one that code can be made of, by the passes of passes.def in their
 * order. The product, which is the kind of code that is made, decides which of them run. */
#ifndef HSAEMU_FIN_PIPELINE_H
#define HSAEMU_FIN_PIPELINE_H

#include "hsaemu/finalize.h"
#include "shape/levels.h"
#include "shape/reach.h"
#include "shape/id_sums.h"

enum fin_product {
	FIN_SCALAR_KERNEL, /* runs a work-group, region by region, one work-item at a time */
	/* runs a work-group, region by region, with work-items in the lanes of vectors */
	FIN_VECTOR_KERNEL,
	FIN_WAVE_KERNEL,   /* runs a wave, on a fiber */
	FIN_ITEM_KERNEL,   /* runs a work-item, on a fiber */
	FIN_WAVE_FUNCTION, /* fw.NAME of kernel_abi.h: a function for a wave */
	FIN_ITEM_FUNCTION, /* fn.NAME of kernel_abi.h: a function for a work-item */
	/* no code: the passes are for the estimate of what vectors gain (vector_cost.h) */
	FIN_ESTIMATE,
	FIN_PRODUCTS
};

/* Facts that passes need and establish. */
enum {
	HOLDS_OWN_COPY = 1 << 0, /* the function is a copy of the module's */
	HOLDS_GRAPH = 1 << 1,    /* blocks are reachable, numbered, and know their predecessors */
	HOLDS_PROMOTED =
		1 << 2,      /* PROMOTED operands are registers; all other variables need memory */
	HOLDS_WEBS = 1 << 3, /* a register has one purpose */
	HOLDS_LAYOUT = 1 << 4,  /* variables have places */
	HOLDS_FIBER = 1 << 5,   /* no block ends in a barrier: barriers are instructions */
	HOLDS_IN_STEP = 1 << 6, /* nothing waits for other lanes of the same wave */
	HOLDS_LOOPS = 1 << 7,   /* loops are as shape/flow.h wants them */
	HOLDS_SSA = 1 << 8,     /* registers have one definition */
	/* fin_prepared.regions is set; FLOW: flows are; SHAPES: in_rows, any and hoped are */
	HOLDS_REGIONS = 1 << 9,
	HOLDS_FLOW = 1 << 10,
	HOLDS_SHAPES = 1 << 11,
};

struct fin_prepared {
	/* the module's function, and from the pass INLINE on a copy of it */
	struct fin_function *f;
	struct fin_function *source; /* the module's */
	const struct finalize_options *options;
	bool keeps_barriers; /* none is skipped */
	enum fin_product product;
	unsigned lanes;  /* lanes of a part of a wave; 1: scalar code */
	unsigned passed; /* number of passes that are done or left out */
	unsigned holds;
	struct fin_regions regions;
	struct fin_flow *flows; /* by region */
	/* headers of loops of which `align` has made copies */
	struct fin_block **aligned;
	size_t aligned_count;
	/* shapes for groups in rows, for any groups, and for groups in rows if no 32-bit sum
	 * wraps */
	struct fin_shapes in_rows, any, hoped;
	/* the dimension along which lanes are better than along x, if groups allow it, with the
	 * shapes of that: for groups in rows, and if no 32-bit sum wraps; 0: there is none */
	unsigned row;
	/* so many parts of a gang lie behind each other along x, or y if lanes are along x, and
	 * share what they have alike; 0: they follow each other in rows */
	unsigned stacked;
	struct fin_shapes across, across_hoped;
	/* what in_rows and across rely on: code tests it where a group starts */
	struct fin_id_sums sums;
	bool even_rows;          /* and one that they are even (whole_rows.h) */
	bool whole_rows;         /* ids are divided, which a test for the group may settle: */
	struct fin_shapes whole; /* shapes for groups in rows where it holds */
	/* by region: what runs for a group's first work-items only; NULL: nothing does. `single`
	 * are the shapes for one work-item at a time, if some region has code for that.
	 * all_single: all have it, and partial groups, which are hardly ever run, go by that. */
	struct fin_few_items *few;
	struct fin_levels *levels; /* by region: levels that run at once; NULL: there are none */
	struct fin_shapes single;
	bool all_single;
	struct fin_reach reach; /* what a kernel of one region runs for */
};

/* Whether `across` holds the shapes of a better way to take lanes and parts than rows. */
static inline bool fin_goes_across(const struct fin_prepared *p)
{
	return p->row != 0 || p->stacked != 0;
}

/* Runs the passes that all products share. `f` is the module's function and stays as it is. False
 * after a diagnostic. The caller calls fin_prepared_release() in any case. */
bool fin_prepare(struct fin_prepared *p, struct fin_function *f,
	const struct finalize_options *o) NODISCARD;
/* Runs all other passes of one product. */
void fin_prepare_for(struct fin_prepared *p, enum fin_product product, unsigned lanes);
void fin_prepared_release(struct fin_prepared *p);

/* How many lanes a kernel needs, after fin_prepare(): even where `lanes` asks for scalar code, some
 * kernels must run as waves. The processor has `most` lanes. */
unsigned fin_lanes_needed(const struct fin_prepared *p, unsigned lanes, unsigned most);
/* How many lanes a function or kernel has that must run as waves where scalar code was asked
 * for. */
unsigned fin_lanes_of_wave(const struct fin_function *f, unsigned most);
/* Which product the kernel becomes with so many lanes. */
enum fin_product fin_product_of(const struct fin_prepared *p, unsigned lanes);

/* Runs the passes for a function up to the one that options->print_after names, and appends the
 * function as it then is, as text (--emit=ir). False after a diagnostic. */
bool fin_print_prepared(struct fin_function *f, const struct finalize_options *o, unsigned lanes,
	struct buf *out) NODISCARD;

#endif

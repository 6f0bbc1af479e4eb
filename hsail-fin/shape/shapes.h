/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How the values of a register differ in the lanes of a wave (docs/design/vector-code.md, "Shapes
 * of values"). */
#ifndef HSAEMU_FIN_SHAPES_H
#define HSAEMU_FIN_SHAPES_H

#include "shape/flow.h"
#include "ir/bits.h"

enum { FIN_MAX_PARTS = 8, FIN_MAX_LANES = 16 };

enum fin_shape_kind {
	FIN_SHAPE_NONE,   /* an undefined register, or one that the analysis has not reached yet */
	FIN_SHAPE_GROUP,  /* one value for the work-group */
	FIN_SHAPE_WAVE,   /* one value for the wave */
	FIN_SHAPE_LINEAR, /* lane v of a part has the part's base + v * stride, modulo 2^bits */
	FIN_SHAPE_VARYING,
};

struct fin_lane_shape {
	enum fin_shape_kind kind;
	/* LINEAR: a 32-bit sum that wrapped before it was widened may break the progression. The
	 * base is right all the same; the values of other lanes must be computed or tested. */
	bool risky;
	int64_t stride; /* LINEAR: sign-extended to 64 bits */
};

/* Which masks one region needs. The sets are by position in the region's flow, but for `loop`. */
struct fin_divergence {
	struct fin_bits branch;  /* blocks that end in a branch which can split a wave */
	struct fin_bits partial; /* blocks during which some lanes of the wave may be off */
	/* blocks to which lanes of a wave may come from different predecessors */
	struct fin_bits join;
	/* by loop number: loops that lanes may leave in different iterations */
	struct fin_bits loop;
	struct fin_taken_list taken; /* branches that all lanes are known to take one way */
};

struct fin_shapes {
	struct fin_lane_shape *of;   /* by register */
	struct fin_bits blend;       /* registers of which lanes that are off keep their values */
	struct fin_divergence *in;   /* by region: where its lanes part */
	struct fin_inst **def;       /* by register: its only definition, or NULL */
	const struct fin_phi **phi;  /* by register: the phi that defines it, or NULL */
	uint32_t *phi_sources;       /* by register: how many sources that phi has */
	struct fin_bits from_memory; /* registers that depend on what was loaded, or on a loop */
	uint32_t most_items;         /* that a work-group may have */
	bool live_mask;              /* not all lanes of a wave may reach a barrier */
	/* registers of which a gang keeps one value, from which those of all parts follow: where
	 * parts are stacked, fin_alike(); where they are side by side, fin_linear_in_gang(); else
	 * empty */
	struct fin_bits alike;
};

/* The shape of a value that has either of two shapes, the same one in all lanes of a wave. */
struct fin_lane_shape fin_shape_join(struct fin_lane_shape a, struct fin_lane_shape b);

/* What the analysis may take for granted in one region: all lanes go one way at a branch, and a
 * register that is one for the group has that value. Shapes of other regions are of no use then. */
struct fin_settled {
	uint32_t region;
	struct fin_taken taken; /* the branch */
	uint32_t reg, at;       /* `at`: the position where that is read of the register */
	uint64_t value;
};

/* What the analysis may assume. `in_rows`: a part lies in one row of the work-group along the
 * dimension `row`, so that its ids in that one are consecutive and the others are equal. `no_wrap`:
 * 32-bit sums do not wrap between lanes. */
struct fin_shape_rules {
	bool in_rows, no_wrap;
	bool single; /* a wave has one work-item */
	unsigned row;
	const struct fin_settled *settled; /* NULL: nothing is */
	/* registers that are computed without a wrap, as code tests for the group (id_sums.h);
	 * NULL: none */
	const struct fin_bits *sure;
};

/* result_shape.c: the shape of an instruction's results, from the shapes that are known so far. */
struct fin_shape_view {
	const struct fin_function *f;
	const struct fin_shapes *s;
	struct fin_shape_rules rules;
	bool partial; /* in some region, some lanes may be off while the instruction runs */
	bool quiet;   /* while its region runs, the group does not write global memory */
};
struct fin_lane_shape fin_inst_shape(const struct fin_shape_view *v, const struct fin_inst *i);

void fin_shapes(struct fin_function *f, const struct fin_regions *rs, const struct fin_flow *flows,
	struct fin_shape_rules rules, struct fin_shapes *out);

/* alike.c: finds the registers that are no uniform ones and that the parts of a gang have alike,
 * where these differ in the ids of dimension `stack` only. `level`: registers that are so whatever
 * they are made of, or NULL. */
struct fin_bits fin_alike(const struct fin_function *f, const struct fin_regions *rs,
	const struct fin_flow *flows, const struct fin_shapes *s, unsigned stack,
	const struct fin_bits *level);

/* gang_progress.c: finds the registers that are linear in a whole gang if its parts are side by
 * side in a row: lane 0 of a part has what the part before would give to a lane more. A sum that
 * wraps before it is widened may break that (fin_lane_shape.risky), as it may in a part. */
struct fin_bits fin_linear_in_gang(const struct fin_function *f, const struct fin_shapes *s);

/* sink_loads.c: moves loads of addresses that vary to the side of a branch that needs them. No
 * shape is another one then. */
void fin_sink_loads(struct fin_function *f, const struct fin_shapes *s,
	const struct fin_flow *flows, uint32_t region_count);

/* from_memory.c: finds the registers that vary with what was loaded; and with the iterations of a
 * loop, too. */
struct fin_bits fin_data(const struct fin_function *f, const struct fin_shapes *s);
struct fin_bits fin_from_memory(const struct fin_function *f, const struct fin_shapes *s);

static inline bool fin_is_uniform(struct fin_lane_shape s)
{
	return s.kind <= FIN_SHAPE_WAVE;
}
/* Whether the wave has one scalar or vector of a register, rather than one for each part. */
static inline bool fin_is_once(const struct fin_shapes *s, uint32_t reg)
{
	return fin_is_uniform(s->of[reg]) || (s->alike.count > 0 && fin_bits_has(&s->alike, reg));
}
/* Whether the value is the same in all lanes of a part. */
static inline bool fin_is_part_uniform(struct fin_lane_shape s)
{
	return fin_is_uniform(s) || (s.kind == FIN_SHAPE_LINEAR && s.stride == 0);
}
/* The shape of address operand `k`. It is VARYING for a variable of which each work-item has its
 * own. */
struct fin_lane_shape fin_address_shape(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_inst *i, unsigned k);
/* Whether address operand `k` is of a variable or segment of which each work-item has its own. */
bool fin_is_per_item(const struct fin_function *f, const struct fin_inst *i, unsigned k);
/* index_query.c: whether a BRIG type is a whole number of 32 or 64 bits. */
bool fin_is_index_type(uint16_t type);
/* The comparison of whole numbers that holds where this one does not, and the comparison of the
 * operands in the other order. */
uint8_t fin_compare_opposite(uint8_t compare);
uint8_t fin_compare_exchanged(uint8_t compare);
/* What an instruction does to whole numbers, as far as shapes ask. The operands are those of
 * HSAIL. */
enum fin_index_op {
	FIN_INDEX_OTHER,
	FIN_INDEX_SUM,
	FIN_INDEX_DIFFERENCE,
	FIN_INDEX_PRODUCT,
	FIN_INDEX_PRODUCT_AND_SUM,
	FIN_INDEX_SHIFT_LEFT,
	FIN_INDEX_COPY, /* perhaps of another width */
};
enum fin_index_op fin_index_op(const struct fin_inst *i);
/* Whether the instruction is the negative of a whole number of 32 or 64 bits. */
bool fin_is_negative(const struct fin_inst *i);
/* Whether the instruction reads the work-item's id in a dimension; and whether it tells which
 * work-items are a wave, or promises something of them. */
bool fin_reads_id(const struct fin_inst *i, unsigned dim);
bool fin_knows_waves(const struct fin_inst *i);
/* Whether an instruction of the kernel does. */
bool fin_has_ids(const struct fin_function *f, unsigned dim);
bool fin_has_waves(const struct fin_function *f);
/* What an instruction tells of the work-item's place in the grid, in dimension `operands[1]`. */
enum fin_place_query {
	FIN_PLACE_NONE,  /* nothing, or what is the same however the grid is divided into groups */
	FIN_PLACE_ITEM,  /* the id in the group */
	FIN_PLACE_GROUP, /* the group's id */
	FIN_PLACE_SIZE,  /* the size of groups: the same for all */
	FIN_PLACE_OTHER,
};
enum fin_place_query fin_place_query(const struct fin_inst *i);
/* divergence.c: makes a region's sets, which are empty. */
struct fin_divergence fin_divergence_new(struct arena *a, const struct fin_flow *w);
/* divergence.c: adds to one region's sets what follows from the shapes; true when they grew. */
bool fin_diverge(const struct fin_flow *w, const struct fin_shapes *s, struct fin_divergence *d);
/* divergence.c: makes the sets of a region in which all lanes take some branches one way. The list
 * has to stay as long as the sets. */
const struct fin_divergence *fin_diverge_but_at(struct arena *a, const struct fin_flow *w,
	const struct fin_shapes *s, struct fin_taken_list taken);

/* Whether a cvt of a linear value from 32 to 64 bits may widen a sum that has wrapped between
 * lanes. */
bool fin_widens_a_sum(const struct fin_shapes *s, const struct fin_inst *i);
/* Whether the instruction takes the upper or the lower part of a linear number, as id >> 9 and
 * id & 511 do. Sets *low to the bits of the lower part: in most parts of a wave no lane's sum
 * carries over them, so that the result is linear, too, but risky. */
bool fin_splits_number(const struct fin_shapes *s, const struct fin_inst *i, uint64_t *low);
/* Whether the instruction shifts a linear number right by no more bits than its stride has zeros,
 * as compilers widen the lower half of x: (x << 32) >> 30 is four times that. The lanes have the
 * bits that go in common, so that the result is linear unless the number wraps between lanes. */
bool fin_shifts_evenly(const struct fin_shapes *s, const struct fin_inst *i);
/* Whether the register depends on what was loaded or on a loop, and not on ids alone. */
static inline bool fin_depends_on_memory(const struct fin_shapes *s, uint32_t reg)
{
	return fin_bits_has(&s->from_memory, reg);
}

#endif

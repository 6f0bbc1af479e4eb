/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of a register in a wave's lanes (docs/design/vector-code.md, "Shapes of values"). */
#ifndef HSAEMU_FIN_SHAPES_H
#define HSAEMU_FIN_SHAPES_H

#include "shape/flow.h"
#include "ir/bits.h"

enum { FIN_MAX_PARTS = 8, FIN_MAX_LANES = 16 };

enum fin_shape_kind {
	FIN_SHAPE_NONE,   /* not reached by the analysis yet; undefined registers */
	FIN_SHAPE_GROUP,  /* one value for the work-group */
	FIN_SHAPE_WAVE,   /* one value for the wave */
	FIN_SHAPE_LINEAR, /* lane v of a part has the part's base + v * stride, modulo 2^bits */
	FIN_SHAPE_VARYING,
};

struct fin_lane_shape {
	enum fin_shape_kind kind;
	/* LINEAR: the progression may be broken by a 32-bit sum that wrapped before it was widened;
	 * the base is right, what holds for other lanes must be computed or tested */
	bool risky;
	int64_t stride; /* LINEAR: sign-extended */
};

/* How masks are needed in one region. By position of its flow. */
struct fin_divergence {
	struct fin_bits branch;  /* ends in a branch that can split a wave */
	struct fin_bits partial; /* some lanes of a running wave may be off */
	struct fin_bits join;    /* lanes of a wave may come from different predecessors */
	struct fin_bits loop;    /* by loop: lanes may leave in different iterations */
	uint32_t settled; /* a branch that all lanes are known to take one way, or FIN_NOWHERE */
};

struct fin_shapes {
	struct fin_lane_shape *of;   /* by register */
	struct fin_bits blend;       /* registers that keep the values of lanes that are off */
	struct fin_divergence *in;   /* by region */
	struct fin_inst **def;       /* by register: its only definition, or NULL */
	const struct fin_phi **phi;  /* by register: the phi that defines it, or NULL */
	uint32_t *phi_sources;       /* by register: of that phi */
	struct fin_bits from_memory; /* registers that vary with what was loaded or in a loop */
	bool live_mask;              /* not all lanes of a wave may reach a barrier */
};

/* The shape of a value that has one of two shapes, the same one in all lanes of a wave. */
struct fin_lane_shape fin_shape_join(struct fin_lane_shape a, struct fin_lane_shape b);

/* What is assumed. `in_rows`: a part lies in one row of the work-group, so that its x ids are
 * consecutive and its y and z ids are equal. `no_wrap`: 32-bit sums do not wrap between lanes. */
struct fin_shape_rules {
	bool in_rows, no_wrap;
};

/* result_shape.c: the shape of an instruction's results, by the shapes so far. */
struct fin_shape_view {
	const struct fin_function *f;
	const struct fin_shapes *s;
	struct fin_shape_rules rules;
	bool partial; /* the instruction's block is in some region's partial set */
};
struct fin_lane_shape fin_inst_shape(const struct fin_shape_view *v, const struct fin_inst *i);

void fin_shapes(struct fin_function *f, const struct fin_regions *rs, const struct fin_flow *flows,
	struct fin_shape_rules rules, struct fin_shapes *out);

/* Registers that vary with what was loaded. */
struct fin_bits fin_data(const struct fin_function *f, const struct fin_shapes *s);

static inline bool fin_is_uniform(struct fin_lane_shape s)
{
	return s.kind <= FIN_SHAPE_WAVE;
}
/* One value in each part. */
static inline bool fin_is_part_uniform(struct fin_lane_shape s)
{
	return fin_is_uniform(s) || (s.kind == FIN_SHAPE_LINEAR && s.stride == 0);
}
/* The shape of an address operand, without what the frame of a work-item adds. */
struct fin_lane_shape fin_address_shape(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_inst *i, unsigned k);
/* divergence.c: empty sets. */
struct fin_divergence fin_divergence_new(struct arena *a, const struct fin_flow *w);
/* Recomputes one region's sets; true when they grew. */
bool fin_diverge(const struct fin_flow *w, const struct fin_shapes *s, struct fin_divergence *d);

/* Whether the cvt of a linear 32-bit value to 64 bits may see a sum that wrapped between lanes. */
bool fin_widens_a_sum(const struct fin_shapes *s, const struct fin_inst *i);
/* Whether a value depends on what was loaded, or on a loop, not on ids alone. */
static inline bool fin_depends_on_memory(const struct fin_shapes *s, uint32_t reg)
{
	return fin_bits_has(&s->from_memory, reg);
}

#endif

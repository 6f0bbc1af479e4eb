/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums of ids: registers that are, in each work-item of a group, a number of the group plus each id
 * times a number of the group, modulo 2^bits. What such a sum is at most and at least follows from
 * the group's sizes, so one test where the group starts tells that no sum of 32 bits wraps before
 * it is widened (docs/design/vector-code.md, "Sums of ids"). */
#ifndef HSAEMU_FIN_ID_SUMS_H
#define HSAEMU_FIN_ID_SUMS_H

#include "shape/shapes.h"

struct fin_id_sums {
	struct fin_bits sums;  /* registers of that form, if the tests of `sure` hold */
	struct fin_bits group; /* and those that are a number of the group */
	/* registers of which is to be tested that no sum wraps before they are widened or shifted;
	 * empty: there is nothing to gain */
	struct fin_bits sure;
	bool some; /* whether something is to be tested */
	/* registers that are sums of some in `sure` */
	struct fin_bits depends;
	/* registers of that form that are addresses of stores in global memory */
	struct fin_bits stored;
	/* registers of that form that are addresses whose lanes are as far apart as a number of the
	 * group says, not a constant */
	struct fin_bits stepped;
	/* by register, of those in `stepped`: the sum from which a loop began to add the same to
	 * all lanes, or FIN_NOWHERE: it is a sum itself */
	uint32_t *began;
	/* risky quotients, remainders and parts of sums: lanes of what is divided follow each
	 * other, and the divisor is a number of the group */
	struct fin_bits divided;
};

/* Finds these, of a kernel with so many regions, whose shapes for groups in rows are `s`, and
 * `hoped` if no sum wraps; `across` are those for another way to take lanes, or NULL. */
struct fin_id_sums fin_id_sums(const struct fin_function *f, const struct fin_flow *flows,
	uint32_t regions, const struct fin_shapes *s, const struct fin_shapes *hoped,
	const struct fin_shapes *across, const struct fin_shapes *across_hoped);
/* Leaves those of the registers that are sums, if tests hold that can be made. */
void fin_keep_id_sums(const struct fin_function *f, const struct fin_shapes *s,
	struct fin_bits *regs);
/* Adds what is to be tested so that these registers are sums. */
void fin_add_id_sums(const struct fin_function *f, const struct fin_shapes *s,
	const struct fin_bits *regs, struct fin_id_sums *sums);
/* Whether the instruction reads an id that a sum may have; sets *dim. */
bool fin_is_summed_id(const struct fin_inst *i, unsigned *dim);

#endif

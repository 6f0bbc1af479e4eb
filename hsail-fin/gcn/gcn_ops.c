/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What lowerings ask of code for a GPU. */
#include "gcn/gcn.h"

/* The other work-items of a wavefront, and other wavefronts, run at the same time. */
static bool is_alone(const struct fin_inst *i)
{
	(void)i;
	return false;
}

static bool has_fma(const struct fin_lower *w, unsigned bits)
{
	(void)w;
	(void)bits;
	return true;
}

static bool rounds_to_f16(const struct fin_lower *w)
{
	(void)w;
	return true;
}

/* float_flags is missing: gcn_check.c refuses what asks for it. */
const struct fin_target_ops fin_gcn_ops = {
	.dispatch_field = fin_gcn_dispatch_field,
	.wg_field = fin_gcn_wg_field,
	.aperture = fin_gcn_aperture,
	.kernarg = fin_gcn_kernarg,
	.call = fin_gcn_call,
	.linked_place = fin_gcn_linked_place,
	.linked_private_bytes = fin_gcn_linked_private_bytes,
	.linked_group = fin_gcn_linked_group,
	.hidden = fin_gcn_hidden,
	.wait = fin_gcn_wait,
	.trap = fin_gcn_trap,
	.clock = fin_gcn_clock,
	.signal = fin_gcn_signal,
	.is_alone = is_alone,
	.scoped = fin_gcn_scoped,
	.lane = fin_gcn_lane,
	.has_fma = has_fma,
	.directed = fin_gcn_directed,
	.to_integral = fin_gcn_to_integral,
	.rounds_to_f16 = rounds_to_f16,
	.to_f16 = fin_gcn_to_f16,
};

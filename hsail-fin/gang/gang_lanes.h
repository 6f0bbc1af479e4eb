/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions that are lowered for one lane after the other. */
#ifndef HSAEMU_FIN_GANG_LANES_H
#define HSAEMU_FIN_GANG_LANES_H

#include "gang/gang.h"

/* gang_choice.c: whether an operation is lowered for one lane after the other, because LLVM would
 * take a vector of it apart into many copies, or because the lane that breaks must be named. */
bool fin_gang_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i);

/* Writes a register's values in all lanes to fin_gang.spill, from where the view of a lane reads
 * them. */
void fin_gang_spill(struct fin_gang *g, uint32_t reg);
/* Lowers `i` by its scalar lowering, for one lane that is on after the other. */
void fin_gang_lanes(struct fin_gang *g, const struct fin_inst *i);
/* Lowers `i` in the same way for the lanes `on`, as bits. Its registers have been spilled. */
void fin_gang_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef on);
/* A loop over the lanes that are on. What is lowered between opening and closing it is its body,
 * for the view `lane`. */
struct fin_lane_loop {
	LLVMBasicBlockRef body, after;
	LLVMValueRef left; /* phi: the lanes that are left to do, as bits */
	struct fin_view lane;
};
struct fin_lane_loop fin_gang_open_lanes(struct fin_gang *g);
void fin_gang_close_lanes(struct fin_gang *g, struct fin_lane_loop *l);

#endif

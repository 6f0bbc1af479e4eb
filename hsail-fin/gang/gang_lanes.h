/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions that are lowered for one lane after the other. */
#ifndef HSAEMU_FIN_GANG_LANES_H
#define HSAEMU_FIN_GANG_LANES_H

#include "gang/gang.h"

/* gang_choice.c: operations of vectors that LLVM would take apart, many times over. */
bool fin_gang_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i);

/* Writes the register of all lanes to fin_gang.spill, from where a lane's view reads it. */
void fin_gang_spill(struct fin_gang *g, uint32_t reg);
/* The scalar lowering of `i`, for one active lane after the other. */
void fin_gang_lanes(struct fin_gang *g, const struct fin_inst *i);
/* The same for the lanes `on`, bits, of registers that are spilled. */
void fin_gang_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef on);
/* A loop over the lanes that are on; what is lowered between is its body, for the view `lane`. */
struct fin_lane_loop {
	LLVMBasicBlockRef body, after;
	LLVMValueRef left; /* phi: lanes to do, as bits */
	struct fin_view lane;
};
struct fin_lane_loop fin_gang_open_lanes(struct fin_gang *g);
void fin_gang_close_lanes(struct fin_gang *g, struct fin_lane_loop *l);

#endif

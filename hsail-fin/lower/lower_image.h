/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The steps of an image access, for as many lanes as one call serves. */
#ifndef HSAEMU_FIN_LOWER_IMAGE_H
#define HSAEMU_FIN_LOWER_IMAGE_H

#include "lower/lower.h"

/* The number of the sampler operand; 0: the access has none. */
unsigned fin_image_sampler(const struct fin_inst *i);
/* Writes coordinates, and what a store stores, to the frame's arrays: rows of `lanes`, of which the
 * view's begin with number `first`. */
void fin_image_put(struct fin_lower *w, const struct fin_inst *i, unsigned lanes, unsigned first);
/* Accesses the image for the lanes with a bit in `active`, i32. */
void fin_image_call(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef active,
	unsigned lanes);
/* Takes what a load has found, as fin_image_put(). */
void fin_image_take(struct fin_lower *w, const struct fin_inst *i, unsigned lanes, unsigned first);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The steps of an image access, for as many lanes as one call serves. */
#ifndef HSAEMU_FIN_LOWER_IMAGE_H
#define HSAEMU_FIN_LOWER_IMAGE_H

#include "lower/lower.h"

/* The number of the sampler operand; 0: the access has no sampler. */
unsigned fin_image_sampler(const struct fin_inst *i);
/* Writes the coordinates, and the texels of a store, to arrays in the frame. An array has a row of
 * `lanes` lanes for each component; the view's lanes begin at number `first`. */
void fin_image_put(struct fin_lower *w, const struct fin_inst *i, unsigned lanes, unsigned first);
/* Accesses the image for the lanes with a bit in `active`, i32. */
void fin_image_call(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef active,
	unsigned lanes);
/* Reads what a load has found from the arrays, laid out as by fin_image_put(). */
void fin_image_take(struct fin_lower *w, const struct fin_inst *i, unsigned lanes, unsigned first);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions on surfaces access elements. */
#ifndef HSAEMU_PTX_TR_SURFACE_H
#define HSAEMU_PTX_TR_SURFACE_H

#include "inst/tr_image.h"

/* A surface instruction accesses this place, if it is inside. Elements are `vec` numbers of the
 * instruction's type, as an image of integers of up to 32 bits, or of floats, has them; one of 64
 * bits is two of 32. */
struct surface {
	struct hir_op image;
	struct image_coords c;
	unsigned vec, bits;   /* of a number */
	bool raw;             /* .b: x counts bytes */
	struct hir_op inside; /* .zero: whether there is an access */
	uint32_t skip;        /* label behind it */
};
bool tr_surface(struct tr *t, const struct ptx_operand *o, struct surface *s);
/* Between these two is the access. */
void tr_surface_begin(struct tr *t, struct surface *s);
void tr_surface_end(struct tr *t, const struct surface *s);

#endif

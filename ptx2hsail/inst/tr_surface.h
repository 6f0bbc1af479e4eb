/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The element of a surface that an instruction accesses. */
#ifndef HSAEMU_PTX_TR_SURFACE_H
#define HSAEMU_PTX_TR_SURFACE_H

#include "inst/tr_image.h"

/* The place that a surface instruction accesses, if it is inside the surface. An element is `vec`
 * numbers of the instruction's type. The image has integers of up to 32 bits, or floats; a number
 * of 64 bits is two of 32. */
struct surface {
	struct hir_op image;
	struct image_coords c;
	unsigned vec, bits;   /* numbers of an element; bits of a number */
	bool raw;             /* .b: x counts bytes */
	struct hir_op inside; /* .zero: the place is inside, so that there is an access */
	uint32_t skip;        /* the label behind the access */
};
bool tr_surface(struct tr *t, const struct ptx_operand *o, struct surface *s);
/* The caller appends the access between these two, which skip it where it is outside. */
void tr_surface_begin(struct tr *t, struct surface *s);
void tr_surface_end(struct tr *t, const struct surface *s);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles and coordinates, which instructions on textures and surfaces and queries share.
 *
 * A texture, sampler or surface, whether a reference (.texref) or an object (a 64-bit number), is
 * the address of two handles: that of an image and, at offset 8, that of a sampler. A texture that
 * is given without a sampler has both. So a reference is a variable of 16 bytes, and its address is
 * an object. */
#ifndef HSAEMU_PTX_TR_IMAGE_H
#define HSAEMU_PTX_TR_IMAGE_H

#include "base/tr.h"

enum { IMAGE_OBJECT_BYTES = 16, IMAGE_SAMPLER_OFFSET = 8, IMAGE_MOST_COORDS = 3 };

/* Checks that `o` is [object] or [object, ...] with `least` to `most` elements. Returns false after
 * a message. */
bool tr_image_operand(struct tr *t, const struct ptx_operand *o, unsigned least, unsigned most);
/* Returns whether the operand is a variable or argument of that type of reference. */
bool tr_names_reference(struct tr *t, const struct ptx_operand *o, enum ptx_type type);
/* Sets *out to the address of the handles that element k of [texture, sampler, coordinates] means.
 * Returns false after a message. */
bool tr_image_object(struct tr *t, const struct ptx_operand *o, unsigned k, enum ptx_type type,
	struct hir_op *out);
/* Loads the handle at an offset in an object and returns it; `type` is its HSAIL type. */
struct hir_op tr_image_handle(struct tr *t, struct hir_op object, int64_t offset, const char *type);

struct image_coords {
	struct hir_op at[IMAGE_MOST_COORDS]; /* in HSAIL's order: the layer comes last */
	unsigned count;
	bool is_array;
	const char *geometry;
};
/* Sets the number and order of coordinates for the instruction's geometry; cubes have three, and
 * acubes a layer besides. */
void tr_image_describe(const struct tr *t, struct image_coords *c);
bool tr_image_coords(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct image_coords *c);
struct hir_op tr_image_vector(struct tr *t, const struct image_coords *c);
/* Returns the HSAIL property that is the size of the image in the direction of coordinate k. */
const char *tr_image_size_name(const struct image_coords *c, unsigned k);

bool tr_image_destinations(struct tr *t, const struct ptx_operand *o, unsigned count,
	enum ptx_type type, struct hir_op *out);
void tr_image_set(struct tr *t, struct hir_op d, struct hir_op value, enum ptx_type type);

#endif

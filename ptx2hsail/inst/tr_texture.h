/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a read of a texture is made of, and its level of detail. */
#ifndef HSAEMU_PTX_TR_TEXTURE_H
#define HSAEMU_PTX_TR_TEXTURE_H

#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/tr_image.h"

/* Where a direction hits a cube, as gradients need it: the face, the largest coordinate without its
 * sign, and the other two divided by it. */
struct cube_place {
	struct hir_op face, largest, at[2];
};

struct texture {
	struct hir_op image, sampler;
	struct image_coords c;
	struct cube_place cube;
};

static inline bool tr_texture_has(const struct tr *t, enum ptx_mod m)
{
	return ptx_words_has(&t->at.words, m);
}

static inline bool tr_texture_is_cube(const struct tr *t)
{
	return tr_texture_has(t, PTX_MOD_CUBE) || tr_texture_has(t, PTX_MOD_ACUBE);
}

static inline struct hir_op tr_texture_single(struct tr *t)
{
	return tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
}

/* Returns how many operands after the texture give the level or gradients. */
unsigned tr_texture_level_operands(const struct tr *t);
/* Has the sampler read the level that these operands say, if the instruction has any. Returns false
 * after a message. */
bool tr_texture_level(struct tr *t, struct texture *x);
/* Has the read of a level move all coordinates but the layer by offsets, in texels. */
void tr_texture_level_offsets(struct tr *t, struct texture *x, const struct hir_op offsets[]);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Levels of detail of tex (PTX ISA 9.7.10.3): a level, or gradients from which it is computed. It
 * becomes a part of the sampler's handle (image_abi.h). */
#include "base/message.h"
#include "base/refusal.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "hsaemu/image_abi.h"
#include "inst/tr_texture.h"
#include "operand/elements.h"
#include "operand/sources.h"

unsigned tr_texture_level_operands(const struct tr *t)
{
	return tr_texture_has(t, PTX_MOD_LEVEL) ? 1 : tr_texture_has(t, PTX_MOD_GRAD) ? 2 : 0;
}

/* Makes the sampler one that reads a level, an f32. */
static void set_level(struct tr *t, struct texture *x, struct hir_op level)
{
	struct hir_op sampler = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', sampler, PTX_B64);
	tr_env_bind(&e, 'A', x->sampler, PTX_B64);
	tr_env_bind(&e, 'B', level, PTX_B32);
	tr_env_bind(&e, 'C', hir_op_const(1 << HSAEMU_SAMPLER_HAS_LEVEL), PTX_B32);
	tr_seq(t, SEQ_TEX_LEVEL, &e);
	x->sampler = sampler;
}

/* The level has the type of the coordinates. */
static bool take_level(struct tr *t, struct texture *x)
{
	enum ptx_type type = t->at.words.types[1];
	struct hir_op level, number = tr_texture_single(t);
	struct tr_env e = {0};

	if (!tr_source(t, t->at.inst->operands[2], type, &level))
		return false;
	tr_env_bind(&e, 'D', number, PTX_F32);
	tr_env_bind(&e, 'A', level, type);
	tr_seq(t, type == PTX_F32 ? SEQ_LEVEL_FLOAT : SEQ_LEVEL_INT, &e);
	set_level(t, x, number);
	return true;
}

/* Reads operand k, the derivatives of all coordinates but the layer in one direction of the screen.
 * Returns false after a message. */
static bool take_gradient(struct tr *t, const struct texture *x, unsigned k,
	struct hir_op gradient[IMAGE_MOST_COORDS])
{
	unsigned count = tr_texture_is_cube(t) ? 3 : x->c.count - (x->c.is_array ? 1 : 0);
	const struct ptx_operand *o = t->at.inst->operands[k];
	struct tr_elements e;

	if (!tr_elements(t, o, count == 3 ? 4 : count, &e))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!tr_source(t, e.operands[i], PTX_F32, &gradient[i]))
			return false;
	return true;
}

/* Turns the derivatives of a direction into those of the place on the cube's face. */
static void project_gradient(struct tr *t, const struct cube_place *place,
	struct hir_op gradient[3])
{
	struct hir_op on_face[2] = {tr_texture_single(t), tr_texture_single(t)};
	struct tr_env e = {0};

	for (unsigned k = 0; k < 3; k++)
		tr_env_bind(&e, "ABC"[k], gradient[k], PTX_F32);
	tr_env_bind(&e, 'E', place->face, PTX_U32);
	tr_env_bind(&e, 'F', place->largest, PTX_F32);
	tr_env_bind(&e, 'G', place->at[0], PTX_F32);
	tr_env_bind(&e, 'H', place->at[1], PTX_F32);
	tr_env_bind(&e, 'D', on_face[0], PTX_F32);
	tr_env_bind(&e, 'Q', on_face[1], PTX_F32);
	tr_seq(t, SEQ_CUBE_GRADIENT, &e);
	gradient[0] = on_face[0];
	gradient[1] = on_face[1];
}

/* Adds the squares of the derivatives of coordinate k, in texels, to the sums of both directions.
 * Integers count texels. */
static void add_squares(struct tr *t, const struct texture *x, unsigned k,
	struct hir_op gradients[2], struct hir_op sums[2])
{
	struct hir_op next[2] = {tr_texture_single(t), tr_texture_single(t)};
	struct tr_env e = {0};

	tr_env_bind(&e, 'A', x->image, PTX_NONE);
	tr_env_bind(&e, 'B', gradients[0], PTX_F32);
	tr_env_bind(&e, 'C', gradients[1], PTX_F32);
	tr_env_bind(&e, 'E', sums[0], PTX_F32);
	tr_env_bind(&e, 'F', sums[1], PTX_F32);
	tr_env_bind(&e, 'D', next[0], PTX_F32);
	tr_env_bind(&e, 'Q', next[1], PTX_F32);
	tr_env_text(&e, "geom", x->c.geometry);
	tr_env_text(&e, "property", tr_image_size_name(&x->c, k));
	tr_seq(t,
		t->at.words.types[1] == PTX_F32 ? SEQ_GRADIENT_SQUARES
						: SEQ_GRADIENT_SQUARES_TEXELS,
		&e);
	sums[0] = next[0];
	sums[1] = next[1];
}

/* The level is the binary logarithm of the longer one of the gradients, in texels of the first
 * level. That is how a sampler without anisotropy chooses it. */
static bool take_gradients(struct tr *t, struct texture *x)
{
	struct hir_op gradients[2][IMAGE_MOST_COORDS], level = tr_texture_single(t);
	struct hir_op sums[2] = {hir_op_const(0), hir_op_const(0)};
	struct tr_env e = {0};

	for (unsigned i = 0; i < 2; i++) {
		if (!take_gradient(t, x, 2 + i, gradients[i]))
			return false;
		if (tr_texture_is_cube(t))
			project_gradient(t, &x->cube, gradients[i]);
	}
	for (unsigned k = 0; k < x->c.count - (x->c.is_array ? 1 : 0); k++)
		add_squares(t, x, k, (struct hir_op[]){gradients[0][k], gradients[1][k]}, sums);
	tr_env_bind(&e, 'D', level, PTX_F32);
	tr_env_bind(&e, 'A', sums[0], PTX_F32);
	tr_env_bind(&e, 'B', sums[1], PTX_F32);
	tr_seq(t, SEQ_GRADIENT_LEVEL, &e);
	set_level(t, x, level);
	return true;
}

bool tr_texture_level(struct tr *t, struct texture *x)
{
	if (tr_texture_has(t, PTX_MOD_LEVEL))
		return take_level(t, x);
	if (!tr_texture_has(t, PTX_MOD_GRAD))
		return true;
	return take_gradients(t, x);
}

void tr_texture_level_offsets(struct tr *t, struct texture *x, const struct hir_op offsets[])
{
	static const unsigned bits[IMAGE_MOST_COORDS] = {
		HSAEMU_SAMPLER_OFFSET_X, HSAEMU_SAMPLER_OFFSET_Y, HSAEMU_SAMPLER_OFFSET_Z};

	for (unsigned k = 0; k < x->c.count - (x->c.is_array ? 1 : 0); k++) {
		struct hir_op next = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
		struct tr_env e = {0};

		tr_env_bind(&e, 'D', next, PTX_B64);
		tr_env_bind(&e, 'A', x->sampler, PTX_B64);
		tr_env_bind(&e, 'B', offsets[k], PTX_B32);
		tr_env_bind(&e, 'C', hir_op_const(bits[k]), PTX_U32);
		tr_env_bind(&e, 'E', hir_op_const(HSAEMU_SAMPLER_OFFSET_BITS), PTX_U32);
		tr_seq(t, SEQ_TEX_LEVEL_OFFSET, &e);
		x->sampler = next;
	}
}

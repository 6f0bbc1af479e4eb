/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates tex and tld4 (PTX ISA 9.7.10.3, 9.7.10.4). A cube is an array of six layers.
 * HSAIL's images have one level of detail, but the device library's have several (image_abi.h), and
 * the sampler's handle says which is read. HSAIL has nothing like tld4, so its four texels are
 * loaded from places computed as a sampler would. */
#include "base/message.h"
#include "base/refusal.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_image.h"
#include "inst/tr_texture.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

enum { COMPONENTS = 4 };

/* Returns the destination vector of {d...} or {d...}|p. p, whether the data is resident, is always
 * true. NULL after a message. */
static const struct ptx_operand *take_residency(struct tr *t)
{
	const struct ptx_operand *o = t->at.inst->operands[0];
	struct hir_op p;

	if (o->kind != PTX_OPND_DUAL)
		return o;
	if (!tr_dest(t, o->elems[1], PTX_PRED, &p))
		return NULL;
	tr_image_set(t, p, hir_op_const(1), PTX_PRED);
	return o->elems[0];
}

/* ---- cubes ----------------------------------------------------------------------------------- */

/* Computes the face of the cube that a direction hits, and the place on it. */
static void project(struct tr *t, const struct hir_op direction[3], struct hir_op index,
	struct image_coords *c, struct cube_place *place)
{
	struct tr_env e = {0};

	c->geometry = ptx_class_text(PTX_CLASS_GEOM, PTX_MOD_A2D);
	c->is_array = true;
	c->count = 3;
	for (unsigned k = 0; k < 3; k++)
		tr_env_bind(&e, "ABC"[k], direction[k], PTX_F32);
	*place = (struct cube_place){tr_texture_single(t), tr_texture_single(t),
		{tr_texture_single(t), tr_texture_single(t)}};
	tr_env_bind(&e, 'D', place->at[0], PTX_F32);
	tr_env_bind(&e, 'Q', place->at[1], PTX_F32);
	tr_env_bind(&e, 'R', place->face, PTX_U32);
	tr_env_bind(&e, 'S', place->largest, PTX_F32);
	tr_seq(t, SEQ_CUBE_FACE, &e);
	tr_env_bind(&e, 'A', place->at[0], PTX_F32);
	tr_env_bind(&e, 'B', place->at[1], PTX_F32);
	tr_env_bind(&e, 'E', place->face, PTX_U32);
	tr_env_bind(&e, 'F', index, PTX_U32);
	for (unsigned k = 0; k < 3; k++)
		tr_env_bind(&e, "DQR"[k], c -> at[k] = tr_texture_single(t), PTX_F32);
	tr_seq(t, SEQ_CUBE_PLACE, &e);
}

/* Reads {x, y, z, -} or {index, x, y, z}. Returns false after a message. */
static bool take_direction(struct tr *t, const struct ptx_operand *o, struct texture *x)
{
	struct tr_elements e;
	struct hir_op index = hir_op_const(0), direction[3];
	unsigned first = tr_texture_has(t, PTX_MOD_ACUBE) ? 1 : 0;

	if (t->at.words.types[1] != PTX_F32) {
		tr_no_translation(t);
		return false;
	}
	if (!tr_elements(t, o, 4, &e) ||
		(first == 1 && !tr_source(t, e.operands[0], PTX_U32, &index)))
		return false;
	for (unsigned k = 0; k < 3; k++)
		if (!tr_source(t, e.operands[first + k], PTX_F32, &direction[k]))
			return false;
	project(t, direction, index, &x->c, &x->cube);
	return true;
}

/* Reads [texture, coordinates] or [texture, sampler, coordinates]. Returns false after a
 * message. */
static bool take_texture(struct tr *t, const struct ptx_operand *from, struct texture *x)
{
	struct hir_op image, sampler;
	const struct ptx_operand *where;

	if (!tr_image_operand(t, from, 2, 3) || !tr_image_object(t, from, 0, PTX_TEXREF, &image))
		return false;
	where = from->elems[from->elem_count - 1];
	tr_image_describe(t, &x->c);
	if (tr_texture_is_cube(t) ? !take_direction(t, where, x)
				  : !tr_image_coords(t, where, t->at.words.types[1], &x->c))
		return false;
	sampler = image;
	if (from->elem_count == 3 && !tr_image_object(t, from, 1, PTX_SAMPLERREF, &sampler))
		return false;
	x->image = tr_image_handle(t, image, 0, "roimg");
	x->sampler = tr_image_handle(t, sampler, IMAGE_SAMPLER_OFFSET, "samp");
	return true;
}

/* ---- offsets and depth comparison ------------------------------------------------------------ */

/* Reads operand k, a vector of offsets to all coordinates but the layer, if it is given. Returns
 * false after a message. */
static bool take_offsets(struct tr *t, const struct image_coords *c, unsigned k,
	struct hir_op offsets[IMAGE_MOST_COORDS], bool *given)
{
	unsigned count = c->count - (c->is_array ? 1 : 0);
	const struct ptx_operand *o =
		k < t->at.inst->operand_count ? t->at.inst->operands[k] : NULL;
	struct tr_elements e;

	*given = false;
	if (o == NULL)
		return true;
	if (o->kind != PTX_OPND_VECTOR || t->at.inst->operand_count > k + 1) {
		tr_unsupported(t, o->span, "comparison of depths");
		return false;
	}
	if (tr_texture_is_cube(t)) {
		tr_error(t, o->span, "cubes have no offsets");
		return false;
	}
	if (!tr_elements(t, o, count == 3 ? 4 : count, &e))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!tr_source(t, e.operands[i], PTX_S32, &offsets[i]))
			return false;
	*given = true;
	return true;
}

static void add_offsets(struct tr *t, struct texture *x, const struct hir_op offsets[])
{
	bool is_float = t->at.words.types[1] == PTX_F32;

	for (unsigned k = 0; k < x->c.count - (x->c.is_array ? 1 : 0); k++) {
		struct hir_op d = tr_texture_single(t);
		struct tr_env e = {0};

		tr_env_bind(&e, 'D', d, PTX_NONE);
		tr_env_bind(&e, 'A', x->image, PTX_NONE);
		tr_env_bind(&e, 'B', x->sampler, PTX_NONE);
		tr_env_bind(&e, 'C', x->c.at[k], PTX_NONE);
		tr_env_bind(&e, 'E', offsets[k], PTX_S32);
		tr_env_text(&e, "geom", x->c.geometry);
		tr_env_text(&e, "property", tr_image_size_name(&x->c, k));
		tr_seq(t, is_float ? SEQ_TEX_OFFSET_F32 : SEQ_TEX_OFFSET_S32, &e);
		x->c.at[k] = d;
	}
}

/* ---- tex ------------------------------------------------------------------------------------- */

/* Converts the layer, an unsigned integer, to the type of the other coordinates, because HSAIL
 * wants one type; HSAIL then clamps it. */
static void convert_layer(struct tr *t, struct image_coords *c, bool is_float)
{
	struct hir_op result = tr_texture_single(t);
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', result, PTX_NONE);
	tr_env_bind(&e, 'A', c->at[c->count - 1], PTX_U32);
	tr_seq(t, is_float ? SEQ_LAYER_FLOAT : SEQ_LAYER_INT, &e);
	c->at[c->count - 1] = result;
}

static void narrow(struct tr *t, struct hir_op d, struct hir_op f32)
{
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', d, PTX_F16);
	tr_env_bind(&e, 'A', f32, PTX_F32);
	tr_seq(t, SEQ_F16_NEAR, &e);
}

static void pack(struct tr *t, struct hir_op d, struct hir_op low, struct hir_op high)
{
	struct tr_env e = {0};
	struct hir_op halves[2] = {tr_texture_single(t), tr_texture_single(t)};

	narrow(t, halves[0], low);
	narrow(t, halves[1], high);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', halves[0], PTX_B16);
	tr_env_bind(&e, 'B', halves[1], PTX_B16);
	tr_seq(t, SEQ_PACK_2X16, &e);
}

static void sample(struct tr *t, const struct texture *x, enum ptx_type type,
	const struct hir_op d[COMPONENTS])
{
	struct tr_env e = {.type = type, .source = t->at.words.types[1]};

	tr_env_bind(&e, 'A', x->image, PTX_NONE);
	tr_env_bind(&e, 'B', x->sampler, PTX_NONE);
	tr_env_bind(&e, 'C', tr_image_vector(t, &x->c), e.source);
	tr_env_bind(&e, 'D', tr_vector_of(t, d, COMPONENTS), type);
	tr_env_text(&e, "geom", x->c.geometry);
	tr_seq(t, SEQ_TEX, &e);
}

/* Samples as f32, then converts to halves. */
static void sample_halves(struct tr *t, const struct texture *x, bool pairs,
	const struct hir_op d[])
{
	struct hir_op wide[COMPONENTS];

	for (unsigned k = 0; k < COMPONENTS; k++)
		wide[k] = tr_texture_single(t);
	sample(t, x, PTX_F32, wide);
	for (unsigned k = 0; k < COMPONENTS; k += pairs ? 2 : 1) {
		if (pairs)
			pack(t, d[k / 2], wide[k], wide[k + 1]);
		else
			narrow(t, d[k], wide[k]);
	}
}

void tr_fn_tex(struct tr *t)
{
	enum ptx_type type = t->at.words.types[0];
	unsigned count = tr_vector_size(t), first = 2 + tr_texture_level_operands(t);
	const struct ptx_operand *to;
	struct texture x;
	struct hir_op d[COMPONENTS], offsets[IMAGE_MOST_COORDS];
	bool has_offsets = false;

	if (count != (type == PTX_F16X2 ? 2 : 4)) {
		tr_no_translation(t);
		return;
	}
	if (!tr_operand_count(t, first, first + 2))
		return;
	to = take_residency(t);
	if (to == NULL || !tr_image_destinations(t, to, count, type, d) ||
		!take_texture(t, t->at.inst->operands[1], &x) ||
		!take_offsets(t, &x.c, first, offsets, &has_offsets))
		return;
	if (has_offsets && first == 2)
		add_offsets(t, &x, offsets);
	if (!tr_texture_level(t, &x))
		return;
	if (has_offsets && first != 2) /* they are texels of the level, which is not known here */
		tr_texture_level_offsets(t, &x, offsets);
	if (x.c.is_array)
		convert_layer(t, &x.c, t->at.words.types[1] == PTX_F32);
	if (type == PTX_F16 || type == PTX_F16X2)
		sample_halves(t, &x, type == PTX_F16X2, d);
	else
		sample(t, &x, type, d);
}

/* ---- tld4 ------------------------------------------------------------------------------------ */

/* Computes the two texels that linear filtering takes in the direction of coordinate k. The
 * sampler's addressing mode moves them into the image, or leaves them outside, where the border
 * is. */
static void footprint(struct tr *t, const struct texture *x, unsigned k, struct hir_op offset,
	struct hir_op texels[2])
{
	struct hir_op size = tr_texture_single(t), first = tr_texture_single(t);
	struct tr_env e = {0};

	tr_env_bind(&e, 'A', x->image, PTX_NONE);
	tr_env_bind(&e, 'B', x->sampler, PTX_NONE);
	tr_env_bind(&e, 'C', x->c.at[k], PTX_F32);
	tr_env_bind(&e, 'E', offset, PTX_S32);
	tr_env_bind(&e, 'D', first, PTX_S32);
	tr_env_bind(&e, 'Q', size, PTX_U32);
	tr_env_text(&e, "geom", x->c.geometry);
	tr_env_text(&e, "property", tr_image_size_name(&x->c, k));
	tr_seq(t, SEQ_GATHER_FIRST, &e);
	for (unsigned i = 0; i < 2; i++) {
		tr_env_bind(&e, 'A', first, PTX_S32);
		tr_env_bind(&e, 'C', hir_op_const(i), PTX_S32);
		tr_env_bind(&e, 'E', size, PTX_U32);
		tr_env_bind(&e, 'D', texels[i] = tr_texture_single(t), PTX_S32);
		tr_seq(t, SEQ_GATHER_ADDRESS, &e);
	}
}

static void load_component(struct tr *t, const struct texture *x, unsigned component,
	struct hir_op result)
{
	struct tr_env e = {.type = t->at.words.types[0]};
	struct hir_op d[COMPONENTS];

	for (unsigned k = 0; k < COMPONENTS; k++)
		d[k] = k == component ? result : tr_texture_single(t);
	tr_env_bind(&e, 'D', tr_vector_of(t, d, COMPONENTS), e.type);
	tr_env_bind(&e, 'A', x->image, PTX_NONE);
	tr_env_bind(&e, 'C', tr_image_vector(t, &x->c), PTX_U32);
	tr_env_text(&e, "geom", x->c.geometry);
	tr_seq(t, SEQ_GATHER_LOAD, &e);
}

/* Clamps the layer as HSAIL's rdimage would. */
static void clamp_layer(struct tr *t, struct texture *x)
{
	struct hir_op d = tr_texture_single(t);
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', d, PTX_U32);
	tr_env_bind(&e, 'A', x->image, PTX_NONE);
	tr_env_bind(&e, 'B', x->c.at[x->c.count - 1], PTX_U32);
	tr_env_text(&e, "geom", x->c.geometry);
	tr_seq(t, SEQ_GATHER_LAYER, &e);
	x->c.at[x->c.count - 1] = d;
}

static unsigned component(const struct tr *t)
{
	return tr_texture_has(t, PTX_MOD_R)   ? 0
	       : tr_texture_has(t, PTX_MOD_G) ? 1
	       : tr_texture_has(t, PTX_MOD_B) ? 2
	                                      : 3;
}

/* Loads the four texels, counter-clockwise from the lower left one, where y points down. */
static void gather(struct tr *t, struct texture *x, const struct hir_op offsets[],
	const struct hir_op d[])
{
	static const unsigned places[COMPONENTS][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
	struct hir_op texels[2][2], results[COMPONENTS];

	for (unsigned k = 0; k < 2; k++)
		footprint(t, x, k, offsets[k], texels[k]);
	for (unsigned i = 0; i < COMPONENTS; i++) {
		for (unsigned k = 0; k < 2; k++)
			x->c.at[k] = texels[k][places[i][k]];
		load_component(t, x, component(t), results[i] = tr_texture_single(t));
	}
	for (unsigned i = 0; i < COMPONENTS; i++)
		tr_image_set(t, d[i], results[i], PTX_B32);
}

void tr_fn_tld4(struct tr *t)
{
	const struct ptx_operand *to;
	struct texture x;
	struct hir_op d[COMPONENTS], offsets[IMAGE_MOST_COORDS];
	bool has_offsets = false;

	if (!tr_texture_has(t, PTX_MOD_2D) && !tr_texture_has(t, PTX_MOD_A2D) &&
		!tr_texture_is_cube(t)) {
		tr_no_translation(t);
		return;
	}
	if (!tr_operand_count(t, 2, 4))
		return;
	to = take_residency(t);
	if (to == NULL || !tr_image_destinations(t, to, COMPONENTS, t->at.words.types[0], d) ||
		!take_texture(t, t->at.inst->operands[1], &x) ||
		!take_offsets(t, &x.c, 2, offsets, &has_offsets))
		return;
	if (!has_offsets)
		offsets[0] = offsets[1] = hir_op_const(0);
	if (x.c.is_array)
		clamp_layer(t, &x);
	gather(t, &x, offsets, d);
}

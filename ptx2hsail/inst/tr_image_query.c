/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates txq and suq (PTX ISA 9.7.10.5, 9.7.11.5). Channel types and orders are
 * returned as OpenCL's numbers. */
#include <stddef.h>
#include "base/message.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "hsaemu/image_abi.h"
#include "inst/row_functions.h"
#include "inst/tr_image.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* Reads d and [object], behind which with .level a third operand follows. Returns false after a
 * message. */
static bool take_object(struct tr *t, enum ptx_type type, struct hir_op *d, struct hir_op *object)
{
	unsigned count = ptx_words_has(&t->at.words, PTX_MOD_LEVEL) ? 3 : 2;
	const struct ptx_operand *o;

	if (!tr_operand_count(t, count, count) || !tr_dest(t, t->at.inst->operands[0], PTX_B32, d))
		return false;
	o = t->at.inst->operands[1];
	return tr_image_operand(t, o, 1, 1) && tr_image_object(t, o, 0, type, object);
}

static struct hir_op levels_of(struct hir_op image)
{
	return hir_op_address(image, offsetof(struct hsaemu_image, levels));
}

/* Makes the image the level that the third operand names. Returns false after a message. */
static bool take_level(struct tr *t, struct hir_op *image)
{
	struct hir_op level, result = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	struct tr_env e = {0};

	if (!ptx_words_has(&t->at.words, PTX_MOD_LEVEL))
		return true;
	if (t->is_small) { /* handles lie above 4 GiB */
		tr_unsupported(t, t->at.stmt->span, "txq.level with '.address_size 32'");
		return false;
	}
	if (!tr_source(t, t->at.inst->operands[2], PTX_B32, &level))
		return false;
	tr_env_bind(&e, 'D', result, PTX_B64);
	tr_env_bind(&e, 'A', *image, PTX_B64);
	tr_env_bind(&e, 'B', level, PTX_U32);
	tr_env_bind(&e, 'C', hir_op_const(HSAEMU_IMAGE_BYTES), PTX_U64);
	tr_env_bind(&e, 'M', levels_of(*image), PTX_NONE);
	tr_seq(t, SEQ_LEVEL_IMAGE, &e);
	*image = result;
	return true;
}

static void size_query(struct tr *t, enum ptx_type type, const char *image)
{
	struct hir_op of, d;
	struct tr_env e = {0};

	if (!take_object(t, type, &d, &of))
		return;
	of = tr_image_handle(t, of, 0, image);
	if (!take_level(t, &of))
		return;
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', of, PTX_NONE);
	tr_env_text(&e, "image", image);
	tr_env_text(&e, "property",
		ptx_class_text(PTX_CLASS_PROPERTY, ptx_words_of(&t->at.words, PTX_CLASS_PROPERTY)));
	tr_seq(t, SEQ_IMAGE_QUERY, &e);
}

void tr_fn_txq(struct tr *t)
{
	size_query(t, PTX_TEXREF, "roimg");
}

void tr_fn_suq(struct tr *t)
{
	size_query(t, PTX_SURFREF, "rwimg");
}

static const struct {
	enum ptx_mod attribute;
	enum tr_seq seq;
	bool of_sampler;
} attributes[] = {
	{PTX_MOD_CHANNEL_DATA_TYPE, SEQ_QUERY_CHANNEL_TYPE, false},
	{PTX_MOD_CHANNEL_ORDER, SEQ_QUERY_CHANNEL_ORDER, false},
	{PTX_MOD_MEMORY_LAYOUT, SEQ_QUERY_ONE, false},
	{PTX_MOD_NUM_MIPMAP_LEVELS, SEQ_QUERY_LEVELS, false},
	{PTX_MOD_NUM_SAMPLES, SEQ_QUERY_ONE, false},
	{PTX_MOD_NORMALIZED_COORDS, SEQ_QUERY_NORMALIZED, true},
	{PTX_MOD_FORCE_UNNORMALIZED_COORDS, SEQ_QUERY_UNNORMALIZED, true},
	{PTX_MOD_FILTER_MODE, SEQ_QUERY_FILTER, true},
	{PTX_MOD_ADDR_MODE_0, SEQ_QUERY_ADDRESSING, true},
	{PTX_MOD_ADDR_MODE_1, SEQ_QUERY_ADDRESSING, true},
	{PTX_MOD_ADDR_MODE_2, SEQ_QUERY_ADDRESSING, true},
};

/* Returns the type of the object. All attributes of samplers but one may also be asked of a
 * texture. */
static enum ptx_type sampler_or_texture(struct tr *t, enum ptx_mod attribute)
{
	const struct ptx_operand *o =
		t->at.inst->operand_count > 1 ? t->at.inst->operands[1] : NULL;
	if (attribute == PTX_MOD_FORCE_UNNORMALIZED_COORDS)
		return PTX_SAMPLERREF;
	bool is_sampler = o != NULL && o->kind == PTX_OPND_ADDRESS && o->elem_count == 1 &&
	                  tr_names_reference(t, o->elems[0], PTX_SAMPLERREF);
	return is_sampler ? PTX_SAMPLERREF : PTX_TEXREF;
}

static void attribute(struct tr *t, enum ptx_type type, const char *image)
{
	struct hir_op of, d;
	struct tr_env e = {0};
	size_t i = 0;

	while (!ptx_words_has(&t->at.words, attributes[i].attribute))
		i++;
	if (attributes[i].of_sampler)
		type = sampler_or_texture(t, attributes[i].attribute);
	if (!take_object(t, type, &d, &of))
		return;
	of = attributes[i].of_sampler ? tr_image_handle(t, of, IMAGE_SAMPLER_OFFSET, "samp")
	                              : tr_image_handle(t, of, 0, image);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', of, PTX_NONE);
	tr_env_bind(&e, 'M', levels_of(of), PTX_NONE);
	tr_env_text(&e, "image", image);
	tr_seq(t, attributes[i].seq, &e);
}

void tr_fn_txq_attribute(struct tr *t)
{
	attribute(t, PTX_TEXREF, "roimg");
}

void tr_fn_suq_attribute(struct tr *t)
{
	attribute(t, PTX_SURFREF, "rwimg");
}

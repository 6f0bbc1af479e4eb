/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates sured (PTX ISA 9.7.11.4), which HSAIL lacks, to an atomic operation on the
 * element's memory. Its address comes from the image handle, which is the address of a struct
 * hsaemu_image (docs/kernel-abi.md). */
#include <stddef.h>

#include "hsaemu/image_abi.h"
#include "base/message.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_surface.h"
#include "operand/checks.h"
#include "operand/sources.h"

/* Returns the flat address of the element. */
static struct hir_op element(struct tr *t, const struct surface *s)
{
	static const int64_t strides[] = {0, offsetof(struct hsaemu_image, row_bytes),
		offsetof(struct hsaemu_image, slice_bytes)};
	struct hir_op address = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', address, PTX_U64);
	tr_env_bind(&e, 'A', s->c.at[0], PTX_U32);
	tr_env_bind(&e, 'M', hir_op_address(s->image, offsetof(struct hsaemu_image, data)),
		PTX_NONE);
	tr_env_bind(&e, 'X', hir_op_address(s->image, offsetof(struct hsaemu_image, element_bytes)),
		PTX_NONE);
	tr_seq(t, SEQ_SURED_ELEMENT, &e);
	for (unsigned k = 1; k < s->c.count; k++) {
		struct hir_op next = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);

		tr_env_bind(&e, 'D', next, PTX_U64);
		tr_env_bind(&e, 'A', s->c.at[k], PTX_U32);
		tr_env_bind(&e, 'B', address, PTX_U64);
		tr_env_bind(&e, 'M', hir_op_address(s->image, strides[k]), PTX_NONE);
		tr_seq(t, SEQ_SURED_STRIDE, &e);
		address = next;
	}
	return address;
}

/* Appends the atomic operation. With .p the type does not tell the sign, so the image's channel
 * type decides. */
static void reduce(struct tr *t, const struct surface *s, struct hir_op address,
	struct hir_op value)
{
	enum ptx_mod op = ptx_words_of(&t->at.words, PTX_CLASS_SURED);
	enum ptx_type type = t->at.words.types[0];
	bool is_bits = ptx_types[type].kind == PTX_KIND_BITS;
	bool ordered = op == PTX_MOD_MIN || op == PTX_MOD_MAX;
	bool bitwise = op == PTX_MOD_AND || op == PTX_MOD_OR;
	struct tr_env e = {0};

	tr_env_bind(&e, 'A', value, type);
	tr_env_bind(&e, 'B', s->image, PTX_NONE);
	tr_env_bind(&e, 'M', hir_op_address(address, 0), PTX_NONE);
	tr_env_text(&e, "op", ptx_class_text(PTX_CLASS_SURED, op));
	tr_env_text(&e, "geom", s->c.geometry);
	tr_env_text(&e, "bits", s->bits == 64 ? "64" : "32");
	tr_env_text(&e, "type",
		bitwise   ? (s->bits == 64 ? "b64" : "b32")
		: is_bits ? (s->bits == 64 ? "u64" : "u32")
			  : ptx_types[type].hsail);
	tr_seq(t, is_bits && ordered ? SEQ_SURED_BY_TYPE : SEQ_SURED, &e);
}

void tr_fn_sured(struct tr *t)
{
	struct surface s = {.raw = ptx_words_has(&t->at.words, PTX_MOD_B)};
	struct hir_op value;

	if (t->is_small) { /* texels may lie above 4 GiB */
		tr_unsupported(t, t->at.stmt->span, "sured with '.address_size 32'");
		return;
	}
	if (!tr_operand_count(t, 2, 2) ||
		!tr_source_wide(t, t->at.inst->operands[1], t->at.words.types[0], &value) ||
		!tr_surface(t, t->at.inst->operands[0], &s))
		return;
	tr_surface_begin(t, &s);
	reduce(t, &s, element(t, &s), value);
	tr_surface_end(t, &s);
}

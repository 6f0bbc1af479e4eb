/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file finds the element of a surface that an instruction accesses, and translates suld and
 * sust (PTX ISA 9.7.11) to image instructions. */
#include "base/refusal.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_image.h"
#include "inst/tr_surface.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

static void bind_coordinate(const struct surface *s, unsigned k, struct tr_env *e)
{
	tr_env_bind(e, 'A', s->image, PTX_NONE);
	tr_env_bind(e, 'B', s->c.at[k], PTX_U32);
	tr_env_text(e, "geom", s->c.geometry);
	tr_env_text(e, "property", tr_image_size_name(&s->c, k));
}

/* For .b, turns x from bytes to elements; a negative x stays negative. */
static void count_elements(struct tr *t, struct surface *s)
{
	unsigned bytes = s->vec * s->bits / 8;
	struct hir_op x = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	struct tr_env e = {0};

	if (bytes == 1 || !s->raw)
		return;
	tr_env_bind(&e, 'D', x, PTX_NONE);
	tr_env_bind(&e, 'A', s->c.at[0], PTX_S32);
	tr_env_bind(&e, 'B', hir_op_const((uint64_t)__builtin_ctz(bytes)), PTX_U32);
	tr_seq(t, SEQ_SURFACE_X, &e);
	s->c.at[0] = x;
}

static void clamp(struct tr *t, struct surface *s)
{
	for (unsigned k = 0; k < s->c.count; k++) {
		struct hir_op inside = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		struct tr_env e = {0};

		bind_coordinate(s, k, &e);
		tr_env_bind(&e, 'D', inside, PTX_NONE);
		tr_seq(t, SEQ_SURFACE_CLAMP, &e);
		s->c.at[k] = inside;
	}
}

/* Returns a predicate: all coordinates are inside the image. */
static struct hir_op is_inside(struct tr *t, struct surface *s)
{
	struct hir_op all = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);

	for (unsigned k = 0; k < s->c.count; k++) {
		struct tr_env e = {0};

		bind_coordinate(s, k, &e);
		tr_env_bind(&e, 'D', all, PTX_NONE);
		tr_seq(t, k == 0 ? SEQ_SURFACE_INSIDE : SEQ_SURFACE_INSIDE_TOO, &e);
	}
	return all;
}

static void trap_outside(struct tr *t, struct surface *s)
{
	uint32_t go_on = tr_label(t);
	struct tr_env e = {0};

	tr_branch_if(t, is_inside(t, s), false, go_on);
	tr_seq(t, SEQ_TRAP, &e);
	tr_place_label(t, go_on);
}

/* Reads the image and the coordinates, and adjusts or tests them as the instruction says for places
 * outside. */
bool tr_surface(struct tr *t, const struct ptx_operand *o, struct surface *s)
{
	enum ptx_mod outside = t->at.words.classes[PTX_CLASS_OUTSIDE];
	struct hir_op where;

	s->vec = tr_vector_size(t);
	s->bits = ptx_types[t->at.words.types[0]].bits;
	tr_image_describe(t, &s->c);
	if (s->vec * s->bits > 128) {
		tr_no_translation(t);
		return false;
	}
	if (!tr_image_operand(t, o, 2, 2) || !tr_image_object(t, o, 0, PTX_SURFREF, &where) ||
		!tr_image_coords(t, o->elems[1], PTX_S32, &s->c))
		return false;
	s->image = tr_image_handle(t, where, 0, "rwimg");
	count_elements(t, s);
	if (outside == PTX_MOD_CLAMP)
		clamp(t, s);
	else if (outside == PTX_MOD_ZERO)
		s->inside = is_inside(t, s);
	else
		trap_outside(t, s);
	return true;
}

static bool skips_outside(const struct tr *t)
{
	return t->at.words.classes[PTX_CLASS_OUTSIDE] == PTX_MOD_ZERO;
}

void tr_surface_begin(struct tr *t, struct surface *s)
{
	if (!skips_outside(t))
		return;
	s->skip = tr_label(t);
	tr_branch_if(t, s->inside, true, s->skip);
}

void tr_surface_end(struct tr *t, const struct surface *s)
{
	if (skips_outside(t))
		tr_place_label(t, s->skip);
}

/* ---- suld and sust --------------------------------------------------------------------------- */

static void bind_access(struct tr *t, const struct surface *s, struct tr_env *e)
{
	tr_env_bind(e, 'A', s->image, PTX_NONE);
	tr_env_bind(e, 'C', tr_image_vector(t, &s->c), PTX_U32);
	tr_env_text(e, "geom", s->c.geometry);
}

/* Makes number k of an element from the components that were loaded. */
static void take_number(struct tr *t, const struct surface *s, const struct hir_op *loaded,
	unsigned k, struct hir_op d)
{
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', d, PTX_NONE);
	if (s->bits == 64) {
		tr_env_bind(&e, 'A', loaded[2 * k], PTX_NONE);
		tr_env_bind(&e, 'B', loaded[2 * k + 1], PTX_NONE);
		tr_seq(t, SEQ_SURFACE_JOIN, &e);
		return;
	}
	tr_env_bind(&e, 'A', loaded[k], PTX_NONE);
	tr_env_bind(&e, 'B', hir_op_const(s->bits), PTX_U32);
	tr_seq(t, s->bits == 32 ? SEQ_SURFACE_WORD : SEQ_SURFACE_PART, &e);
}

struct destination { /* `raw` is the value as its type has it; `final` the register, maybe wider */
	struct hir_op final, raw;
	uint8_t kind;
};

static bool wide_destinations(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct destination *d)
{
	struct tr_elements e;
	uint8_t want = tr_kind_of(type);

	if (!tr_elements(t, o, tr_vector_size(t), &e) || !tr_one_size(t, &e))
		return false;
	for (unsigned k = 0; k < e.count; k++, d++) {
		*d = (struct destination){.raw = tr_temp_op(t, want), .kind = want};
		if (e.operands[k]->kind == PTX_OPND_SINK)
			d->final = d->raw;
		else if (!tr_dest_wide(t, e.operands[k], type, &d->final, &d->kind))
			return false;
		if (d->kind == want)
			d->raw = d->final;
	}
	return true;
}

static void extend(struct tr *t, const struct destination *d, enum ptx_type type)
{
	uint8_t want = tr_kind_of(type);

	if (d->kind != want)
		tr_image_set(t, d->final, tr_resize(t, d->raw, want, d->kind, false), PTX_B64);
}

void tr_fn_suld(struct tr *t)
{
	enum ptx_type type = t->at.words.types[0];
	struct surface s = {.raw = true};
	struct destination d[TR_MAX_ELEMENTS];
	struct hir_op loaded[4];
	struct tr_env e = {0};

	if (!tr_operand_count(t, 2, 2) || !wide_destinations(t, t->at.inst->operands[0], type, d) ||
		!tr_surface(t, t->at.inst->operands[1], &s))
		return;
	for (unsigned k = 0; k < 4; k++) {
		loaded[k] = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		if (skips_outside(t))
			tr_image_set(t, loaded[k], hir_op_const(0), PTX_B32);
	}
	tr_surface_begin(t, &s);
	bind_access(t, &s, &e);
	tr_env_bind(&e, 'D', tr_vector_of(t, loaded, 4), PTX_NONE);
	tr_seq(t, SEQ_SURFACE_LOAD, &e);
	tr_surface_end(t, &s);
	for (unsigned k = 0; k < s.vec; k++) {
		take_number(t, &s, loaded, k, d[k].raw);
		extend(t, &d[k], type);
	}
}

/* Makes components from number k of the element. */
static void put_number(struct tr *t, const struct surface *s, struct hir_op value, unsigned k,
	struct hir_op *out)
{
	struct tr_env e = {0};

	tr_env_bind(&e, 'B', value, PTX_NONE);
	if (s->bits == 64) {
		tr_env_bind(&e, 'D', out[2 * k] = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE),
			PTX_NONE);
		tr_env_bind(&e, 'Q', out[2 * k + 1] = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE),
			PTX_NONE);
		tr_seq(t, SEQ_SURFACE_SPLIT, &e);
	} else if (s->bits < 32) {
		tr_env_bind(&e, 'D', out[k] = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE), PTX_NONE);
		tr_env_bind(&e, 'A', s->image, PTX_NONE);
		tr_env_bind(&e, 'C', hir_op_const(s->bits), PTX_U32);
		tr_env_text(&e, "geom", s->c.geometry);
		tr_seq(t, SEQ_SURFACE_NARROW, &e);
	} else {
		out[k] = value;
	}
}

static void store(struct tr *t, struct surface *s)
{
	enum ptx_type type = t->at.words.types[0];
	struct hir_op values[4], out[4];
	struct tr_elements from;
	struct tr_env e = {0};

	if (!tr_operand_count(t, 2, 2) ||
		!tr_elements(t, t->at.inst->operands[1], tr_vector_size(t), &from) ||
		!tr_one_size(t, &from))
		return;
	for (unsigned k = 0; k < from.count && k < 4; k++)
		if (!tr_source_wide(t, from.operands[k], type, &values[k]))
			return;
	if (!tr_surface(t, t->at.inst->operands[0], s))
		return;
	for (unsigned k = 0; k < 4; k++)
		out[k] = hir_op_const(0);
	tr_surface_begin(t, s);
	for (unsigned k = 0; k < s->vec; k++)
		put_number(t, s, values[k], k, out);
	bind_access(t, s, &e);
	tr_env_bind(&e, 'B', tr_vector_of(t, out, 4), PTX_NONE);
	tr_seq(t, SEQ_SURFACE_STORE, &e);
	tr_surface_end(t, s);
}

void tr_fn_sust(struct tr *t)
{
	struct surface s = {.raw = true};

	store(t, &s);
}

/* sust.p: the image converts the numbers to its format. */
void tr_fn_sust_formatted(struct tr *t)
{
	struct surface s = {.raw = false};

	store(t, &s);
}

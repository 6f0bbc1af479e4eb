/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file finds images, samplers and coordinates for all instructions that use them. */
#include "base/message.h"
#include "base/scope.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/tr_image.h"
#include "operand/address.h"
#include "operand/address_value.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* ---- handles --------------------------------------------------------------------------------- */

/* Returns the variable that the operand names, or NULL. */
static const struct symbol *variable_of(struct tr *t, const struct ptx_operand *o)
{
	const struct symbol *s =
		o->kind == PTX_OPND_NAME ? scope_find(t, t->body.scope, o->name) : NULL;
	return s != NULL && s->kind == SYM_VAR ? s : NULL;
}

bool tr_names_reference(struct tr *t, const struct ptx_operand *o, enum ptx_type type)
{
	const struct symbol *s = variable_of(t, o);
	return s != NULL && s->var != NULL && s->var->reference == type;
}

/* Checks that the operand, if it is a variable, is a reference of that type. */
static bool check_reference(struct tr *t, const struct ptx_operand *o, enum ptx_type type)
{
	if (variable_of(t, o) == NULL || tr_names_reference(t, o, type))
		return true;
	tr_error(t, o->span, "'" STR_FMT "' is no '.%s'", STR_ARG(o->name), ptx_types[type].text);
	return false;
}

bool tr_image_object(struct tr *t, const struct ptx_operand *o, unsigned k, enum ptx_type type,
	struct hir_op *out)
{
	struct ptx_operand address = *o;
	struct tr_address a;

	if (!check_reference(t, o->elems[k], type))
		return false;
	if (tr_is_reference_argument(t, o->elems[k])) {
		*out = tr_reference_argument(t, o->elems[k]);
		return true;
	}
	address.elems = &o->elems[k];
	address.elem_count = 1;
	return tr_address(t, &address, PTX_SPACE_GLOBAL, IMAGE_OBJECT_BYTES, &a) &&
	       tr_address_value(t, &a, out);
}

struct hir_op tr_image_handle(struct tr *t, struct hir_op object, int64_t offset, const char *type)
{
	struct hir_op result = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', result, PTX_NONE);
	tr_env_bind(&e, 'M', hir_op_address(object, offset), PTX_NONE);
	tr_env_text(&e, "type", type);
	tr_seq(t, SEQ_HANDLE, &e);
	return result;
}

/* ---- coordinates ----------------------------------------------------------------------------- */

void tr_image_describe(const struct tr *t, struct image_coords *c)
{
	enum ptx_mod g = t->at.words.classes[PTX_CLASS_GEOM];

	c->is_array = g == PTX_MOD_A1D || g == PTX_MOD_A2D;
	c->count = g == PTX_MOD_1D ? 1 : g == PTX_MOD_2D || g == PTX_MOD_A1D ? 2 : 3;
	c->geometry = ptx_class_text(PTX_CLASS_GEOM, g);
}

/* Reads {x}, {x, y}, {x, y, z, -}, {layer, x} or {layer, x, y, -}; a single coordinate may lack the
 * braces. PTX 1.x always writes four elements, and those in excess have no meaning (9.7.9.3). */
bool tr_image_coords(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct image_coords *c)
{
	unsigned written = c->count == 3 ? 4 : c->count;
	struct tr_elements e;

	if (o->kind == PTX_OPND_VECTOR && o->elem_count == 4)
		written = 4;
	if (!tr_elements(t, o, written, &e))
		return false;
	for (unsigned k = 0; k < c->count; k++) {
		bool is_layer = c->is_array && k == 0;
		unsigned to = !c->is_array ? k : is_layer ? c->count - 1 : k - 1;

		if (!tr_source(t, e.operands[k], is_layer ? PTX_U32 : type, &c->at[to]))
			return false;
	}
	return true;
}

struct hir_op tr_image_vector(struct tr *t, const struct image_coords *c)
{
	return tr_vector_of(t, c->at, c->count);
}

const char *tr_image_size_name(const struct image_coords *c, unsigned k)
{
	static const char *const names[] = {"width", "height", "depth"};

	return c->is_array && k == c->count - 1 ? "array" : names[k];
}

bool tr_image_destinations(struct tr *t, const struct ptx_operand *o, unsigned count,
	enum ptx_type type, struct hir_op *out)
{
	struct tr_elements e;

	if (!tr_elements(t, o, count, &e))
		return false;
	for (unsigned k = 0; k < count; k++) {
		if (e.operands[k]->kind == PTX_OPND_SINK)
			out[k] = tr_temp_op(t, tr_kind_of(type));
		else if (!tr_dest(t, e.operands[k], type, &out[k]))
			return false;
	}
	return true;
}

bool tr_image_operand(struct tr *t, const struct ptx_operand *o, unsigned least, unsigned most)
{
	if (o->kind == PTX_OPND_ADDRESS && o->elem_count >= least && o->elem_count <= most)
		return true;
	tr_error(t, o->span, "expected an image%s in brackets",
		most == 1 ? "" : " and coordinates");
	return false;
}

void tr_image_set(struct tr *t, struct hir_op d, struct hir_op value, enum ptx_type type)
{
	struct tr_env e = {.type = type};

	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', value, type);
	tr_seq(t, SEQ_MOV, &e);
}

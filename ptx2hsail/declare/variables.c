/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file makes HSAIL variables for PTX variables: it finds their types, sizes and alignments. */
#include "base/message.h"
#include "base/segments.h"
#include "base/tr.h"
#include "declare/samplers.h"
#include "declare/variables.h"

static uint16_t element_type(enum ptx_type type)
{
	const struct isa_type *t = isa_type_by_name(str_from(tr_memory_type(type)));
	return t != NULL ? t->brig : BRIG_TYPE_NONE;
}

/* Returns the number of elements in all dimensions and vectors. A dimension without a size counts
 * as `unsized`. */
static uint64_t element_count(const struct ptx_var *v, uint64_t unsized)
{
	uint64_t n = v->vec;
	for (unsigned i = 0; i < v->dim_count; i++) {
		uint64_t d = v->dims[i] != 0 ? v->dims[i] : unsized;
		if (d != 0 && n > (UINT64_C(1) << 40) / d)
			return UINT64_C(1) << 41; /* refused by the caller */
		n *= d;
	}
	return n;
}

uint64_t tr_var_bytes(const struct ptx_var *v)
{
	return element_count(v, 0) * (ptx_types[v->type].bits / 8u);
}

bool tr_is_unsized(const struct ptx_var *v)
{
	return v->dim_count > 0 && v->dims[0] == 0;
}

static uint64_t list_length(const struct ptx_init *list)
{
	uint64_t n = 0;
	for (const struct ptx_init *i = list->children; i != NULL; i = i->next)
		n++;
	return n;
}

bool tr_is_reference(const struct ptx_var *v)
{
	return ptx_types[v->type].kind == PTX_KIND_OPAQUE;
}

/* Makes the variable of a reference: two handles, or for a kernel's argument, their address. */
static struct hir_var *reference(struct tr *t, const struct ptx_var *v, uint8_t segment,
	struct str name)
{
	bool is_argument = segment == BRIG_SEGMENT_KERNARG, is_array = v->dim_count > 0;
	bool is_misplaced = !is_argument && segment != BRIG_SEGMENT_GLOBAL;
	bool can_be_set = v->init == NULL || v->type == PTX_SAMPLERREF;
	if (is_misplaced || is_array || !can_be_set) {
		tr_unsupported(t, v->span, "%s of type '.%s'",
			is_misplaced ? "parameter"
			: is_array   ? "array"
				     : "initialiser",
			ptx_types[v->type].text);
		return NULL;
	}
	struct hir_var *h = ARENA_NEW(&t->arena, struct hir_var);
	*h = (struct hir_var){.name = name,
		.segment = segment,
		.type = BRIG_TYPE_U64,
		.dim = is_argument ? 1 : 2,
		.is_array = !is_argument,
		.is_definition = is_argument || v->linkage != PTX_LINK_EXTERN,
		.reference = v->type,
		.align = 8};
	if (is_argument) {
		h->linkage = BRIG_LINKAGE_FUNCTION;
		h->allocation = BRIG_ALLOCATION_AUTOMATIC;
	}
	if (v->init != NULL)
		tr_initialise_sampler(t, v, h);
	return h;
}

static void set_align(struct hir_var *h, const struct ptx_var *v)
{
	enum { MAX_ALIGN = 256 };
	const struct isa_type *info = isa_type_find(h->type);
	h->align = isa_type_align(info);
	uint32_t natural = (uint32_t)(info->bits / 8u * v->vec);
	if (v->type == PTX_B128 && h->is_array) {
		h->type = BRIG_TYPE_U64; /* arrays of b128 have no initial values in HSAIL */
		h->dim *= 2;
	}
	if (v->align == 0 && natural > h->align)
		h->align = natural;
	if (v->align > h->align)
		h->align = v->align < MAX_ALIGN ? v->align : MAX_ALIGN;
}

struct hir_var *tr_variable(struct tr *t, const struct ptx_var *v, uint8_t segment, struct str name)
{
	bool is_predicate = v->type == PTX_PRED && v->space == PTX_SPACE_REG; /* parameter */
	uint16_t type = is_predicate ? BRIG_TYPE_U32 : element_type(v->type);
	if (tr_is_reference(v)) /* a reference is two handles (tr_image.h) */
		return reference(t, v, segment, name);
	if (type == BRIG_TYPE_NONE || (v->type == PTX_PRED && !is_predicate)) {
		tr_unsupported(t, v->span, "variable of type '.%s'", ptx_types[v->type].text);
		return NULL;
	}
	uint64_t unsized = v->init != NULL && v->init->is_list ? list_length(v->init) : 0;
	uint64_t count = element_count(v, unsized);
	bool is_declaration = v->linkage == PTX_LINK_EXTERN;
	bool is_open = segment == BRIG_SEGMENT_ARG && tr_is_unsized(v);
	if ((count == 0 && !is_declaration && !is_open) || count > UINT64_C(1) << 40) {
		tr_error(t, v->span, "'" STR_FMT "' has no size or is too big", STR_ARG(v->name));
		return NULL;
	}
	struct hir_var *h = ARENA_NEW(&t->arena, struct hir_var);
	if (is_declaration && v->dim_count > 0 && type == BRIG_TYPE_U8)
		type = BRIG_TYPE_B8; /* b8 has no number type, so that hsa-ld compares sizes only */
	*h = (struct hir_var){.name = name,
		.segment = segment,
		.type = type,
		.dim = count,
		.is_array = v->dim_count > 0 || v->vec > 1,
		.is_definition = !is_declaration,
		.linkage = BRIG_LINKAGE_FUNCTION,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	set_align(h, v);
	return h;
}

void tr_add_module_var(struct tr *t, struct hir_var *h)
{
	ARRAY_GROW(t->module.vars, t->module.var_count, t->module.var_capacity);
	t->module.vars[t->module.var_count++] = h;
}

uint64_t tr_shared_offset(const struct ptx_var *v, uint64_t used)
{
	uint64_t natural = ptx_types[v->type].bits / 8u * (uint64_t)v->vec;
	uint64_t align = v->align > natural ? v->align : natural;
	return align_up(used, align != 0 ? align : 1);
}

void tr_add_symbolic(struct tr *t, struct symbolic value)
{
	struct symbolic *a = ARENA_NEW(&t->arena, struct symbolic);
	*a = value;
	*t->module.next_symbolic = a;
	t->module.next_symbolic = &a->next;
}

struct hir_var *tr_own_variable(struct tr *t, const char *name, uint8_t segment, uint64_t words)
{
	struct hir_var *v = ARENA_NEW(&t->arena, struct hir_var);
	*v = (struct hir_var){.name = str_from(name),
		.dim = words,
		.is_array = words > 1,
		.segment = segment,
		.type = BRIG_TYPE_U32,
		.align = 4,
		.linkage = BRIG_LINKAGE_MODULE,
		.is_definition = true,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	tr_add_module_var(t, v);
	return v;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables of all state spaces but registers: sizes, HSAIL names. */
#include "base/tr.h"

/* ---- names ------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* HSAIL names have no '$' and '%': they are written .24 and .25, which no PTX name contains. A name
 * that begins with one, or with HSAIL's reserved __hsa, gets "_." in front. */
struct str tr_hsail_name(struct tr *t, char sigil, struct str ptx_name)
{
	struct buf b = BUF_INIT;
	buf_u8(&b, (uint8_t)sigil);
	if (!is_letter(ptx_name.p[0]) || str_starts(ptx_name, STR("__hsa")))
		buf_puts(&b, "_.");
	for (size_t i = 0; i < ptx_name.n; i++) {
		char c = ptx_name.p[i];
		if (is_letter(c) || (c >= '0' && c <= '9'))
			buf_u8(&b, (uint8_t)c);
		else
			buf_printf(&b, ".%02x", (unsigned)(unsigned char)c);
	}
	struct str name = str_dup(&t->arena, buf_slice(&b));
	buf_release(&b);
	return name;
}

/* ---- variables --------------------------------------------------------------------------- */

const char *tr_memory_type(enum ptx_type type)
{
	const struct ptx_type_info *info = &ptx_types[type];
	if (info->kind != PTX_KIND_BITS && type != PTX_F16)
		return info->hsail;
	switch (info->bits) {
	case 8:
		return "u8";
	case 16:
		return "u16";
	case 32:
		return "u32";
	case 64:
		return "u64";
	}
	return info->hsail;
}

static uint16_t element_type(enum ptx_type type)
{
	const struct isa_type *t = isa_type_by_name(str_from(tr_memory_type(type)));
	return t != NULL ? t->brig : BRIG_TYPE_NONE;
}

/* Elements of all dimensions and of a vector; an unsized dimension counts as `unsized`. */
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

/* .texref, .samplerref, .surfref */
static bool is_reference(const struct ptx_var *v)
{
	return ptx_types[v->type].kind == PTX_KIND_OPAQUE;
}

/* Two handles each; an argument is the address of them. */
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

struct hir_var *tr_variable(struct tr *t, const struct ptx_var *v, uint8_t segment, struct str name)
{
	enum { MAX_ALIGN = 256 };
	bool is_predicate = v->type == PTX_PRED && v->space == PTX_SPACE_REG; /* a parameter */
	uint16_t type = is_predicate ? BRIG_TYPE_U32 : element_type(v->type);
	if (is_reference(v)) /* two handles: tr_image.c */
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
		type = BRIG_TYPE_B8; /* of no type: hsa-ld compares sizes only */
	*h = (struct hir_var){.name = name,
		.segment = segment,
		.type = type,
		.dim = count,
		.is_array = v->dim_count > 0 || v->vec > 1,
		.is_definition = !is_declaration,
		.linkage = BRIG_LINKAGE_FUNCTION,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	const struct isa_type *info = isa_type_find(type);
	h->align = isa_type_align(info);
	uint32_t natural = (uint32_t)(info->bits / 8u * v->vec);
	if (v->type == PTX_B128 &&
		h->is_array) { /* arrays of b128 have no initial values in HSAIL */
		h->type = BRIG_TYPE_U64;
		h->dim *= 2;
	}
	if (v->align == 0 && natural > h->align)
		h->align = natural;
	if (v->align > h->align)
		h->align = v->align < MAX_ALIGN ? v->align : MAX_ALIGN;
	return h;
}

/* ---- spaces ------------------------------------------------------------------------------ */

static struct symbol *add_variable(struct tr *t, struct scope *s, const struct ptx_var *v,
	struct hir_var *h, uint64_t offset)
{
	struct symbol *sym = scope_add(t, s, SYM_VAR, v->name, v->span);
	sym->type = v->type;
	sym->space = v->space;
	sym->var = h;
	sym->offset = offset;
	sym->decl = v;
	return sym;
}

void tr_add_module_var(struct tr *t, struct hir_var *h)
{
	ARRAY_GROW(t->vars, t->var_count, t->var_capacity);
	t->vars[t->var_count++] = h;
}

/* HSAIL has program and module linkage; .weak and .common have a pragma besides (emit_brig.c). */
static uint8_t linkage_of(enum ptx_linkage l)
{
	return l == PTX_LINK_NONE ? BRIG_LINKAGE_MODULE : BRIG_LINKAGE_PROGRAM;
}

void tr_declare_global(struct tr *t, struct scope *s, const struct ptx_var *v, struct str name)
{
	if (v->type == PTX_NONE) {
		tr_error(t, v->span, "'" STR_FMT "' has no type", STR_ARG(v->name));
		return;
	}
	struct hir_var *h = tr_variable(t, v, BRIG_SEGMENT_GLOBAL, name);
	if (h == NULL)
		return;
	/* who runs the program gives references their values */
	h->linkage = is_reference(v) && h->sampler == NULL ? BRIG_LINKAGE_PROGRAM
	                                                   : linkage_of(v->linkage);
	h->is_constant = v->space == PTX_SPACE_CONST;
	h->is_weak = h->is_definition && !is_reference(v) &&
	             (v->linkage == PTX_LINK_WEAK || v->linkage == PTX_LINK_COMMON);
	/* readonly has no flat addresses, so constants are global, of the agent; so are samplers */
	h->allocation = v->space == PTX_SPACE_CONST || h->sampler != NULL ? BRIG_ALLOCATION_AGENT
	                                                                  : BRIG_ALLOCATION_PROGRAM;
	if (!is_reference(v))
		tr_initialise(t, v, h);
	add_variable(t, s, v, h, 0);
	tr_add_module_var(t, h);
}

uint64_t tr_shared_offset(const struct ptx_var *v, uint64_t used)
{
	uint64_t natural = ptx_types[v->type].bits / 8u * (uint64_t)v->vec;
	uint64_t align = v->align > natural ? v->align : natural;
	return align_up(used, align != 0 ? align : 1);
}

void tr_declare_shared(struct tr *t, struct scope *s, const struct ptx_var *v, bool in_function)
{
	if (tr_is_unsized(v) || (v->linkage == PTX_LINK_EXTERN && !in_function)) {
		const struct symbol *old = in_function ? NULL : scope_find(t, s, v->name);
		if (old != NULL && old->kind == SYM_DYNAMIC && old->type == v->type)
			return;
		struct symbol *sym = scope_add(t, s, SYM_DYNAMIC, v->name, v->span);
		sym->type = v->type;
		return;
	}
	struct str name = tr_hsail_name(t, in_function ? '%' : '&', v->name);
	if (in_function)
		name = tr_unique_name(t, name);
	struct hir_var *h = tr_variable(t, v, BRIG_SEGMENT_GROUP, name);
	if (h == NULL)
		return;
	if (t->shared_pack != NULL) {
		uint64_t offset = tr_shared_offset(v, t->shared_bytes);
		t->shared_bytes = offset + hir_var_bytes(h);
		add_variable(t, s, v, t->shared_pack, offset);
		return;
	}
	add_variable(t, s, v, h, 0);
	if (in_function) {
		ARRAY_GROW(t->hir.vars, t->hir.var_count, t->hir.var_capacity);
		t->hir.vars[t->hir.var_count++] = h;
		return;
	}
	h->linkage = linkage_of(v->linkage);
	tr_add_module_var(t, h);
}

/* Each work-item has one of its own (PTX before 3.0). */
static void declare_local(struct tr *t, const struct ptx_var *v)
{
	struct hir_var *h = tr_variable(t, v, BRIG_SEGMENT_PRIVATE, tr_hsail_name(t, '&', v->name));
	if (h == NULL)
		return;
	if (v->init != NULL)
		tr_error(t, v->span, "variables of '.local' have no initial value");
	h->linkage = linkage_of(v->linkage);
	add_variable(t, t->globals, v, h, 0);
	tr_add_module_var(t, h);
}

/* What .texref is called in PTX before 1.5. */
static void declare_texture(struct tr *t, const struct ptx_var *v)
{
	struct ptx_var *copy = ARENA_NEW(&t->arena, struct ptx_var);
	*copy = *v;
	copy->space = PTX_SPACE_GLOBAL;
	copy->type = PTX_TEXREF;
	tr_declare_global(t, t->globals, copy, tr_hsail_name(t, '&', v->name));
}

void tr_declare_module_var(struct tr *t, const struct ptx_var *v)
{
	if (v->is_family && v->space != PTX_SPACE_REG) {
		tr_error(t, v->span, "only registers can be declared with a count");
		return;
	}
	switch (v->space) {
	case PTX_SPACE_REG: /* each kernel has them (function_body.c) */
		for (const struct ptx_func *f = t->ptx->funcs; f != NULL; f = f->next)
			if (f->has_body && !f->is_entry) {
				tr_unsupported(t, v->span, "register that functions share");
				return;
			}
		return;
	case PTX_SPACE_GLOBAL:
	case PTX_SPACE_CONST:
		tr_declare_global(t, t->globals, v, tr_hsail_name(t, '&', v->name));
		return;
	case PTX_SPACE_SHARED:
		tr_declare_shared(t, t->globals, v, false);
		return;
	case PTX_SPACE_LOCAL:
		declare_local(t, v);
		return;
	case PTX_SPACE_TEX:
		declare_texture(t, v);
		return;
	case PTX_SPACE_NONE:
	case PTX_SPACE_SREG:
	case PTX_SPACE_PARAM:
	case PTX_SPACE_COUNT:
		break;
	}
	tr_unsupported(t, v->span, "module-scope variable of this state space");
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Module level: functions and the layout of shared memory. */
#include "base/tr.h"

/* ---- functions --------------------------------------------------------------------------- */

static struct hir_var *formal(struct tr *t, const struct ptx_var *v, uint8_t segment, bool defined)
{
	struct hir_var *h = tr_variable(t, v, segment, tr_hsail_name(t, '%', v->name));
	if (h != NULL && !defined)
		h->linkage = BRIG_LINKAGE_NONE;
	return h;
}

/* HSAIL functions have one output: several PTX results become parts of an array. */
static bool add_result(struct tr *t, struct func *f)
{
	uint64_t bytes = 0;
	uint32_t align = 1, i = 0;
	for (const struct ptx_var *v = f->ptx->rets; v != NULL; v = v->next)
		f->ret_count++;
	f->ret_offsets = ARENA_ARRAY(&t->arena, uint64_t, f->ret_count);
	for (const struct ptx_var *v = f->ptx->rets; v != NULL; v = v->next, i++) {
		f->ret = formal(t, v, BRIG_SEGMENT_ARG, f->ptx->has_body);
		if (f->ret == NULL)
			return false;
		f->ret_offsets[i] = align_up(bytes, f->ret->align);
		bytes = f->ret_offsets[i] + hir_var_bytes(f->ret);
		align = f->ret->align > align ? f->ret->align : align;
	}
	if (f->ret_count > 1) {
		f->ret->type = BRIG_TYPE_U8;
		f->ret->is_array = true;
		f->ret->dim = bytes;
		f->ret->align = align;
	}
	return true;
}

bool tr_add_formals(struct tr *t, struct func *f)
{
	uint8_t segment = f->ptx->is_entry ? BRIG_SEGMENT_KERNARG : BRIG_SEGMENT_ARG;
	enum { MOST = 65535 };
	for (const struct ptx_var *v = f->ptx->params; v != NULL; v = v->next)
		f->param_count++;
	if (f->param_count > MOST) {
		tr_error(t, f->ptx->span, "function has too many parameters");
		return false;
	}
	f->params = ARENA_ARRAY(&t->arena, struct hir_var *, f->param_count);
	uint32_t i = 0;
	for (const struct ptx_var *v = f->ptx->params; v != NULL; v = v->next, i++) {
		f->params[i] = formal(t, v, segment, f->ptx->has_body);
		if (f->params[i] == NULL)
			return false;
	}
	return f->ptx->rets == NULL || add_result(t, f);
}

/* ---- declarations of the same function --------------------------------------------------- */

static uint32_t alignment(const struct ptx_var *v)
{
	return v->align != 0 ? v->align : ptx_types[v->type].bits / 8u * v->vec;
}

static bool is_same_formal(const struct ptx_var *a, const struct ptx_var *b)
{
	if (a->space != b->space || a->type != b->type || a->vec != b->vec ||
		a->dim_count != b->dim_count || alignment(a) != alignment(b))
		return false;
	for (unsigned i = 0; i < a->dim_count; i++)
		if (a->dims[i] != b->dims[i])
			return false;
	return true;
}

static bool are_same_formals(const struct ptx_var *a, const struct ptx_var *b)
{
	for (; a != NULL && b != NULL; a = a->next, b = b->next)
		if (!is_same_formal(a, b))
			return false;
	return a == b;
}

/* An extern function is of another module, and what this module keeps to itself stays so. */
static bool is_same_linkage(const struct ptx_func *declaration, const struct ptx_func *f)
{
	if (!f->has_body)
		return true;
	return declaration->linkage != PTX_LINK_EXTERN &&
	       !(declaration->linkage == PTX_LINK_NONE && f->linkage == PTX_LINK_VISIBLE);
}

static bool check_again(struct tr *t, const struct ptx_func *old, const struct ptx_func *p)
{
	const char *what =
		old->has_body                  ? "is already defined"
		: old->is_entry != p->is_entry ? "is a kernel here and a function there"
		: !are_same_formals(old->params, p->params) || !are_same_formals(old->rets, p->rets)
			? "is declared with other parameters"
		: !is_same_linkage(old, p) ? "is declared with another linkage"
					   : NULL;
	if (what == NULL)
		return true;
	tr_error(t, p->span, "'" STR_FMT "' %s", STR_ARG(p->name), what);
	diag_note(t->diag, ptx_place(t->ptx, old->span), "previous declaration is here");
	return false;
}

/* A definition takes the place of the declarations before it. */
void tr_declare_function(struct tr *t, struct ptx_module *m, const struct ptx_func *p)
{
	struct symbol *old = scope_find(t, t->globals, p->name);
	if (old != NULL && old->kind == SYM_FUNC) {
		struct func *f = old->func;
		if (!check_again(t, f->ptx, p) || !p->has_body)
			return;
		f->ptx = p;
		f->callee.name = tr_hsail_name(t, '&', p->name);
		f->param_count = 0;
		f->ret_count = 0;
		f->is_valid = tr_add_formals(t, f);
		return;
	}
	struct func *f = ARENA_NEW(&t->arena, struct func);
	f->ptx = p;
	f->module = m;
	f->callee.name = tr_hsail_name(t, '&', p->name);
	struct symbol *s = scope_add(t, t->globals, SYM_FUNC, p->name, p->span);
	s->func = f;
	f->is_valid = tr_add_formals(t, f) && tr_system_function(t, f);
	*t->next_func = f;
	t->next_func = &f->next;
}

/* An alias is its function under the name of a declaration. */
static void declare_alias(struct tr *t, const struct ptx_alias *a)
{
	struct symbol *alias = scope_find(t, t->globals, a->name);
	const struct symbol *of = scope_find(t, t->globals, a->of);
	if (alias == NULL || alias->kind != SYM_FUNC || of == NULL || of->kind != SYM_FUNC)
		tr_error(t, a->span, "'.alias' needs two functions");
	else if (!str_eq(alias->func->ptx->name, a->name))
		tr_error(t, a->span, "'" STR_FMT "' has an '.alias' already", STR_ARG(a->name));
	else
		alias->func = of->func;
}

/* True when the module has dynamic shared memory: then all static shared memory is one array. */
static bool has_dynamic_shared(const struct tr *t)
{
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_SHARED &&
			(tr_is_unsized(v) || v->linkage == PTX_LINK_EXTERN))
			return true;
	return false;
}

/* All static shared memory as one array, so that the dynamic part is known to lie behind it. */
static void pack_all_shared(struct tr *t, uint64_t bytes)
{
	enum { BASE_ALIGN = 16, MOST_ALIGN = 256 };
	uint64_t align = BASE_ALIGN;
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_SHARED && v->align > align)
			align = v->align < MOST_ALIGN ? v->align : MOST_ALIGN;
	t->shared_pack = ARENA_NEW(&t->arena, struct hir_var);
	*t->shared_pack = (struct hir_var){.name = STR("&__shared"),
		.dim = align_up(bytes, align),
		.segment = BRIG_SEGMENT_GROUP,
		.type = BRIG_TYPE_U8,
		.is_array = true,
		.align = (uint32_t)align,
		.linkage = BRIG_LINKAGE_MODULE,
		.is_definition = true,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	tr_add_module_var(t, t->shared_pack);
}

static uint64_t module_shared_bytes(const struct tr *t)
{
	uint64_t bytes = 0;
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_SHARED && !tr_is_unsized(v) &&
			v->linkage != PTX_LINK_EXTERN)
			bytes = tr_shared_offset(v, bytes) + tr_var_bytes(v);
	return bytes;
}

static struct hir_var *module_var(struct tr *t, const char *name, uint8_t segment, uint64_t words)
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

/* One lock for all modules of a program. */
static void add_wide_lock(struct tr *t)
{
	t->wide_lock = module_var(t, "&__wide_lock", BRIG_SEGMENT_GLOBAL, 1);
	t->wide_lock->allocation = BRIG_ALLOCATION_PROGRAM;
	t->wide_lock->linkage = BRIG_LINKAGE_PROGRAM;
	t->wide_lock->is_weak = true;
	t->wide_lock->init = ARENA_ARRAY(&t->arena, uint8_t, hir_var_bytes(t->wide_lock));
}

/* Group memory of our own: in the array of all static shared memory or a variable of its own. */
struct own_shared {
	const char *name;
	uint64_t words;
	bool is_used;
	struct hir_var *var;
	uint64_t offset;
};

/* Whether code of other files may run in its kernels, or its functions in others' kernels. */
static bool is_open(const struct tr *t)
{
	for (const struct func *f = t->funcs; f != NULL; f = f->next) {
		bool is_foreign = !f->ptx->has_body && !f->is_system;
		bool is_offered =
			f->ptx->has_body && !f->ptx->is_entry && f->ptx->linkage != PTX_LINK_NONE;
		if (is_foreign || is_offered || f->is_taken || f->calls_any)
			return true;
	}
	return false;
}

/* One for all files whose functions may call each other. */
static void add_exited(struct tr *t)
{
	t->exited = module_var(t, "&__exited", BRIG_SEGMENT_PRIVATE, 1);
	if (!is_open(t))
		return;
	t->exited->linkage = BRIG_LINKAGE_PROGRAM;
	t->exited->is_weak = true;
}

/* hsa-ld places it behind all static group memory (docs/kernel-abi.md). */
static void declare_dynamic_shared(struct tr *t)
{
	enum { MOST_ALIGN = 256 };
	t->dynamic_shared = ARENA_NEW(&t->arena, struct hir_var);
	*t->dynamic_shared = (struct hir_var){.name = STR("&hsaemu.dynamic_group"),
		.segment = BRIG_SEGMENT_GROUP,
		.type = BRIG_TYPE_U8,
		.is_array = true,
		.align = MOST_ALIGN,
		.linkage = BRIG_LINKAGE_PROGRAM,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	tr_add_module_var(t, t->dynamic_shared);
}

static void layout_shared(struct tr *t, const struct prescan *p)
{
	enum { WORD = 4, BARRIER_WORDS = 628 }; /* library.def */
	struct own_shared own[] = {{"&__reduction", 1, p->has_reduction, NULL, 0},
		{"&__barriers", BARRIER_WORDS, p->counted_barriers != 0, NULL, 0}};
	uint64_t bytes = p->shared_bytes;
	bool is_dynamic = has_dynamic_shared(t), is_packed = is_dynamic && !is_open(t);
	if (is_dynamic && !is_packed)
		declare_dynamic_shared(t);
	for (size_t i = 0; is_packed && i < ARRAY_LEN(own); i++) {
		if (!own[i].is_used)
			continue;
		own[i].offset = align_up(bytes, WORD);
		bytes = own[i].offset + own[i].words * WORD;
	}
	if (is_packed && bytes != 0)
		pack_all_shared(t, bytes);
	for (size_t i = 0; i < ARRAY_LEN(own); i++)
		if (own[i].is_used)
			own[i].var = is_packed ? t->shared_pack
			                       : module_var(t, own[i].name, BRIG_SEGMENT_GROUP,
							 own[i].words);
	t->reduction = own[0].var;
	t->reduction_offset = own[0].offset;
	if (!own[1].is_used)
		return;
	struct symbol *s =
		scope_add(t, t->globals, SYM_VAR, STR("%barriers"), (struct ptx_span){0});
	s->type = PTX_B32;
	s->space = PTX_SPACE_SHARED;
	s->var = own[1].var;
	s->offset = own[1].offset;
}

/* ---- the size of addresses ------------------------------------------------------------------ */

static bool any_wide(const struct ptx_var *v)
{
	for (; v != NULL; v = v->next)
		if (ptx_types[v->type].bits == 64 && ptx_types[v->type].kind != PTX_KIND_FLOAT)
			return true;
	return false;
}

static bool declares_wide(const struct ptx_stmt *s)
{
	for (; s != NULL; s = s->next)
		if ((s->kind == PTX_STMT_VARS && any_wide(s->u.vars)) ||
			(s->kind == PTX_STMT_BLOCK && declares_wide(s->u.block.first)))
			return true;
	return false;
}

/* Without .address_size it is 32 (PTX ISA 11.1.3). But PTX before 2.3 has no such directive, and
 * what compilers wrote for 64 bits then shows by its registers and parameters. */
bool tr_is_small(const struct ptx_module *m)
{
	if (m->address_bits != 0)
		return m->address_bits == 32;
	for (const struct ptx_func *f = m->funcs; f != NULL; f = f->next)
		if (any_wide(f->params) || any_wide(f->rets) || declares_wide(f->body))
			return false;
	return !any_wide(m->vars);
}

void tr_module_symbols(struct tr *t)
{
	for (const struct ptx_func *f = t->ptx->funcs; f != NULL; f = f->next)
		tr_declare_function(t, t->ptx, f);
	for (const struct ptx_alias *a = t->ptx->aliases; a != NULL; a = a->next)
		declare_alias(t, a);
	struct prescan p = {.shared_bytes = module_shared_bytes(t)};
	tr_prescan(t, &p);
	t->has_images = p.has_images;
	t->counted_barriers = p.counted_barriers;
	t->has_foreign = p.has_foreign;
	if (p.exits)
		add_exited(t);
	if (p.asks_arguments || (p.asks_spaces && p.copies_arguments))
		t->arguments = module_var(t, "&__arguments", BRIG_SEGMENT_PRIVATE, 2);
	if (p.has_wide_atomics)
		add_wide_lock(t);
	layout_shared(t, &p);
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		tr_declare_module_var(t, v);
}

void tr_module_build(struct tr *t)
{
	const char *name = t->options->module_name != NULL ? t->options->module_name : "&ptx";
	struct brig_directive_module m = {.name = brig_build_string(t->brig, str_from(name)),
		.hsail_major = BRIG_VERSION_HSAIL_MAJOR,
		.hsail_minor = BRIG_VERSION_HSAIL_MINOR,
		.profile = BRIG_PROFILE_FULL,
		.machine_model = t->protos.machine_model,
		.default_float_round = BRIG_ROUND_FLOAT_NEAR_EVEN};
	brig_build_module(t->brig, &m);
	if (t->has_images)
		brig_build_name_directive(t->brig, BRIG_KIND_DIRECTIVE_EXTENSION, STR("IMAGE"));
	for (size_t i = 0; i < t->var_count; i++)
		tr_emit_variable(t, t->vars[i]);
}

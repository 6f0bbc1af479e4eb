/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates variables and fbarriers (PRM 4.3.8 to 4.3.10, 6.2): checks where they may stand, what
 * their parts may be and whether declarations agree, and builds their directives. */
#include "emit_brig_impl.h"
#include "sema_block_impl.h"
#include "sema_module_impl.h"
#include "sema_profile_impl.h"
#include "sema_scope_impl.h"
#include "sema_variable_impl.h"
#include "typed_constant_impl.h"

enum { MAX_ALIGN = 256 };

static const char *segment_text(unsigned segment)
{
	return isa_modifier_text(ISA_MOD_SEGMENT, segment);
}

/* ---- type, alignment, size ------------------------------------------------------------------ */

static bool check_type(struct as_state *as, const struct as_variable *v)
{
	const struct isa_type *t = isa_type_find(v->type);
	if (t->brig == BRIG_TYPE_B1) {
		as_err(as, v->type_loc, "4.3.8", "a variable cannot have type 'b1'");
	} else if (t->kind == ISA_KIND_IMAGE || t->kind == ISA_KIND_SAMPLER) {
		if (v->segment != BRIG_SEGMENT_GROUP && v->segment != BRIG_SEGMENT_PRIVATE &&
			v->segment != BRIG_SEGMENT_SPILL)
			return as_need_images(as, v->type_loc);
		as_err(as, v->type_loc, "7.1.7",
			"images and samplers must be in the global, readonly, kernarg or arg "
			"segment, not in %s",
			segment_text(v->segment));
	} else {
		return as_check_type_exists(as, t->brig, v->type_loc);
	}
	return false;
}

static bool check_align(struct as_state *as, const struct as_variable *v, uint8_t *out)
{
	const struct isa_type *t = isa_type_find(v->type);
	uint64_t align = v->has_align ? v->align : isa_type_align(t);
	if (!is_pow2(align) || align > MAX_ALIGN) {
		as_err(as, v->align_loc, "4.3.10", "alignment must be a power of two from 1 to %d",
			MAX_ALIGN);
		return false;
	}
	if (align < isa_type_align(t)) {
		as_err(as, v->align_loc, "4.3.10",
			"alignment is less than %u, the natural one of '%s'", isa_type_align(t),
			t->text);
		return false;
	}
	*out = (uint8_t)(__builtin_ctz((unsigned)align) + BRIG_ALIGNMENT_1);
	return true;
}

bool as_variable_declared_type(struct as_state *as, const struct as_variable *v,
	struct as_declared_type *decl)
{
	*decl = (struct as_declared_type){
		.type = v->type, .segment = v->segment, .is_array = v->is_array, .dim = v->dim};
	bool good = check_type(as, v);
	good &= check_align(as, v, &decl->align);
	if (v->has_dim && v->dim == 0) {
		as_err(as, v->dim_loc, "4.3.8", "an array needs at least 1 element");
		good = false;
	} else if (v->has_dim && v->dim > UINT64_MAX / isa_type_align(isa_type_find(v->type))) {
		as_err(as, v->dim_loc, "4.3.8", "the array's size does not fit 64 bits");
		good = false;
	}
	return good;
}

/* ---- initialisers (PRM 4.8.5, table 4-1) ---------------------------------------------------- */

/* Returns whether an untyped literal can become a value of type t. */
static bool literal_fits(const struct as_literal *l, const struct isa_type *t)
{
	if (l->type == BRIG_TYPE_NONE)
		return t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED ||
		       (t->kind == ISA_KIND_BIT && t->bits <= 64);
	return l->type == t->brig ||
	       (t->kind == ISA_KIND_BIT && isa_type_find(l->type)->bits == t->bits);
}

static bool typed_fits(const struct as_value *v, const struct isa_type *t)
{
	const struct isa_type *c = isa_type_find(v->type);
	if ((v->type & BRIG_TYPE_ARRAY) != 0)
		return false;
	return c == t ||
	       (t->kind == ISA_KIND_BIT && c->bits == t->bits && c->kind != ISA_KIND_SIGNAL &&
		       c->kind != ISA_KIND_IMAGE && c->kind != ISA_KIND_SAMPLER);
}

static bool scalar_init_fits(const struct as_value *init, const struct isa_type *t)
{
	if (init->kind == AS_VALUE_LITERAL)
		return literal_fits(&init->literal, t);
	return (init->kind == AS_VALUE_BYTES || init->kind == AS_VALUE_HANDLES) &&
	       typed_fits(init, t);
}

static bool array_init_fits(const struct as_value *init, const struct isa_type *t)
{
	if (t->kind == ISA_KIND_BIT)
		return init->kind == AS_VALUE_AGGREGATE;
	return (init->kind == AS_VALUE_BYTES || init->kind == AS_VALUE_HANDLES) &&
	       init->type == (t->brig | BRIG_TYPE_ARRAY);
}

/* Sets the size of an array from its initialiser when the array has none; otherwise checks that the
 * two agree. Returns false after a diagnostic. */
static bool init_size(struct as_state *as, const struct as_variable *v,
	struct as_declared_type *decl)
{
	unsigned elem = isa_type_find(v->type)->bits / 8;
	uint64_t bytes = as_value_bytes(as, &v->init);
	if (v->has_dim ? bytes == v->dim * elem : bytes % elem == 0) {
		decl->dim = bytes / elem;
		return true;
	}
	if (v->has_dim)
		as_err(as, v->init.loc, "4.10",
			"the initializer has %llu byte%s, the variable %llu",
			(unsigned long long)bytes, bytes == 1 ? "" : "s",
			(unsigned long long)(v->dim * elem));
	else
		as_err(as, v->init.loc, "4.10",
			"the initializer has %llu byte%s: no whole number of '%s'",
			(unsigned long long)bytes, bytes == 1 ? "" : "s",
			isa_type_find(v->type)->text);
	return false;
}

static bool has_handles(const struct as_state *as, const struct as_value *v)
{
	if (v->kind != AS_VALUE_AGGREGATE)
		return v->kind == AS_VALUE_HANDLES;
	for (uint32_t i = 0; i < v->count; i++)
		if (as->st.items[v->first + i].kind == AS_VALUE_HANDLES)
			return true;
	return false;
}

/* Appends a description of what may initialise a variable, or array, of type t. */
static void say_wanted(struct buf *out, const struct isa_type *t, bool array)
{
	if (array && t->kind == ISA_KIND_BIT)
		buf_puts(out, "an aggregate {...}");
	else if (t->kind == ISA_KIND_BIT)
		buf_printf(out, "%s constant of %u bits",
			t->bits <= 64 ? "an integer or a" : "a packed", t->bits);
	else if (array)
		buf_printf(out, "'%s[](...)'", t->text);
	else if (t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED)
		buf_printf(out, "an integer or '%s(...)'", t->text);
	else if (t->kind == ISA_KIND_FLOAT)
		buf_printf(out, "an %s constant such as %s or '%s(...)'", t->text,
			t->bits == 16   ? "1.0h"
			: t->bits == 32 ? "1.0f"
					: "1.0",
			t->text);
	else
		buf_printf(out, "'%s(...)'", t->text);
}

static void misfit(struct as_state *as, const struct as_variable *v, const struct isa_type *t)
{
	const struct as_value *init = &v->init;
	struct buf text = BUF_INIT;
	say_wanted(&text, t, v->is_array);
	if (init->kind == AS_VALUE_LITERAL)
		buf_printf(&text, ", not '" STR_FMT "'", STR_ARG(as_text(as, init->loc)));
	else if (init->kind == AS_VALUE_AGGREGATE)
		buf_puts(&text, ", not an aggregate");
	else
		buf_printf(&text, ", not a constant of type '%s%s'",
			isa_type_find(init->type)->text, init->type & BRIG_TYPE_ARRAY ? "[]" : "");
	as_err(as, init->loc, v->is_array && t->kind == ISA_KIND_BIT ? "4.10" : "4.8.5",
		"'%s%s' is initialized by " STR_FMT, t->text, v->is_array ? "[]" : "",
		STR_ARG(buf_slice(&text)));
	buf_release(&text);
}

static bool check_init(struct as_state *as, const struct as_variable *v,
	struct as_declared_type *decl)
{
	const struct isa_type *t = isa_type_find(v->type);
	if (v->init.kind == AS_VALUE_BAD || !as_check_literal(as, &v->init))
		return false;
	if (v->segment != BRIG_SEGMENT_GLOBAL && v->segment != BRIG_SEGMENT_READONLY) {
		as_err(as, v->init.loc, "4.10",
			"variables of the %s segment cannot have an initializer",
			segment_text(v->segment));
		return false;
	}
	if (v->is_array ? !array_init_fits(&v->init, t) : !scalar_init_fits(&v->init, t)) {
		misfit(as, v, t);
		return false;
	}
	if (has_handles(as, &v->init) && v->segment == BRIG_SEGMENT_GLOBAL && !v->agent) {
		as_err(as, v->init.loc, "7.1.7",
			"an image or sampler initializer needs 'alloc(agent)' or the readonly "
			"segment");
		return false;
	}
	return !v->is_array || init_size(as, v, decl);
}

/* ---- qualifiers ----------------------------------------------------------------------------- */

static bool check_qualifiers(struct as_state *as, const struct as_variable *v, bool definition)
{
	bool good = true;
	if (v->agent && v->segment != BRIG_SEGMENT_GLOBAL) {
		as_err(as, v->alloc_loc, "4.3.10", "only global variables can have 'alloc(agent)'");
		good = false;
	}
	if (v->is_const && v->segment != BRIG_SEGMENT_GLOBAL &&
		v->segment != BRIG_SEGMENT_READONLY) {
		as_err(as, v->const_loc, "4.3.10",
			"only global and readonly variables can be const");
		good = false;
	} else if (v->is_const && definition && !v->has_init) {
		as_err(as, v->name, "4.3.10",
			"the definition of a const variable needs an initializer");
		good = false;
	}
	if (!definition && v->has_init) {
		as_err(as, v->init.loc, "4.12.1", "a declaration cannot have an initializer");
		good = false;
	}
	if (v->is_array && !v->has_dim && definition && !v->has_init) {
		as_err(as, v->dim_loc, "4.3.8", "an array without a size needs an initializer");
		good = false;
	}
	return good;
}

/* ---- declaration and definition ------------------------------------------------------------- */

const char *as_declared_type_difference(const struct as_declared_type *first,
	const struct as_declared_type *second)
{
	if (first->type != second->type)
		return "type";
	if (first->segment != second->segment)
		return "segment";
	if (first->is_array != second->is_array)
		return "being an array";
	if (first->dim != second->dim && first->dim != 0)
		return "array size";
	return first->align != second->align ? "alignment" : NULL;
}

/* Returns in what a declaration differs from earlier ones of the symbol, or NULL. */
static const char *difference(const struct as_symbol *sym, const struct as_declared_type *decl,
	const struct as_variable *v, uint8_t linkage)
{
	struct as_declared_type old = sym->decl;
	if (decl->dim == 0)
		old.dim = 0;
	if (sym->linkage != linkage)
		return "linkage";
	if (sym->allocation != as_variable_allocation(v))
		return "allocation";
	if (sym->is_const != v->is_const)
		return "being const";
	return as_declared_type_difference(&old, decl);
}

/* Declares or redeclares a variable: checks its parts and builds its directive. */
static void declare_variable(struct as_state *as, uint8_t linkage, bool definition)
{
	struct as_variable *v = &as->st.variable;
	struct as_declared_type decl;
	if (!as_name_in_scope(as, v->name)) {
		as_declare_bad(as, AS_SYM_VARIABLE, v->name);
		return;
	}
	bool good = as_variable_declared_type(as, v, &decl);
	good &= check_qualifiers(as, v, definition);
	if (v->has_init && good)
		good = check_init(as, v, &decl);
	struct as_symbol *sym = as_declare(as, AS_SYM_VARIABLE, v->name, definition);
	if (sym == NULL)
		return;
	const char *what = sym->declared ? difference(sym, &decl, v, linkage) : NULL;
	if (!sym->declared) {
		sym->decl = decl;
		sym->linkage = linkage;
		sym->allocation = as_variable_allocation(v);
		sym->is_const = v->is_const;
	} else if (good && what != NULL) {
		as_declarations_differ(as, sym, v->name, what);
		good = false;
	} else if (decl.dim != 0) {
		sym->decl.dim = decl.dim;
	}
	sym->declared = true;
	if (good)
		as_define(as, sym, as_emit_variable(as, v, &decl, linkage, definition), definition);
	else
		sym->defined = as->block.bad = true; /* so that nothing else is reported about it */
}

void as_module_variable(struct as_state *as, unsigned linkage, struct as_loc loc)
{
	struct as_variable *v = &as->st.variable;
	as_module_statement(as, loc);
	if (v->segment != BRIG_SEGMENT_GLOBAL && v->segment != BRIG_SEGMENT_READONLY &&
		v->segment != BRIG_SEGMENT_GROUP && v->segment != BRIG_SEGMENT_PRIVATE) {
		as_err(as, v->type_loc, "4.3.8",
			"a variable of the %s segment cannot be at module level",
			segment_text(v->segment));
		as_declare_bad(as, AS_SYM_VARIABLE, v->name);
		return;
	}
	declare_variable(as, linkage & AS_PROG ? BRIG_LINKAGE_PROGRAM : BRIG_LINKAGE_MODULE,
		(linkage & AS_DECL) == 0);
}

/* Checks that a variable of this segment may stand in a code block or argument block (PRM
 * 4.3.8). */
static bool check_block_segment(struct as_state *as, const struct as_variable *v)
{
	if (v->segment == BRIG_SEGMENT_KERNARG)
		as_err(as, v->type_loc, "4.3.8",
			"a variable of the kernarg segment must be a formal argument of a kernel");
	else if (as->block.open && v->segment != BRIG_SEGMENT_ARG)
		as_err(as, v->type_loc, "4.3.8",
			"a variable of the %s segment cannot be in an argument block",
			segment_text(v->segment));
	else if (!as->block.open && v->segment == BRIG_SEGMENT_ARG)
		as_err(as, v->type_loc, "4.3.8",
			"a variable of the arg segment must be in an argument block");
	else
		return true;
	return false;
}

void as_block_variable(struct as_state *as, struct as_loc loc)
{
	struct as_variable *v = &as->st.variable;
	as_block_statement(as, AS_BLOCK_DEFINITIONS, loc, "variable definitions");
	if (check_block_segment(as, v))
		declare_variable(as, as->block.open ? BRIG_LINKAGE_ARG : BRIG_LINKAGE_FUNCTION,
			true);
	else
		as_declare_bad(as, AS_SYM_VARIABLE, v->name);
}

void as_fbarrier(struct as_state *as, unsigned linkage, struct as_loc name, struct as_loc loc)
{
	bool definition = (linkage & AS_DECL) == 0;
	struct brig_directive_fbarrier f = {.modifier = definition};
	if (as->exe.in_body) {
		as_block_statement(as, AS_BLOCK_DEFINITIONS, loc, "fbarrier definitions");
		f.linkage = BRIG_LINKAGE_FUNCTION;
		if (as->block.open) {
			as_err(as, loc, "4.3.6", "an fbarrier cannot be in an argument block");
			as_declare_bad(as, AS_SYM_FBARRIER, name);
			return;
		}
	} else {
		as_module_statement(as, loc);
		f.linkage = linkage & AS_PROG ? BRIG_LINKAGE_PROGRAM : BRIG_LINKAGE_MODULE;
	}
	if (!as_name_in_scope(as, name)) {
		as_declare_bad(as, AS_SYM_FBARRIER, name);
		return;
	}
	struct as_symbol *sym = as_declare(as, AS_SYM_FBARRIER, name, definition);
	if (sym == NULL)
		return;
	if (sym->declared && sym->linkage != f.linkage) {
		as_declarations_differ(as, sym, name, "linkage");
		return;
	}
	sym->declared = true;
	sym->linkage = f.linkage;
	f.name = brig_build_string(as->builder, as_text(as, name));
	as_define(as, sym, brig_build_fbarrier(as->builder, &f), definition);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares what modules of a program say of entities of program linkage (PRM 4.12.1). Inside of a
 * module the verifier has compared them. */
#include <string.h>
#include "program_impl.h"

/* An entity at module scope. */
struct entity {
	const struct brig_view *view;
	struct brig_entry entry;
	struct str name;
	bool is_definition;
};

/* Describes the entity that begins at the entry. False if it is none of program linkage. */
static bool is_entity(const struct brig_view *v, const struct brig_entry *e, struct entity *out)
{
	uint32_t name;
	*out = (struct entity){.view = v, .entry = *e};
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		if (e->u.variable.linkage != BRIG_LINKAGE_PROGRAM)
			return false;
		name = e->u.variable.name;
		out->is_definition = (e->u.variable.modifier & BRIG_VARIABLE_DEFINITION) != 0;
		break;
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		if (e->u.fbarrier.linkage != BRIG_LINKAGE_PROGRAM)
			return false;
		name = e->u.fbarrier.name;
		out->is_definition = (e->u.fbarrier.modifier & BRIG_VARIABLE_DEFINITION) != 0;
		break;
	case BRIG_KIND_DIRECTIVE_KERNEL:
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
		if (e->u.executable.linkage != BRIG_LINKAGE_PROGRAM)
			return false;
		name = e->u.executable.name;
		out->is_definition = (e->u.executable.modifier & BRIG_EXECUTABLE_DEFINITION) != 0;
		break;
	default:
		return false;
	}
	return brig_data(v, name, &out->name);
}

/* Steps to the next entity of program linkage from the code entry at *off, which it moves behind
 * it. False at the end. */
static bool next_entity(const struct brig_view *v, uint32_t *off, struct entity *out)
{
	struct brig_entry e;
	const struct brig_section *code = &v->sections[BRIG_SECTION_INDEX_CODE];
	if (*off == 0)
		*off = code->header_len;
	while (*off < code->len && brig_code_at(v, *off, &e)) {
		bool has_body = e.kind == BRIG_KIND_DIRECTIVE_KERNEL ||
		                e.kind == BRIG_KIND_DIRECTIVE_FUNCTION ||
		                e.kind == BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION ||
		                e.kind == BRIG_KIND_DIRECTIVE_SIGNATURE;
		*off = has_body ? e.u.executable.next_module_entry : *off + e.bytes;
		if (is_entity(v, &e, out))
			return true;
	}
	return false;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static bool sizes_agree(uint64_t a, uint64_t b)
{
	return a == b || a == 0 || b == 0;
}

static bool variables_agree(const struct brig_directive_variable *a,
	const struct brig_directive_variable *b)
{
	return a->segment == b->segment && a->type == b->type && sizes_agree(a->dim, b->dim) &&
	       a->align == b->align && a->allocation == b->allocation &&
	       ((a->modifier ^ b->modifier) & BRIG_VARIABLE_CONST) == 0;
}

/* Steps to the next formal, over what may stand between formals. */
static bool next_formal(const struct brig_view *v, uint32_t *off,
	struct brig_directive_variable *out)
{
	struct brig_entry e;
	do {
		if (!brig_code_at(v, *off, &e))
			return false;
		*off += e.bytes;
	} while (e.kind != BRIG_KIND_DIRECTIVE_VARIABLE);
	*out = e.u.variable;
	return true;
}

/* Formals follow the directive, results first; their names do not matter. */
static bool formals_agree(const struct entity *a, const struct entity *b)
{
	const struct brig_directive_executable *x = &a->entry.u.executable;
	const struct brig_directive_executable *y = &b->entry.u.executable;
	uint32_t from = a->entry.off + a->entry.bytes, to = b->entry.off + b->entry.bytes;
	uint32_t count = (uint32_t)x->out_arg_count + x->in_arg_count;
	if (x->out_arg_count != y->out_arg_count || x->in_arg_count != y->in_arg_count)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		struct brig_directive_variable f, g;
		if (!next_formal(a->view, &from, &f) || !next_formal(b->view, &to, &g) ||
			!variables_agree(&f, &g))
			return false;
	}
	return true;
}

static bool agree(const struct entity *a, const struct entity *b)
{
	if (a->entry.kind != b->entry.kind || (a->is_definition && b->is_definition))
		return false;
	if (a->entry.kind == BRIG_KIND_DIRECTIVE_VARIABLE)
		return variables_agree(&a->entry.u.variable, &b->entry.u.variable);
	return a->entry.kind == BRIG_KIND_DIRECTIVE_FBARRIER || formals_agree(a, b);
}

/* ---- all of a module ------------------------------------------------------------------------- */

/* Maps the names of a module's entities to their offsets; a definition goes before declarations. */
static void list_names(const struct brig_view *v, struct str_map *names)
{
	struct entity e;
	uint64_t known;
	for (uint32_t off = 0; next_entity(v, &off, &e);)
		if (e.is_definition || !str_map_find(names, e.name, &known))
			str_map_put(names, e.name, e.entry.off);
}

static bool agrees_with(const struct brig_view *added, const struct str_map *names,
	const struct brig_view *v)
{
	struct entity e, f;
	struct brig_entry entry;
	uint64_t at;
	for (uint32_t off = 0; next_entity(v, &off, &e);)
		if (str_map_find(names, e.name, &at) && brig_code_at(added, (uint32_t)at, &entry) &&
			is_entity(added, &entry, &f) && !agree(&e, &f))
			return false;
	return true;
}

struct comparison {
	const struct hr_program *program;
	const struct hr_module *added;
};

static hsa_status_t compare(void *arg)
{
	const struct comparison *c = arg;
	struct str_map names;
	bool ok = true;
	str_map_init(&names);
	list_names(&c->added->view, &names);
	for (size_t i = 0; i < c->program->count && ok; i++)
		ok = agrees_with(&c->added->view, &names, &c->program->modules[i].view);
	str_map_release(&names);
	return ok ? HSA_STATUS_SUCCESS : (hsa_status_t)HSA_EXT_STATUS_ERROR_SYMBOL_MISMATCH;
}

hsa_status_t hr_symbols_compare(const struct hr_program *p, const struct hr_module *added)
{
	struct comparison c = {p, added};
	return hr_protect("hsa_ext_program_add_module", compare, &c);
}

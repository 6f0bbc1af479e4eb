/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Merges the metadata of all objects into that of the image. Also collects the names for messages
 * and checks the rules for declarations (PRM 4.2.1, 4.3.10, 4.12.1). */
#include "hsaemu/demangle.h"
#include "hsaemu/isa.h"
#include "cpu_versions_impl.h"
#include "merge_metadata_impl.h"

static void name_symbol(struct ld *ld, const char *symbol, const char *suffix,
	const struct ld_hsail_name *h)
{
	const char *key = arena_printf(&ld->arena, "%s%s", symbol, suffix);

	str_map_put(&ld->hsail_idx, str_from(key), ld->hsail_count);
	ARRAY_GROW(ld->hsail_names, ld->hsail_count, ld->hsail_cap);
	ld->hsail_names[ld->hsail_count++] = *h;
}

static bool is_function(const struct image_symbol *s)
{
	return strcmp(s->kind, "function") == 0 || strcmp(s->kind, "indirect function") == 0;
}

static bool is_importable(const struct image_symbol *s)
{
	return s->program_linkage &&
	       (strcmp(s->kind, "global") == 0 || strcmp(s->kind, "readonly") == 0);
}

/* Enters the HSAIL names of the kernels and functions of one version of the code. */
static void name_code(struct ld *ld, const struct ld_object *o, const char *suffix)
{
	for (uint32_t i = 0; i < o->meta.kernel_count; i++) {
		const struct image_kernel *k = &o->meta.kernels[i];
		name_symbol(ld, k->symbol, suffix,
			&(struct ld_hsail_name){.kind = "kernel",
				.name = k->name,
				.module = k->module,
				.is_public = true});
		str_map_put(&ld->hsail_idx,
			str_from(arena_printf(&ld->arena, "%s.kd%s", k->symbol, suffix)),
			ld->hsail_count - 1);
	}
	for (uint32_t i = 0; i < o->meta.symbol_count; i++) {
		const struct image_symbol *s = &o->meta.symbols[i];
		if (is_function(s))
			name_symbol(ld, s->symbol, suffix,
				&(struct ld_hsail_name){.kind = s->kind,
					.name = s->name,
					.module = s->module,
					.is_public = true});
	}
}

void ld_name_symbols(struct ld *ld, const struct ld_object *o)
{
	for (unsigned v = 0; v < o->version_count; v++)
		name_code(ld, o, o->versions[v].suffix);
	if (o->version_count == 0)
		name_code(ld, o, "");
	for (uint32_t i = 0; i < o->meta.symbol_count; i++) {
		const struct image_symbol *s = &o->meta.symbols[i];
		if (!is_function(s))
			name_symbol(ld, s->symbol, "",
				&(struct ld_hsail_name){.kind = "variable",
					.name = s->name,
					.module = s->module,
					.is_public = s->program_linkage,
					.is_importable = is_importable(s)});
	}
}

struct ld_hsail_name *ld_hsail_name(struct ld *ld, const struct ld_symbol *s)
{
	uint64_t idx;

	if (!s->global || !str_map_find(&ld->hsail_idx, str_from(s->name), &idx))
		return NULL;
	return &ld->hsail_names[idx];
}

const char *ld_helper_version(const char *name)
{
	const char *dot = strrchr(name, '.');

	return strncmp(name, "hsa_", 4) == 0 && dot && dot[1] == 'v' && dot[2] ? dot + 2 : NULL;
}

/* Describes a symbol for messages. A mangled name such as "&_ZL4fmaxff" is shown with its plain
 * form, because that is the one that people write. */
static const char *named(struct ld *ld, const char *kind, const char *name)
{
	const char *text = str_demangle(&ld->arena, name);

	if (text != NULL)
		return arena_printf(&ld->arena, "%s '%s' (%s)", kind, text, name);
	return arena_printf(&ld->arena, "%s '%s'", kind, name);
}

const char *ld_describe(struct ld *ld, const struct ld_symbol *s)
{
	const struct ld_hsail_name *h = ld_hsail_name(ld, s);
	struct buf name = BUF_INIT;

	if (h)
		return named(ld, h->kind, h->name);
	const char *version = ld_helper_version(s->name);
	if (version)
		return arena_printf(&ld->arena, "function '%.*s' of the device library, version %s",
			(int)(version - 2 - s->name), s->name, version);
	if (s->name[0] == 0 && s->section)
		return arena_printf(&ld->arena, "section '%s'", s->section->name);
	if (s->name[0] != 'f' || (s->name[1] != 'n' && s->name[1] != 'w') || s->name[2] != '.')
		return arena_printf(&ld->arena, "symbol '%s'", s->name);
	image_demangle(str_from(ld_plain_name(ld, s->name)), &name);
	const char *text =
		named(ld, "function", arena_strndup(&ld->arena, (const char *)name.data, name.len));
	buf_release(&name);
	return text;
}

/* ---- rules ---- */

/* Returns whether a declaration only gives a number of bytes, and no type (docs/kernel-abi.md). */
static bool is_of_bytes(const struct image_symbol *s)
{
	return !s->definition && s->is_array && strcmp(s->type, "b8") == 0;
}

static uint64_t bytes_of(const struct image_symbol *s)
{
	const struct isa_type *type = isa_type_by_name(str_from(s->type));

	return type != NULL ? type->bits / 8u * (s->is_array ? s->dim : 1) : 0;
}

static bool sizes_agree(uint64_t a, uint64_t b)
{
	return a == b || a == 0 || b == 0;
}

/* Returns whether the definition is aligned at least as strictly as the declaration assumes; true
 * when neither of the two is a definition. */
static bool aligns_agree(const struct image_symbol *a, const struct image_symbol *b)
{
	return a->definition ? a->align >= b->align : b->definition ? b->align >= a->align : true;
}

static const char *difference_of_bytes(const struct image_symbol *a, const struct image_symbol *b)
{
	if (!sizes_agree(bytes_of(a), bytes_of(b)))
		return "array size";
	return aligns_agree(a, b) ? NULL : "alignment";
}

static const char *difference_of_types(const struct image_symbol *a, const struct image_symbol *b)
{
	if (strcmp(a->type, b->type) != 0)
		return "type";
	if (a->is_array != b->is_array || !sizes_agree(a->dim, b->dim))
		return "array size";
	return a->align == b->align ? NULL : "alignment";
}

/* Returns in what two declarations of one entity differ, or NULL. */
static const char *difference(const struct image_symbol *a, const struct image_symbol *b)
{
	const char *what;

	if (strcmp(a->kind, b->kind) != 0)
		return "kind";
	what = is_of_bytes(a) || is_of_bytes(b) ? difference_of_bytes(a, b)
	                                        : difference_of_types(a, b);
	if (what != NULL)
		return what;
	if (a->agent_allocation != b->agent_allocation)
		return "allocation";
	return a->is_const != b->is_const ? "const qualifier" : NULL;
}

/* Returns whether declaration `a` says more of a variable than `b`, which agrees with it: a type
 * rather than bytes, or how many elements there are. */
static bool says_more(const struct image_symbol *a, const struct image_symbol *b)
{
	if (is_of_bytes(a) != is_of_bytes(b))
		return is_of_bytes(b);
	return a->dim > b->dim;
}

struct merged { /* an entry of the image's symbols while these are merged */
	struct image_symbol symbol;
	const struct ld_object *object;
};

struct merger {
	struct ld *ld;
	struct merged *symbols;
	size_t count;
	struct str_map idx;     /* program-linkage name -> index of `symbols` */
	struct str_map modules; /* name -> index of ld->objects */
};

static void merge_symbol(struct merger *m, const struct ld_object *o, const struct image_symbol *s)
{
	uint64_t idx;

	if (!s->program_linkage || !str_map_find(&m->idx, str_from(s->name), &idx)) {
		if (s->program_linkage)
			str_map_put(&m->idx, str_from(s->name), m->count);
		m->symbols[m->count++] = (struct merged){*s, o};
		return;
	}
	struct merged *have = &m->symbols[idx];
	const char *what = difference(&have->symbol, s);
	if (what) {
		diag_error(m->ld->diag, diag_in_file(o->name),
			"'%s' does not match its other %s: another %s", s->name,
			have->symbol.definition ? "definition" : "declaration", what);
		diag_note(m->ld->diag, diag_in_file(have->object->name), "%s here",
			have->symbol.definition ? "defined" : "declared");
	}
	if (!have->symbol.definition && (s->definition || says_more(s, &have->symbol)))
		*have = (struct merged){*s, o};
}

static void merge_modules(struct merger *m, size_t object)
{
	struct ld *ld = m->ld;
	const struct ld_object *o = ld->objects[object];

	for (uint32_t i = 0; i < o->meta.module_count; i++) {
		const char *name = o->meta.modules[i];
		uint64_t other;
		if (str_map_find(&m->modules, str_from(name), &other)) {
			diag_error(ld->diag, diag_in_file(o->name),
				"module '%s' is in the program already", name);
			diag_note(ld->diag, diag_in_file(ld->objects[other]->name),
				"from this object");
		}
		str_map_put(&m->modules, str_from(name), object);
		ld->meta.modules[ld->meta.module_count++] = name;
	}
}

static void merge_setting(struct ld *ld, const struct ld_object *o, const char *what,
	const char **have, const char *value)
{
	if (*have && strcmp(*have, value) != 0)
		diag_error(ld->diag, diag_in_file(o->name), "%s is '%s', but '%s' in other modules",
			what, value, *have);
	*have = value;
}

static void merge_round(struct image_meta *meta, const char *round)
{
	if (meta->round == NULL)
		meta->round = round;
	else if (strcmp(meta->round, round) != 0)
		meta->round = "mixed";
}

/* Returns whether the image has this object's kernel or function. When several objects define a
 * weak kernel, the image has only the one whose symbol was taken. */
static bool is_taken(struct ld *ld, const struct ld_object *o, const char *symbol)
{
	const char *suffix = o->version_count != 0 ? o->versions[0].suffix : "";
	uint64_t idx;

	return !str_map_find(&ld->global_idx,
		       str_from(arena_printf(&ld->arena, "%s%s", symbol, suffix)), &idx) ||
	       ld->globals[idx]->object == o;
}

/* Returns whether another part of the module has this function of its own, and this object only
 * knows its name. */
static bool is_of_other_part(struct ld *ld, const struct ld_object *o, const struct image_symbol *s)
{
	return o->meta.module_count == 0 && is_function(s) && !s->program_linkage &&
	       s->definition && !is_taken(ld, o, s->symbol);
}

static void merge_object(struct merger *m, size_t object)
{
	const struct ld_object *o = m->ld->objects[object];
	struct image_meta *meta = &m->ld->meta;

	if (!o->has_meta)
		return;
	merge_modules(m, object);
	merge_setting(m->ld, o, "profile", &meta->profile, o->meta.profile);
	merge_setting(m->ld, o, "machine model", &meta->machine_model, o->meta.machine_model);
	merge_round(meta, o->meta.round);
	for (uint32_t i = 0; i < o->meta.kernel_count; i++)
		if (is_taken(m->ld, o, o->meta.kernels[i].symbol))
			meta->kernels[meta->kernel_count++] = o->meta.kernels[i];
	for (uint32_t i = 0; i < o->meta.symbol_count; i++)
		if (!is_of_other_part(m->ld, o, &o->meta.symbols[i]))
			merge_symbol(m, o, &o->meta.symbols[i]);
}

bool ld_merge_metadata(struct ld *ld)
{
	struct image_meta *meta = &ld->meta;
	struct merger m = {.ld = ld};
	size_t kernels = 0, symbols = 0, modules = 0;

	for (size_t i = 0; i < ld->object_count; i++) {
		kernels += ld->objects[i]->meta.kernel_count;
		symbols += ld->objects[i]->meta.symbol_count;
		modules += ld->objects[i]->meta.module_count;
	}
	str_map_init(&m.idx);
	str_map_init(&m.modules);
	m.symbols = ARENA_ARRAY(&ld->arena, struct merged, symbols);
	meta->modules = ARENA_ARRAY(&ld->arena, const char *, modules);
	meta->kernels = ARENA_ARRAY(&ld->arena, struct image_kernel, kernels);
	meta->symbols = ARENA_ARRAY(&ld->arena, struct image_symbol, symbols);
	for (size_t i = 0; i < ld->object_count; i++)
		merge_object(&m, i);
	for (size_t i = 0; i < m.count; i++)
		meta->symbols[meta->symbol_count++] = m.symbols[i].symbol;
	if (!meta->profile)
		meta->profile = "base";
	if (!meta->machine_model)
		meta->machine_model = "large";
	str_map_release(&m.idx);
	str_map_release(&m.modules);
	return ld_merge_versions(ld) && !ld_failed(ld);
}

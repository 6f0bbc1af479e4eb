/* Metadata of all objects: names for messages, the rules for declarations (PRM 4.2.1, 4.3.10,
 * 4.12.1), and the one note of the image. */
#include "ld_impl.h"

static void name_symbol(struct ld *ld, const char *symbol, const char *suffix, const char *kind,
	const char *name, bool exported)
{
	const char *key = arena_printf(&ld->arena, "%s%s", symbol, suffix);

	str_map_put(&ld->hsail_idx, str_from(key), ld->hsail_count);
	ARRAY_GROW(ld->hsail_names, ld->hsail_count, ld->hsail_cap);
	ld->hsail_names[ld->hsail_count++] = (struct ld_hsail_name){kind, name, exported, NULL};
}

static bool is_function(const struct image_symbol *s)
{
	return strcmp(s->kind, "function") == 0 || strcmp(s->kind, "indirect function") == 0;
}

void ld_name_symbols(struct ld *ld, const struct ld_object *o)
{
	for (uint32_t i = 0; i < o->meta.kernel_count; i++) {
		const struct image_kernel *k = &o->meta.kernels[i];
		name_symbol(ld, k->symbol, "", "kernel", k->name, true);
		str_map_put(&ld->hsail_idx, str_from(arena_printf(&ld->arena, "%s.kd", k->symbol)),
			ld->hsail_count - 1);
	}
	for (uint32_t i = 0; i < o->meta.symbol_count; i++) {
		const struct image_symbol *s = &o->meta.symbols[i];
		if (s->program_linkage || is_function(s))
			name_symbol(ld, s->symbol, "", is_function(s) ? s->kind : "variable", s->name,
				true);
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

const char *ld_describe(struct ld *ld, const struct ld_symbol *s)
{
	const struct ld_hsail_name *h = ld_hsail_name(ld, s);
	struct buf name = BUF_INIT;

	if (h)
		return arena_printf(&ld->arena, "%s '%s'", h->kind, h->name);
	const char *version = ld_helper_version(s->name);
	if (version)
		return arena_printf(&ld->arena, "function '%.*s' of the device library, version %s",
			(int)(version - 2 - s->name), s->name, version);
	if (s->name[0] == 0 && s->section)
		return arena_printf(&ld->arena, "section '%s'", s->section->name);
	if (s->name[0] != 'f' || (s->name[1] != 'n' && s->name[1] != 'w') || s->name[2] != '.')
		return arena_printf(&ld->arena, "symbol '%s'", s->name);
	image_demangle(str_from(s->name), &name);
	const char *text =
		arena_printf(&ld->arena, "function '" STR_FMT "'", STR_ARG(buf_slice(&name)));
	buf_release(&name);
	return text;
}

/* ---- rules ---- */

/* What differs between two declarations of one entity, NULL when nothing does. */
static const char *difference(const struct image_symbol *a, const struct image_symbol *b)
{
	if (strcmp(a->kind, b->kind) != 0)
		return "kind";
	if (strcmp(a->type, b->type) != 0)
		return "type";
	if (a->is_array != b->is_array || (a->dim != b->dim && a->dim != 0 && b->dim != 0))
		return "array size";
	if (a->align != b->align)
		return "alignment";
	if (a->agent_allocation != b->agent_allocation)
		return "allocation";
	return a->is_const != b->is_const ? "const qualifier" : NULL;
}

struct merged { /* an entry of the image's symbols while it is made */
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
	if (s->definition && !have->symbol.definition)
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

static void merge_object(struct merger *m, size_t object)
{
	const struct ld_object *o = m->ld->objects[object];
	struct image_meta *meta = &m->ld->meta;

	if (!o->has_meta)
		return;
	merge_modules(m, object);
	merge_setting(m->ld, o, "profile", &meta->profile, o->meta.profile);
	merge_setting(m->ld, o, "machine model", &meta->machine_model, o->meta.machine_model);
	for (uint32_t i = 0; i < o->meta.kernel_count; i++)
		meta->kernels[meta->kernel_count++] = o->meta.kernels[i];
	for (uint32_t i = 0; i < o->meta.symbol_count; i++)
		merge_symbol(m, o, &o->meta.symbols[i]);
}

/* ---- required processor ---- */

static int isa_rank(const char *level)
{
	static const char *const levels[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
	for (size_t i = 0; i < ARRAY_LEN(levels); i++)
		if (strcmp(level, levels[i]) == 0)
			return (int)i;
	return -1;
}

static void merge_level(struct ld *ld, const struct ld_object *o)
{
	const char *have = ld->isa.level, *level = o->isa.level;

	if (!have || strcmp(have, level) == 0) {
		ld->isa.level = level;
		return;
	}
	if (isa_rank(have) < 0 || isa_rank(level) < 0)
		diag_error(ld->diag, diag_in_file(o->name),
			"finalized for '%s', which cannot be combined with '%s'", level, have);
	else if (isa_rank(level) > isa_rank(have))
		ld->isa.level = level;
}

static bool has_word(struct str list, struct str word)
{
	while (list.n > 0) {
		const char *space = memchr(list.p, ' ', list.n);
		size_t n = space ? (size_t)(space - list.p) : list.n;
		if (str_eq((struct str){list.p, n}, word))
			return true;
		list = str_skip(list, space ? n + 1 : n);
	}
	return false;
}

static void merge_features(struct buf *out, struct str list)
{
	while (list.n > 0) {
		const char *space = memchr(list.p, ' ', list.n);
		size_t n = space ? (size_t)(space - list.p) : list.n;
		struct str word = {list.p, n};
		if (n > 0 && !has_word(buf_slice(out), word)) {
			if (out->len > 0)
				buf_u8(out, ' ');
			buf_str(out, word);
		}
		list = str_skip(list, space ? n + 1 : n);
	}
}

static void merge_isa(struct ld *ld)
{
	struct buf features = BUF_INIT;

	for (size_t i = 0; i < ld->object_count; i++) {
		if (!ld->objects[i]->isa.level)
			continue;
		merge_level(ld, ld->objects[i]);
		merge_features(&features, str_from(ld->objects[i]->isa.features));
	}
	if (!ld->isa.level)
		ld->isa.level = "x86-64";
	ld->isa.features =
		arena_strndup(&ld->arena, features.len ? (char *)features.data : "", features.len);
	buf_release(&features);
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
	merge_isa(ld);
	str_map_release(&m.idx);
	str_map_release(&m.modules);
	return !ld_failed(ld);
}

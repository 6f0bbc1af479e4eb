/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps kernels and indirect functions of module linkage apart that have one name in several
 * modules (PRM 4.12.1). Objects have them as global symbols of plain names, because hosts may ask
 * for them. While names are resolved, each goes by its module, as variables of modules always do:
 * `hsa_static.m$.k`, `fd.hsa_static.m$.f`. When all objects are there, the first of them gets the
 * plain name, unless something with program linkage has it; the others keep the longer one. */
#include "module_linkage_impl.h"
#include "symbol_table_impl.h"

static const char *const FUNCTION = "fd.";

/* Returns the name of an entity of a module: `hsa_static.m$.k` for "&m" and "k". */
static const char *unique_name(struct ld *ld, const char *module, const char *prefix,
	const char *symbol)
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "%shsa_static.", prefix);
	image_mangle(str_from(module), &b);
	buf_printf(&b, "$.%s", symbol + strlen(prefix));
	const char *name = arena_strndup(&ld->arena, (const char *)b.data, b.len);
	buf_release(&b);
	return name;
}

/* One row of an object's metadata has these symbols: of each version of the code, that of the
 * kernel's code and that of the descriptor. An indirect function has one. */
static unsigned symbols_of(const struct ld_object *o, const struct ld_own *own)
{
	return (o->version_count != 0 ? o->version_count : 1) * (own->is_kernel ? 2 : 1);
}

static const char *symbol_at(struct ld *ld, const struct ld_object *o, const struct ld_own *own,
	const char *base, unsigned i)
{
	unsigned version = own->is_kernel ? i / 2 : i;
	const char *suffix = o->version_count != 0 ? o->versions[version].suffix : "";

	return arena_printf(&ld->arena, "%s%s%s", base, own->is_kernel && i % 2 != 0 ? ".kd" : "",
		suffix);
}

static void add_own(struct ld *ld, struct ld_object *o, const char **symbol, const char *module,
	bool is_kernel)
{
	const char *prefix = is_kernel ? "" : FUNCTION;
	struct ld_own *own = &o->own[o->own_count++];

	*own = (struct ld_own){.symbol = symbol,
		.plain = *symbol,
		.unique = unique_name(ld, module, prefix, *symbol),
		.is_kernel = is_kernel};
	*symbol = own->unique;
	for (unsigned i = 0; i < symbols_of(o, own); i++)
		str_map_put(&o->own_idx, str_from(symbol_at(ld, o, own, own->plain, i)),
			(uint64_t)(own - o->own) << 32 | i);
}

void ld_rename_own(struct ld *ld, struct ld_object *o)
{
	struct image_meta *m = &o->meta;

	o->own = ARENA_ARRAY(&ld->arena, struct ld_own, (size_t)m->kernel_count + m->symbol_count);
	for (uint32_t i = 0; i < m->kernel_count; i++) {
		struct image_kernel *k = &m->kernels[i];
		if (!k->program_linkage && k->module[0] != 0)
			add_own(ld, o, &k->symbol, k->module, true);
	}
	for (uint32_t i = 0; i < m->symbol_count; i++) {
		struct image_symbol *s = &m->symbols[i];
		if (!s->program_linkage && s->definition && s->module[0] != 0 &&
			str_starts(str_from(s->symbol), str_from(FUNCTION)))
			add_own(ld, o, &s->symbol, s->module, false);
	}
}

const char *ld_own_name(struct ld *ld, const struct ld_object *o, const char *name)
{
	uint64_t at;

	if (!str_map_find(&o->own_idx, str_from(name), &at))
		return name;
	const struct ld_own *own = &o->own[at >> 32];
	return symbol_at(ld, o, own, own->unique, (unsigned)(at & UINT32_MAX));
}

/* ---- plain names again ---- */

static struct ld_symbol *find(const struct ld *ld, const char *name)
{
	uint64_t idx;

	return str_map_find(&ld->global_idx, str_from(name), &idx) ? ld->globals[idx] : NULL;
}

/* Enters the names, without versions' suffixes, of all kernels and indirect functions with program
 * linkage. */
static void take_public_names(const struct ld *ld, struct str_map *taken)
{
	for (size_t o = 0; o < ld->object_count; o++) {
		const struct image_meta *m = &ld->objects[o]->meta;
		for (uint32_t i = 0; i < m->kernel_count; i++)
			if (m->kernels[i].program_linkage)
				str_map_put(taken, str_from(m->kernels[i].symbol), 0);
		for (uint32_t i = 0; i < m->symbol_count; i++)
			if (m->symbols[i].program_linkage && m->symbols[i].definition)
				str_map_put(taken, str_from(m->symbols[i].symbol), 0);
	}
}

static bool is_free(struct ld *ld, const struct ld_object *o, const struct ld_own *own,
	const struct str_map *taken)
{
	uint64_t any;

	if (str_map_find(taken, str_from(own->plain), &any))
		return false;
	for (unsigned i = 0; i < symbols_of(o, own); i++) {
		const struct ld_symbol *s = find(ld, symbol_at(ld, o, own, own->plain, i));
		if (s != NULL && s->state != LD_UNDEFINED)
			return false;
	}
	return true;
}

/* Makes `to` a name of what the map knows as `from`. */
static void add_name(struct str_map *idx, const char *from, const char *to)
{
	uint64_t at;

	if (str_map_find(idx, str_from(from), &at))
		str_map_put(idx, str_from(to), at);
}

static void replace(struct ld_object *o, const struct ld_symbol *from, struct ld_symbol *to)
{
	for (size_t i = 0; i < o->symbol_count; i++)
		if (o->symbols[i] == from)
			o->symbols[i] = to;
}

/* Gives a symbol its plain name, by which other objects may already refer to it. */
static void rename_symbol(struct ld *ld, const char *unique, const char *plain)
{
	struct ld_symbol *s = find(ld, unique), *wanted = find(ld, plain);

	add_name(&ld->hsail_idx, unique, plain);
	if (s == NULL)
		return;
	if (wanted == NULL) {
		s->name = plain;
		add_name(&ld->global_idx, unique, plain);
		return;
	}
	*wanted = *s;
	wanted->name = plain;
	s->state = LD_UNDEFINED; /* and nothing refers to it */
	s->weak = true;
	for (size_t k = 0; k < ld->object_count; k++)
		replace(ld->objects[k], s, wanted);
}

void ld_shorten_names(struct ld *ld)
{
	struct str_map taken;

	str_map_init(&taken);
	take_public_names(ld, &taken);
	for (size_t k = 0; k < ld->object_count; k++) {
		struct ld_object *o = ld->objects[k];
		for (size_t i = 0; i < o->own_count; i++) {
			const struct ld_own *own = &o->own[i];
			if (!is_free(ld, o, own, &taken))
				continue;
			str_map_put(&taken, str_from(own->plain), 0);
			*own->symbol = own->plain;
			for (unsigned n = 0; n < symbols_of(o, own); n++)
				rename_symbol(ld, symbol_at(ld, o, own, own->unique, n),
					symbol_at(ld, o, own, own->plain, n));
		}
	}
	str_map_release(&taken);
}

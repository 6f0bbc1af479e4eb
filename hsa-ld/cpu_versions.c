/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links objects with code for several processors (hsail-fin -mcpu=a,b). The symbols of each version
 * of the code end in the version's suffix. The image has the same versions as the objects. The code
 * of an object with one version only is part of each version of the image, so each version also
 * needs the processor features that this object needs. */
#include "cpu_versions_impl.h"

/* ---- what a version needs ---- */

static int rank_of(const char *level)
{
	static const char *const levels[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
	for (size_t i = 0; i < ARRAY_LEN(levels); i++)
		if (strcmp(level, levels[i]) == 0)
			return (int)i;
	return -1;
}

static void merge_level(struct ld *ld, const struct ld_object *o, const char *level,
	struct image_isa *out)
{
	if (!out->level || strcmp(out->level, level) == 0) {
		out->level = level;
		return;
	}
	if (rank_of(out->level) < 0 || rank_of(level) < 0)
		diag_error(ld->diag, diag_in_file(o->name),
			"finalized for '%s', which cannot be combined with '%s'", level,
			out->level);
	else if (rank_of(level) > rank_of(out->level))
		out->level = level;
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

static bool is_versioned(const struct ld_object *o)
{
	return o->version_count > 0 && o->versions[0].suffix[0] != 0;
}

/* Joins the processor features that all objects need for version `v` of the image. An object with
 * one version only counts for every `v`. */
static void merge_version(struct ld *ld, unsigned v, struct image_isa *out)
{
	struct buf features = BUF_INIT;

	for (size_t i = 0; i < ld->object_count; i++) {
		const struct ld_object *o = ld->objects[i];
		if (o->version_count == 0)
			continue;
		const struct image_isa *isa = &o->versions[is_versioned(o) ? v : 0];
		merge_level(ld, o, isa->level, out);
		merge_features(&features, str_from(isa->features));
	}
	if (!out->level)
		out->level = "x86-64";
	out->features =
		arena_strndup(&ld->arena, features.len ? (char *)features.data : "", features.len);
	buf_release(&features);
}

/* ---- which versions ---- */

static const char *names_of(struct ld *ld, const struct ld_object *o)
{
	struct buf b = BUF_INIT;

	for (unsigned v = 0; v < o->version_count; v++)
		buf_printf(&b, "%s%s", v > 0 ? "," : "", o->versions[v].suffix + 1);
	const char *names = arena_strndup(&ld->arena, (const char *)b.data, b.len);
	buf_release(&b);
	return names;
}

static bool are_same(const struct ld_object *a, const struct ld_object *b)
{
	bool same = a->version_count == b->version_count;

	for (unsigned v = 0; same && v < a->version_count; v++)
		same = strcmp(a->versions[v].suffix, b->versions[v].suffix) == 0;
	return same;
}

bool ld_merge_versions(struct ld *ld)
{
	const struct ld_object *first = NULL;

	for (size_t i = 0; i < ld->object_count; i++) {
		const struct ld_object *o = ld->objects[i];
		if (!is_versioned(o))
			continue;
		if (first == NULL)
			first = o;
		if (!are_same(first, o)) {
			diag_error(ld->diag, diag_in_file(o->name),
				"its code is for %s, not for the same processors as that of other "
				"objects",
				names_of(ld, o));
			diag_note(ld->diag, diag_in_file(first->name), "this is for %s",
				names_of(ld, first));
			return false;
		}
	}
	ld->version_count = first ? first->version_count : 1;
	ld->versions = ARENA_ARRAY(&ld->arena, struct image_isa, ld->version_count);
	for (unsigned v = 0; v < ld->version_count; v++) {
		ld->versions[v].suffix = first ? first->versions[v].suffix : "";
		merge_version(ld, v, &ld->versions[v]);
	}
	return true;
}

/* ---- symbols ---- */

const char *ld_plain_name(struct ld *ld, const char *name)
{
	const char *colon = strchr(name, ':');

	return colon ? arena_strndup(&ld->arena, name, (size_t)(colon - name)) : name;
}

static const struct ld_symbol *defined(const struct ld *ld, const char *name)
{
	uint64_t idx;

	if (!str_map_find(&ld->global_idx, str_from(name), &idx) ||
		ld->globals[idx]->state != LD_DEFINED)
		return NULL;
	return ld->globals[idx];
}

/* Returns the symbol that defines an undefined one for another version: NAME for NAME:VERSION, and
 * for plain NAME its first version, which needs the fewest features of the processor. Returns NULL
 * when that symbol is not defined. */
static const struct ld_symbol *other_version(struct ld *ld, const struct ld_symbol *s)
{
	const char *plain = ld_plain_name(ld, s->name);

	return plain != s->name ? defined(ld, plain)
	                        : defined(ld, arena_printf(&ld->arena, "%s%s", s->name,
						      ld->versions[0].suffix));
}

void ld_bind_versions(struct ld *ld)
{
	for (size_t i = 0; ld->versions[0].suffix[0] != 0 && i < ld->global_count; i++) {
		struct ld_symbol *s = ld->globals[i];
		const struct ld_symbol *to = s->state == LD_UNDEFINED ? other_version(ld, s) : NULL;

		if (to == NULL)
			continue;
		s->state = LD_DEFINED;
		s->object = to->object;
		s->section = to->section;
		s->value = to->value;
		s->size = to->size;
		s->type = to->type;
		s->visibility = STV_HIDDEN;
	}
}

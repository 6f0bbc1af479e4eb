/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The metadata's maps as tables: one row per key gives the writer, the reader and the YAML text. */
#ifndef HSAEMU_METADATA_IMPL_H
#define HSAEMU_METADATA_IMPL_H

#include "hsaemu/image.h"
#include "msgpack_impl.h"

enum meta_kind {
	META_STR, /* const char * */
	META_U32,
	META_U64,
	META_BOOL,
	META_XYZ,       /* uint32_t [3] */
	META_LIST,      /* array of structs, each a map with `sub` */
	META_STRINGS,   /* array of const char * */
	META_KD_SYMBOL, /* const char *, in the note with ".kd" behind it */
	META_VERSION,   /* no member: [1, 0] */
	META_WORD,      /* uint32_t, in the note one of `words` */
	META_KIND_COUNT
};

enum meta_presence { META_REQUIRED, META_OPTIONAL /* absent when 0, false or empty */ };

struct meta_field {
	const char *key;
	enum meta_kind kind;
	enum meta_presence presence;
	size_t off, count_off;      /* of the member; LIST, STRINGS: of its uint32_t count */
	const struct meta_map *sub; /* LIST */
	const char *const *words;   /* WORD: ended by NULL */
};

struct meta_map {
	const char *what; /* for messages */
	const struct meta_field *fields;
	unsigned field_count;
	size_t elem_bytes, min_bytes; /* of the struct; of its shortest encoding */
};

extern const struct meta_map meta_root;

/* Fills *out, which is zeroed, of a note that is one such map. False after a diagnostic. */
bool meta_read(const struct meta_map *map, const void *bytes, size_t len, const char *file,
	struct arena *a, void *out, struct diag *d) NODISCARD;

#define META_FIELD(type, key, kind, presence, member) \
	{key, META_##kind, META_##presence, offsetof(struct type, member), 0, NULL, NULL}
#define META_WORDS(type, key, presence, member, words) \
	{key, META_WORD, META_##presence, offsetof(struct type, member), 0, NULL, words}
#define META_ITEMS(type, key, kind, presence, member, count, sub) \
	{key, META_##kind, META_##presence, offsetof(struct type, member), \
		offsetof(struct type, count), sub, NULL}

/* The member of `object` that `f` describes. */
static inline const void *meta_at(const void *object, size_t off)
{
	return (const char *)object + off;
}
bool meta_is_absent(const struct meta_field *f, const void *object);

#endif

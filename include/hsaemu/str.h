/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* String slices (not NUL-terminated, not owned) and a map from slices to 64-bit values. */
#ifndef HSAEMU_STR_H
#define HSAEMU_STR_H

#include <limits.h>
#include <string.h>
#include "hsaemu/arena.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

struct str {
	const char *p;
	size_t n;
};

#define STR(lit) ((struct str){"" lit, sizeof(lit) - 1})
#define STR_FMT "%.*s"
#define STR_ARG(s) str_precision((s).n), (s).p

static inline int str_precision(size_t n)
{
	return n < INT_MAX ? (int)n : INT_MAX;
}
static inline struct str str_from(const char *z)
{
	return (struct str){z, strlen(z)};
}
static inline bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}
static inline bool str_is(struct str a, const char *z)
{
	return str_eq(a, str_from(z));
}
static inline bool str_starts(struct str a, struct str prefix)
{
	return a.n >= prefix.n && (prefix.n == 0 || memcmp(a.p, prefix.p, prefix.n) == 0);
}
static inline struct str str_skip(struct str a, size_t n)
{
	return (struct str){a.p + n, a.n - n};
}
/* Returns a text file's contents without the byte order mark that editors put before UTF-8. */
static inline struct str str_skip_bom(struct str a)
{
	return str_starts(a, STR("\xef\xbb\xbf")) ? str_skip(a, 3) : a;
}
int str_cmp(struct str a, struct str b); /* as memcmp, a prefix sorts first */
uint64_t str_hash(const void *p, size_t n);
struct str str_dup(struct arena *a, struct str s);
/* Takes the decimal digits with which `s` begins off *s. False when there are none, or the number
 * does not fit 64 bits. */
bool str_take_decimal(struct str *s, uint64_t *value);
/* Returns the number of single-byte edits and swaps of neighbours between two strings, at most 255,
 * for "did you mean". */
unsigned str_distance(struct str a, struct str b);

/* An open-addressing map. Keys are copied into the map's arena; values are plain numbers. */
struct str_map {
	struct str_map_slot *slots;
	size_t count, capacity;
	struct arena keys;
};
void str_map_init(struct str_map *m);
void str_map_release(struct str_map *m);
bool str_map_find(const struct str_map *m, struct str key, uint64_t *value);
/* Inserts or overwrites an entry, and returns the map's own copy of the key. */
struct str str_map_put(struct str_map *m, struct str key, uint64_t value);

HSAEMU_END_DECLS

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Slices and the open-addressing map (linear probing, at most three quarters full). */
#include <stdlib.h>
#include "hsaemu/buf.h"

struct str_map_slot {
	struct str key; /* p == NULL: free */
	uint64_t hash;
	uint64_t value;
};

enum { MAX_DISTANCE = 255 };

int str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n == 0 ? 0 : memcmp(a.p, b.p, n);
	return c != 0 ? c : (a.n > b.n) - (a.n < b.n);
}

/* Multiplies and folds eight bytes at a time, so that all bits of the result depend on all of the
 * input. The last eight bytes may overlap those before. */
static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 32;
}

static uint64_t load_short(const unsigned char *b, size_t n) /* n < 8 */
{
	if (n >= 4)
		return le32(b) | (uint64_t)le32(b + n - 4) << 32;
	return n == 0 ? 0 : b[0] | (uint64_t)b[n / 2] << 8 | (uint64_t)b[n - 1] << 16;
}

uint64_t str_hash(const void *p, size_t n)
{
	const unsigned char *b = p;
	uint64_t h = mix(0xcbf29ce484222325u, n);
	if (n < 8)
		return mix(mix(h, load_short(b, n)), 0);
	for (size_t i = 0; i + 8 < n; i += 8)
		h = mix(h, le64(b + i));
	return mix(mix(h, le64(b + n - 8)), 0);
}

struct str str_dup(struct arena *a, struct str s)
{
	return (struct str){arena_strndup(a, s.p, s.n), s.n};
}

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;
	return m < c ? m : c;
}

static bool are_swapped(const char *a, const char *b)
{
	return a[0] == b[1] && a[1] == b[0];
}

bool str_take_decimal(struct str *s, uint64_t *value)
{
	size_t n = 0;
	*value = 0;
	for (; n < s->n && s->p[n] >= '0' && s->p[n] <= '9'; n++) {
		uint64_t digit = (uint64_t)(s->p[n] - '0');
		if (*value > (UINT64_MAX - digit) / 10)
			return false;
		*value = *value * 10 + digit;
	}
	*s = str_skip(*s, n);
	return n > 0;
}

/* Levenshtein's distance with swapped neighbours, by rows of the matrix. */
unsigned str_distance(struct str a, struct str b)
{
	unsigned rows[3][MAX_DISTANCE + 1];
	unsigned *before = rows[0], *above = rows[1], *row = rows[2];
	if (a.n > MAX_DISTANCE || b.n > MAX_DISTANCE)
		return MAX_DISTANCE;
	for (unsigned j = 0; j <= b.n; j++)
		row[j] = j;
	for (unsigned i = 1; i <= a.n; i++) {
		unsigned *oldest = before;
		before = above;
		above = row;
		row = oldest;
		row[0] = i;
		for (unsigned j = 1; j <= b.n; j++) {
			row[j] = min3(above[j] + 1, row[j - 1] + 1,
				above[j - 1] + (a.p[i - 1] != b.p[j - 1]));
			if (i > 1 && j > 1 && before[j - 2] + 1 < row[j] &&
				are_swapped(a.p + i - 2, b.p + j - 2))
				row[j] = before[j - 2] + 1;
		}
	}
	return row[b.n];
}

void str_map_init(struct str_map *m)
{
	*m = (struct str_map){NULL, 0, 0, {NULL}};
}

void str_map_release(struct str_map *m)
{
	mem_free(m->slots);
	arena_release(&m->keys);
	str_map_init(m);
}

/* The slot that holds the key or the free one where it belongs. */
static struct str_map_slot *slot_for(const struct str_map *m, struct str key, uint64_t hash)
{
	size_t i = hash & (m->capacity - 1);
	while (m->slots[i].key.p != NULL &&
		(m->slots[i].hash != hash || !str_eq(m->slots[i].key, key)))
		i = (i + 1) & (m->capacity - 1);
	return &m->slots[i];
}

bool str_map_find(const struct str_map *m, struct str key, uint64_t *value)
{
	if (m->count == 0)
		return false;
	const struct str_map_slot *s = slot_for(m, key, str_hash(key.p, key.n));
	if (s->key.p == NULL)
		return false;
	*value = s->value;
	return true;
}

static void rehash(struct str_map *m)
{
	struct str_map old = *m;
	m->capacity = old.capacity == 0 ? 16 : old.capacity * 2;
	m->slots = mem_new(m->capacity, sizeof *m->slots);
	for (size_t i = 0; i < old.capacity; i++)
		if (old.slots[i].key.p != NULL)
			*slot_for(m, old.slots[i].key, old.slots[i].hash) = old.slots[i];
	mem_free(old.slots);
}

struct str str_map_put(struct str_map *m, struct str key, uint64_t value)
{
	if (m->count >= m->capacity / 4 * 3)
		rehash(m);
	uint64_t hash = str_hash(key.p, key.n);
	struct str_map_slot *s = slot_for(m, key, hash);
	if (s->key.p == NULL) {
		*s = (struct str_map_slot){str_dup(&m->keys, key), hash, 0};
		m->count++;
	}
	s->value = value;
	return s->key;
}

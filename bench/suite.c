/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CASE(name, sets) extern const struct suite_case suite_##name;
#include "cases.def"

enum {
	P = SUITE_PAPERS,
	D = SUITE_DESIGN,
	O = SUITE_OTHERS,
	E = SUITE_EMPTY,
	R = SUITE_RODINIA,
	A = SUITE_AMD,
	I = SUITE_ISPC,
};

const struct suite_entry suite_cases[] = {
#define CASE(name, sets) {&suite_##name, sets},
#include "cases.def"
};
const size_t suite_case_count = sizeof suite_cases / sizeof suite_cases[0];

const struct suite_set_name suite_set_names[] = {
	{"papers", P},
	{"design", D},
	{"others", O},
	{"empty", E},
	{"hsail", P | D | O | E},
	{"rodinia", R},
	{"amd", A},
	{"ispc", I},
	{NULL, 0},
};

const char *suite_file(const struct suite_case *c)
{
	return c->file ? c->file : c->name;
}

const char *suite_size_name(enum suite_size size)
{
	static const char *const names[SUITE_SIZE_COUNT] = {"small", "cache", "full"};
	return names[size];
}

const char *suite_size_words(const struct suite_case *c, enum suite_size size)
{
	return size == SUITE_FULL ? c->full : size == SUITE_CACHE ? c->cache : "small";
}

size_t suite_pick(enum suite_size size, size_t small, size_t cache, size_t full)
{
	return size == SUITE_FULL ? full : size == SUITE_CACHE ? cache : small;
}

uint32_t suite_group_count(size_t n, size_t group)
{
	return (uint32_t)((n + group - 1) / group);
}

struct suite_dim suite_grid(size_t n, size_t group)
{
	return (struct suite_dim){suite_group_count(n, group) * (uint32_t)group, 1, 1};
}

static struct suite_block {
	struct suite_block *next;
	size_t bytes;
} *blocks;

enum { HEAD_BYTES = 64 }; /* before what the block is for */

void *suite_alloc(size_t bytes)
{
	size_t rounded = HEAD_BYTES + (bytes + 63) / 64 * 64;
	struct suite_block *b = aligned_alloc(64, rounded);
	if (!b) {
		fprintf(stderr, "suite: out of memory (%zu bytes)\n", bytes);
		exit(EXIT_FAILURE);
	}
	memset(b, 0, rounded);
	b->next = blocks;
	b->bytes = rounded - HEAD_BYTES;
	blocks = b;
	return (char *)b + HEAD_BYTES;
}

void suite_free_all(void)
{
	while (blocks) {
		struct suite_block *next = blocks->next;
		free(blocks);
		blocks = next;
	}
}

/* ---- comparison of blocks -------------------------------------------------------------------- */

const struct suite_block *suite_last_block(void)
{
	return blocks;
}

struct block_pair {
	const struct suite_block *a, *b;
};

static const uint64_t *words_of(const struct suite_block *b)
{
	return (const uint64_t *)(const void *)((const char *)b + HEAD_BYTES);
}

/* Whether both words are addresses of one place in a pair of blocks. */
static bool are_same_place(const struct block_pair *pairs, size_t count, uint64_t a, uint64_t b)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t in_a = a - (uintptr_t)words_of(pairs[i].a);
		uint64_t in_b = b - (uintptr_t)words_of(pairs[i].b);
		if (in_a == in_b && in_a <= pairs[i].a->bytes)
			return true;
	}
	return false;
}

static void compare_pair(const struct block_pair *pairs, size_t count, size_t which,
	struct suite_difference *d)
{
	const uint64_t *a = words_of(pairs[which].a), *b = words_of(pairs[which].b);
	size_t words = pairs[which].a->bytes / sizeof *a;
	d->of += words;
	for (size_t i = 0; i < words; i++)
		d->words += a[i] != b[i] && !are_same_place(pairs, count, a[i], b[i]);
}

struct suite_difference suite_compare_blocks(const struct suite_block *a,
	const struct suite_block *a_before, const struct suite_block *b,
	const struct suite_block *b_before)
{
	enum { MOST = 256 };
	struct block_pair pairs[MOST];
	struct suite_difference d = {0};
	size_t count = 0;
	for (; a != a_before && b != b_before && count < MOST; a = a->next, b = b->next)
		pairs[count++] = (struct block_pair){a, b};
	if (a != a_before || b != b_before) {
		fprintf(stderr, "suite: setup() makes other blocks, or more than %d\n", (int)MOST);
		exit(EXIT_FAILURE);
	}
	for (size_t i = 0; i < count; i++)
		compare_pair(pairs, count, i, &d);
	return d;
}

/* ---- data ------------------------------------------------------------------------------------ */

uint64_t suite_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

void suite_fill_floats(float *p, size_t n, float low, float high, uint64_t seed)
{
	for (size_t i = 0; i < n; i++)
		p[i] = low + (high - low) * (float)(suite_random(&seed) >> 40) * 0x1p-24f;
}

void suite_fill_words(uint32_t *p, size_t n, uint32_t limit, uint64_t seed)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t v = (uint32_t)(suite_random(&seed) >> 32);
		p[i] = limit ? v % limit : v;
	}
}

bool suite_same_words(const char *what, const uint32_t *got, const uint32_t *expected, size_t n,
	FILE *message)
{
	for (size_t i = 0; i < n; i++) {
		if (got[i] == expected[i])
			continue;
		fprintf(message, "%s[%zu] is %u, expected %u", what, i, got[i], expected[i]);
		return false;
	}
	return true;
}

bool suite_close_floats(const char *what, const float *got, const float *expected, size_t n,
	float absolute, float relative, FILE *message)
{
	for (size_t i = 0; i < n; i++) {
		if (fabsf(got[i] - expected[i]) <= absolute + relative * fabsf(expected[i]))
			continue;
		fprintf(message, "%s[%zu] is %.9g, expected %.9g", what, i, (double)got[i],
			(double)expected[i]);
		return false;
	}
	return true;
}

bool suite_close_bytes(const char *what, const uint8_t *got, const uint8_t *expected, size_t n,
	int tolerance, FILE *message)
{
	for (size_t i = 0; i < n; i++) {
		if (abs(got[i] - expected[i]) <= tolerance)
			continue;
		fprintf(message, "%s[%zu] is %d, expected %d", what, i, got[i], expected[i]);
		return false;
	}
	return true;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Converts between HSAIL's words for images and samplers and their numbers. */
#include <ctype.h>
#include "statement.h"

static const char *const geometries[] = {
#define IMAGE_GEOMETRY(id, ...) #id,
#include "hsaemu/images.def"
	NULL};
static const char *const orders[] = {
#define CHANNEL_ORDER(id, ...) #id,
#include "hsaemu/images.def"
	NULL};
static const char *const types[] = {
#define CHANNEL_TYPE(id, ...) #id,
#include "hsaemu/images.def"
	NULL};
static const char *const accesses[] = {"", "ROIMG", "WOIMG", "RWIMG", NULL};
static const char *const coords[] = {"UNNORMALIZED", "NORMALIZED", NULL};
static const char *const filters[] = {"NEAREST", "LINEAR", NULL};
static const char *const addressings[] = {
	"UNDEFINED", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER", "REPEAT", "MIRRORED_REPEAT", NULL};

static const char *const *const words[] = {
	[RUN_WORD_GEOMETRY] = geometries,
	[RUN_WORD_ORDER] = orders,
	[RUN_WORD_TYPE] = types,
	[RUN_WORD_ACCESS] = accesses,
	[RUN_WORD_COORD] = coords,
	[RUN_WORD_FILTER] = filters,
	[RUN_WORD_ADDRESSING] = addressings,
};

static bool is_word(struct str s, const char *upper)
{
	size_t n = 0;

	while (n < s.n && upper[n] != '\0' && toupper((unsigned char)s.p[n]) == upper[n] &&
		!isupper((unsigned char)s.p[n]))
		n++;
	return n == s.n && upper[n] == '\0';
}

bool run_word_find(enum run_word kind, struct str s, uint8_t *out)
{
	for (unsigned i = 0; s.n != 0 && words[kind][i] != NULL; i++)
		if (is_word(s, words[kind][i])) {
			*out = (uint8_t)i;
			return true;
		}
	return false;
}

const char *run_word_text(enum run_word kind, uint8_t number, struct arena *a)
{
	for (unsigned i = 0; i <= number; i++)
		if (words[kind][i] == NULL)
			return NULL;
	size_t n = strlen(words[kind][number]);
	char *text = arena_strndup(a, words[kind][number], n);
	for (size_t i = 0; i < n; i++)
		text[i] = (char)tolower((unsigned char)text[i]);
	return text;
}

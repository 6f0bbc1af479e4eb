/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the environment variables of environment.def. */
#define _GNU_SOURCE /* for secure_getenv() */
#include <ctype.h>
#include <errno.h>
#include <hsa/hsa.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/environment.h"

/* Tells what was wrong with a variable. */
static void complain(const char *library, const char *name, const char *value, const char *expected)
{
	fprintf(stderr, "%s: %s is '%s', expected %s; it is ignored\n", library, name, value,
		expected);
}

static void read_number(const char *library, const char *name, uint64_t *out, uint64_t min,
	uint64_t max)
{
	const char *text = getenv(name);
	char *end, expected[64];
	if (text == NULL)
		return;
	errno = 0;
	uint64_t v = strtoull(text, &end, 10);
	if (isdigit((unsigned char)*text) && *end == '\0' && errno == 0 && v >= min && v <= max) {
		*out = v;
		return;
	}
	(void)snprintf(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64, min,
		max);
	complain(library, name, text, expected);
}

static void read_word(const char *library, const char *name, uint64_t *out, const char *words)
{
	const char *text = getenv(name);
	if (text == NULL)
		return;
	size_t len = strlen(text);
	uint64_t index = 0;
	for (const char *w = words; w != NULL; index++) {
		const char *end = strchr(w, '|');
		size_t n = end != NULL ? (size_t)(end - w) : strlen(w);
		if (n == len && memcmp(w, text, n) == 0) {
			*out = index;
			return;
		}
		w = end != NULL ? end + 1 : NULL;
	}
	complain(library, name, text, words);
}

static void read_text(const char *library, const char *name, char out[RT_ENV_TEXT_BYTES])
{
	const char *text = getenv(name);
	if (text == NULL)
		return;
	size_t len = strlen(text);
	if (len == 0 || len >= RT_ENV_TEXT_BYTES) {
		complain(library, name, text, "1 to 63 characters");
		return;
	}
	memcpy(out, text, len + 1);
}

void rt_environment_read(const char *library, struct rt_environment *e)
{
	*e = (struct rt_environment){.profile = HSA_PROFILE_FULL,
		.agent = "HSAEmu",
		.ocl_devices = 1,
		.ocl_platform = "HSAEmu",
		.ocl_vendor = "HSAEmu",
		.guard = 1,
		.cuda_devices = 1,
		.cuda_arch = 80};
#define ENV_NUMBER(name, member, min, max, meaning) \
	read_number(library, name, &e->member, min, max);
#define ENV_WORDS(name, member, words, meaning) read_word(library, name, &e->member, words);
#define ENV_TEXT(name, member, meaning) read_text(library, name, e->member);
#include "hsaemu/environment.def"
#undef ENV_NUMBER
#undef ENV_WORDS
#undef ENV_TEXT
}

const char *rt_environment_deep_model(uint64_t word)
{
	static const char *const models[] = {NULL, GCN_MODELS(GCN_MODEL_NAME)};
	return models[word];
}

const char *rt_environment_deep(const char *library)
{
	static const char name[] = "HSAEMU_DEEP";
	uint64_t word = 0;
	if (secure_getenv(name) != NULL)
		read_word(library, name, &word, GCN_MODEL_WORDS);
	return rt_environment_deep_model(word);
}

void rt_environment_apply(const struct rt_environment *e, struct rt_options *o)
{
	/* by the index of HSAEMU_SCHEDULER's word */
	static const enum rt_scheduler schedulers[] = {
		RT_SCHEDULER_DYNAMIC, RT_SCHEDULER_STATIC, RT_SCHEDULER_SHUFFLE};
	o->threads = (unsigned)e->threads;
	o->cus = (unsigned)e->cus;
	o->scheduler = schedulers[e->scheduler];
	o->seed = e->seed;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See target.h. LLVM only warns on stderr about names that it does not know, so they are checked
 * here. */
#include <stdlib.h>
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include "hsaemu/buf.h"
#include "hsaemu/finalize.h"
#include "hsaemu/image.h"
#include "hsaemu/str.h"
#include "hsaemu/unwind.h"
#include "llvm/target.h"

struct feature {
	const char *name;
	unsigned level;
};
static const struct feature features[] = {
#define FEATURE(name, level) {name, level},
#include "llvm/target.def"
};
_Static_assert(ARRAY_LEN(features) <= 64, "a set of features is one word");

struct cpu {
	const char *name;
	unsigned level;
	const char *extra;
};
static const struct cpu cpus[] = {
#define CPU(name, level, extra) {name, level, extra},
#include "llvm/target.def"
};

enum { MIN_LEVEL = 2, MAX_LEVEL = 4 };
static const char *const level_names[] = {"", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

static int feature_index(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(features); i++)
		if (str_is(name, features[i].name))
			return (int)i;
	return -1;
}

bool fin_target_gathers_slowly(const struct fin_target *t)
{
	return strncmp(t->tune, "znver", 5) == 0;
}

bool fin_target_has(const struct fin_target *t, const char *feature)
{
	int i = feature_index(str_from(feature));

	if (i < 0)
		BUG("feature '%s' is not in target.def", feature);
	return t->features >> i & 1;
}

static uint64_t level_set(unsigned level)
{
	uint64_t set = 0;

	for (size_t i = 0; i < ARRAY_LEN(features); i++)
		if (features[i].level != 0 && features[i].level <= level)
			set |= (uint64_t)1 << i;
	return set;
}

/* Takes the next word off a list that is separated by `sep`. */
static struct str next_word(struct str *list, char sep)
{
	size_t n = 0;
	struct str word;

	while (n < list->n && list->p[n] != sep)
		n++;
	word = (struct str){list->p, n};
	*list = str_skip(*list, n < list->n ? n + 1 : n);
	return word;
}

static const struct cpu *find_cpu(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(cpus); i++)
		if (str_is(name, cpus[i].name))
			return &cpus[i];
	return NULL;
}

/* The features of this machine that target.def has a row for. */
static uint64_t host_features(void)
{
	char *text = LLVMGetHostCPUFeatures();
	struct str list = str_from(text);
	uint64_t set = 0;

	while (list.n > 0) {
		struct str word = next_word(&list, ',');
		int i = word.n > 1 && word.p[0] == '+' ? feature_index(str_skip(word, 1)) : -1;

		if (i >= 0)
			set |= (uint64_t)1 << i;
	}
	LLVMDisposeMessage(text);
	return set;
}

static uint64_t named_features(const struct cpu *c)
{
	struct str list = str_from(c->extra);
	uint64_t set = level_set(c->level);

	while (list.n > 0) {
		int i = feature_index(next_word(&list, ' '));

		if (i < 0)
			BUG("target.def: unknown feature of '%s'", c->name);
		set |= (uint64_t)1 << i;
	}
	return set;
}

/* Changes the features as a list like "+avx2,-fma" says; false after a diagnostic. */
static bool apply_attrs(struct fin_target *t, const char *attrs, struct diag *d)
{
	struct str list = str_from(attrs);

	while (list.n > 0) {
		struct str word = next_word(&list, ',');
		int i = word.n > 1 ? feature_index(str_skip(word, 1)) : -1;

		if (i < 0 || (word.p[0] != '+' && word.p[0] != '-')) {
			diag_usage(d, "-mattr: '" STR_FMT "' is not '+' or '-' and a known feature",
				STR_ARG(word));
			return false;
		}
		if (word.p[0] == '+')
			t->features |= (uint64_t)1 << i;
		else
			t->features &= ~((uint64_t)1 << i);
	}
	return true;
}

/* Finds the highest level of which all features are there, and describes the others. */
static void describe(struct fin_target *t, struct arena *a)
{
	struct buf attrs = BUF_INIT, required = BUF_INIT;
	unsigned level = MAX_LEVEL;
	uint64_t beyond;

	while (level > MIN_LEVEL && (level_set(level) & ~t->features) != 0)
		level--;
	beyond = t->features & ~level_set(level);
	for (size_t i = 0; i < ARRAY_LEN(features); i++)
		if (beyond >> i & 1) {
			buf_printf(&attrs, "%s+%s", attrs.len > 0 ? "," : "", features[i].name);
			buf_printf(&required, "%s%s", required.len > 0 ? " " : "",
				features[i].name);
		}
	/* without this, LLVM makes a branch for each lane of a gather if it tunes for an old
	 * processor */
	if (fin_target_has(t, "avx2"))
		buf_printf(&attrs, "%s+fast-gather", attrs.len > 0 ? "," : "");
	/* nor has it vectors of 512 bits if the processor is named after a level below 4 */
	if (fin_target_has(t, "avx512f"))
		buf_printf(&attrs, "%s+evex512", attrs.len > 0 ? "," : "");
	t->vector_bits = fin_target_has(t, "avx512vl") ? 512 : fin_target_has(t, "avx") ? 256 : 128;
	t->cpu = level_names[level];
	t->attrs = arena_strndup(a, (const char *)attrs.data, attrs.len);
	t->required = arena_strndup(a, (const char *)required.data, required.len);
	buf_release(&attrs);
	buf_release(&required);
}

static void dispose(void *text)
{
	LLVMDisposeMessage(text);
}

/* Moves a text of LLVM's into an arena. */
static char *take_text(struct arena *a, char *text)
{
	struct unwind_guard guard = {.release = dispose, .arg = text};
	char *copy;

	unwind_guard_begin(&guard);
	copy = arena_strndup(a, text, strlen(text));
	unwind_guard_end(&guard);
	LLVMDisposeMessage(text);
	return copy;
}

static bool is_gpu(struct str cpu)
{
	return str_is(cpu, "gfx600") || str_is(cpu, "tahiti");
}

bool fin_is_gpu(const char *names)
{
	return is_gpu(str_from(names));
}

static struct fin_version *new_gpu(struct arena *a)
{
	struct fin_version *v = ARENA_NEW(a, struct fin_version);

	*v = (struct fin_version){.target = {.arch = &fin_arch_gcn,
					  .cpu = "gfx600",
					  .tune = "gfx600",
					  .attrs = "",
					  .required = ""},
		.suffix = ""};
	return v;
}

static bool init_target(struct fin_target *t, struct str cpu, const char *attrs, struct arena *a,
	struct diag *d)
{
	t->arch = &fin_arch_x86_64;
	if (str_is(cpu, "native")) {
		t->tune = take_text(a, LLVMGetHostCPUName());
		t->features = host_features();
	} else {
		const struct cpu *c = find_cpu(cpu);

		if (c == NULL) {
			diag_usage(d, "-mcpu: '" STR_FMT "' is not a known processor",
				STR_ARG(cpu));
			return false;
		}
		t->tune = c->name;
		t->features = named_features(c);
	}
	if (attrs != NULL && !apply_attrs(t, attrs, d))
		return false;
	if ((level_set(MIN_LEVEL) & ~t->features) != 0) {
		diag_usage(d, "-mcpu, -mattr: code needs at least the features of %s",
			level_names[MIN_LEVEL]);
		return false;
	}
	describe(t, a);
	return true;
}

static int by_features(const void *pa, const void *pb)
{
	const struct fin_version *a = pa, *b = pb;
	int x = __builtin_popcountll(a->target.features),
	    y = __builtin_popcountll(b->target.features);

	return x != y ? (x < y ? -1 : 1) : strcmp(a->suffix, b->suffix);
}

/* False after a diagnostic of two processors with the same features. These are neighbours, because
 * the array is sorted. */
static bool are_distinct(const struct fin_version *v, unsigned n, struct diag *d)
{
	for (unsigned k = 1; k < n; k++)
		if (v[k].target.features == v[k - 1].target.features) {
			diag_usage(d, "-mcpu: '%s' and '%s' have the same features",
				v[k - 1].suffix + 1, v[k].suffix + 1);
			return false;
		}
	return true;
}

/* Finds the GPU of a list of names, and counts the other names. */
static bool take_gpu(struct str list, const char *attrs, struct arena *a, struct diag *d,
	struct fin_targets *out)
{
	unsigned names = 1;

	for (size_t k = 0; k < list.n; k++)
		names += list.p[k] == ',';
	/* behind a comma at the end is a name, too, an empty one */
	for (; names > 0; names--) {
		struct str cpu = next_word(&list, ',');

		if (!is_gpu(cpu)) {
			out->count++;
		} else if (out->gpu != NULL) {
			diag_usage(d, "-mcpu: the same GPU twice");
			return false;
		} else {
			out->gpu = new_gpu(a);
		}
	}
	if (out->count == 0 && attrs != NULL && *attrs != '\0') {
		diag_usage(d, "-mattr: a GPU has no features to choose");
		return false;
	}
	if (out->count > IMAGE_MAX_VERSIONS)
		diag_usage(d, "-mcpu: more than %d processors", IMAGE_MAX_VERSIONS);
	return out->count <= IMAGE_MAX_VERSIONS;
}

bool fin_targets_of(const char *names, const char *attrs, struct arena *a, struct diag *d,
	struct fin_targets *out)
{
	struct str list = str_from(names);
	unsigned n = 0;

	*out = (struct fin_targets){0};
	if (!take_gpu(list, attrs, a, d, out))
		return false;
	out->versions = ARENA_ARRAY(a, struct fin_version, out->count);
	while (n < out->count) {
		struct fin_version *v = &out->versions[n];
		struct str cpu = next_word(&list, ',');

		if (is_gpu(cpu))
			continue;
		v->suffix = out->count == 1 ? "" : arena_printf(a, ":" STR_FMT, STR_ARG(cpu));
		if (!init_target(&v->target, cpu, attrs, a, d))
			return false;
		n++;
	}
	if (n > 1)
		qsort(out->versions, n, sizeof *out->versions, by_features);
	return are_distinct(out->versions, n, d);
}

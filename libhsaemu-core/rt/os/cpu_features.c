/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds out CPU features by CPUID itself, because the compilers' __builtin_cpu_supports has other
 * names for them than LLVM. */
#include <cpuid.h>
#include "rt/os/cpu_features_impl.h"

enum { EAX, EBX, ECX, EDX };
enum { XSTATE_AVX = 0x6, XSTATE_AVX512 = 0xe6 };
enum { OSXSAVE_BIT = 27 };

struct cpu_bit {
	const char *name;
	uint32_t leaf, subleaf;
	uint8_t reg, bit;
	uint32_t state;
};

static const struct cpu_bit bits[] = {
#define CPU(name, leaf, subleaf, reg, bit, state) {name, leaf, subleaf, reg, bit, state},
#include "rt/os/cpu_features.def"
};

static const struct {
	const char *name, *features;
} levels[] = {
#define CPU_LEVEL(name, features) {name, features},
#include "rt/os/cpu_features.def"
};

/* The answers of CPUID so far. They are kept because in a virtual machine each question takes 20 us
 * and more. */
struct answers {
	struct leaf {
		uint32_t leaf, subleaf;
		unsigned r[4]; /* the four registers; all 0 where there is no such leaf */
	} leaves[8];
	size_t count;
	uint32_t state; /* XCR0: the register state the operating system saves */
	bool state_known;
};

static const unsigned *ask(struct answers *a, uint32_t leaf, uint32_t subleaf)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->leaves[i].leaf == leaf && a->leaves[i].subleaf == subleaf)
			return a->leaves[i].r;
	/* when the table is full, further leaves are asked for anew, which only costs time */
	if (a->count == ARRAY_LEN(a->leaves))
		a->count--;
	struct leaf *l = &a->leaves[a->count++];
	*l = (struct leaf){.leaf = leaf, .subleaf = subleaf};
	if (!__get_cpuid_count(leaf, subleaf, &l->r[EAX], &l->r[EBX], &l->r[ECX], &l->r[EDX]))
		memset(l->r, 0, sizeof l->r);
	return l->r;
}

static uint32_t saved_state(struct answers *a)
{
	uint32_t low = 0, high;
	if (a->state_known)
		return a->state;
	if ((ask(a, 1, 0)[ECX] >> OSXSAVE_BIT & 1) != 0)
		__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	a->state = low;
	a->state_known = true;
	return low;
}

static bool has(struct answers *a, struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(bits); i++) {
		const struct cpu_bit *b = &bits[i];
		if (str_is(name, b->name))
			return (ask(a, b->leaf, b->subleaf)[b->reg] >> b->bit & 1) != 0 &&
			       (b->state == 0 || (saved_state(a) & b->state) == b->state);
	}
	return false;
}

static struct str missing_of(struct answers *a, const char *features)
{
	for (const char *p = features; *p != '\0';) {
		size_t n = strcspn(p, " ");
		struct str name = {p, n};
		if (n != 0 && !has(a, name))
			return name;
		p += n + strspn(p + n, " ");
	}
	return STR("");
}

struct str cpu_missing(const char *level, const char *features)
{
	struct answers a = {.count = 0};
	for (size_t i = 0; i < ARRAY_LEN(levels); i++) {
		struct str missing = missing_of(&a, levels[i].features);
		if (missing.n != 0)
			return missing;
		if (strcmp(level, levels[i].name) == 0)
			return missing_of(&a, features);
	}
	return str_from(level);
}

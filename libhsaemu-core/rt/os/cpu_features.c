/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CPU features, asked of CPUID itself: the compilers' __builtin_cpu_supports know different
 * names. */
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

/* Reads XCR0, which says what register state the operating system saves. */
static uint32_t saved_state(void)
{
	unsigned r[4];
	if (!__get_cpuid(1, &r[EAX], &r[EBX], &r[ECX], &r[EDX]) || (r[ECX] >> OSXSAVE_BIT & 1) == 0)
		return 0;
	uint32_t low, high;
	__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return low;
}

static bool has(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(bits); i++) {
		const struct cpu_bit *b = &bits[i];
		unsigned r[4];
		if (!str_is(name, b->name))
			continue;
		return __get_cpuid_count(b->leaf, b->subleaf, &r[EAX], &r[EBX], &r[ECX], &r[EDX]) &&
		       (r[b->reg] >> b->bit & 1) != 0 && (saved_state() & b->state) == b->state;
	}
	return false;
}

static struct str missing_of(const char *features)
{
	for (const char *p = features; *p != '\0';) {
		size_t n = strcspn(p, " ");
		struct str name = {p, n};
		if (n != 0 && !has(name))
			return name;
		p += n + strspn(p + n, " ");
	}
	return STR("");
}

struct str cpu_missing(const char *level, const char *features)
{
	for (size_t i = 0; i < ARRAY_LEN(levels); i++) {
		struct str missing = missing_of(levels[i].features);
		if (missing.n != 0)
			return missing;
		if (strcmp(level, levels[i].name) == 0)
			return missing_of(features);
	}
	return str_from(level);
}

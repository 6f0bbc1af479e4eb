/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Adds the processor to a key. Its features are those that the C library has asked for at the
 * start, because in a virtual machine each CPUID takes 20 us and more. */
#include <cpuid.h>
#include <string.h>
#include <sys/platform/x86.h>
#include "cache/cache_impl.h"

enum { ECX_AND_EDX = 2 };

static bool names_native(const char *names)
{
	static const char native[] = "native";
	for (const char *p = names;; p++) {
		size_t n = strcspn(p, ",");
		if (n == sizeof native - 1 && memcmp(p, native, n) == 0)
			return true;
		p += n;
		if (*p == '\0')
			return false;
	}
}

static void add_registers(struct cache_key_maker *m, const unsigned *registers, size_t count)
{
	cache_key_add_bytes(m, registers, count * sizeof *registers);
}

static void add_leaf(struct cache_key_maker *m, unsigned index)
{
	const struct cpuid_feature *f = __x86_get_cpuid_feature_leaf(index);
	/* EBX of the first leaf has the number of the core that was asked. */
	size_t from = index == CPUID_INDEX_1 ? ECX_AND_EDX : 0;
	add_registers(m, f->cpuid_array + from, ARRAY_LEN(f->cpuid_array) - from);
	add_registers(m, f->active_array + from, ARRAY_LEN(f->active_array) - from);
}

static void add_this_machine(struct cache_key_maker *m)
{
	unsigned r[4] = {0};
	__get_cpuid(0, &r[0], &r[1], &r[2], &r[3]);
	add_registers(m, r, ARRAY_LEN(r)); /* the maker */
	__get_cpuid(1, &r[0], &r[1], &r[2], &r[3]);
	add_registers(m, r, 1); /* family, model and stepping */
	for (unsigned i = CPUID_INDEX_1; i <= CPUID_INDEX_14_ECX_0; i++)
		add_leaf(m, i);
}

void cache_key_add_cpu(struct cache_key_maker *m, const char *names)
{
	cache_key_add_text(m, names);
	if (names_native(names))
		add_this_machine(m);
}

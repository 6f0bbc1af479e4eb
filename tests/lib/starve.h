/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Allocations that fail: malloc() and its like are wrapped by the linker (tests/module.mk), for all
 * that is linked statically. For one source of a program. */
#ifndef TESTS_LIB_STARVE_H
#define TESTS_LIB_STARVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* How many allocations are left before the first one that fails; < 0: none fails. */
static atomic_long left = -1;
static atomic_bool all_after; /* all that follow fail, too */
static atomic_bool has_failed;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *block, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *block, size_t bytes);

static bool fails(void)
{
	long n = atomic_load(&left);
	if (n < 0)
		return false;
	n = atomic_fetch_sub(&left, 1);
	if (n > 0)
		return false;
	atomic_store(&has_failed, true);
	if (all_after)
		atomic_store(&left, 0);
	return true;
}

void *__wrap_malloc(size_t bytes)
{
	return fails() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
	return fails() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *block, size_t bytes)
{
	return fails() ? NULL : __real_realloc(block, bytes);
}

/* From now on allocation `after` fails, with all that follow or alone. */
static inline void starve(long after, bool all)
{
	atomic_store(&has_failed, false);
	atomic_store(&all_after, all);
	atomic_store(&left, after);
}

/* Ends that, and tells whether an allocation has failed. */
static inline bool feed(void)
{
	atomic_store(&left, -1);
	return atomic_load(&has_failed);
}

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The allocators that never fail and that may fail, and the two ways to die. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/base.h"

void bug_at(const char *file, int line, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	fflush(stdout);
	fprintf(stderr, "%s:%d: internal error: ", file, line);
	vfprintf(stderr, fmt, ap);
	fputs("\nThis is a mistake in HSAemu, please report it with the input that shows it.\n",
		stderr);
	va_end(ap);
	_Exit(EXIT_BUG);
}

void oom(void)
{
	fprintf(stderr, "%s: error: out of memory\n", program_invocation_short_name);
	_Exit(EXIT_BUG);
}

void *mem_try_new(size_t count, size_t elem_bytes)
{
	if (count == 0 || elem_bytes == 0)
		count = elem_bytes = 1;
	return calloc(count, elem_bytes);
}

void *mem_new(size_t count, size_t elem_bytes)
{
	void *p = mem_try_new(count, elem_bytes);
	if (p == NULL)
		oom();
	return p;
}

void *mem_resize(void *block, size_t bytes)
{
	void *p = realloc(block, bytes == 0 ? 1 : bytes);
	if (p == NULL)
		oom();
	return p;
}

static void *grow(void *block, size_t *capacity, size_t need, size_t elem_bytes)
{
	size_t cap = *capacity < 8 ? 8 : *capacity;
	while (cap < need) {
		if (cap > SIZE_MAX / 2)
			oom();
		cap *= 2;
	}
	if (cap > SIZE_MAX / elem_bytes)
		oom();
	void *p = realloc(block, cap * elem_bytes);
	if (p == NULL)
		oom();
	*capacity = cap;
	return p;
}

void *mem_grow(void *block, size_t *capacity, size_t need, size_t elem_bytes)
{
	size_t old = *capacity;
	if (need <= old)
		return block;
	char *p = grow(block, capacity, need, elem_bytes);
	memset(p + old * elem_bytes, 0, (*capacity - old) * elem_bytes);
	return p;
}

void *mem_grow_bytes(void *block, size_t *capacity, size_t need)
{
	return need <= *capacity ? block : grow(block, capacity, need, 1);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The allocators that never fail and that may fail. */
#include <stdlib.h>
#include <string.h>
#include "unwind_impl.h"

void *mem_try_new(size_t count, size_t elem_bytes)
{
	if (count == 0 || elem_bytes == 0)
		count = elem_bytes = 1;
	return calloc(count, elem_bytes);
}

void *mem_new(size_t count, size_t elem_bytes)
{
	unwind_make_room();
	void *p = mem_try_new(count, elem_bytes);
	if (p == NULL)
		oom();
	unwind_took(p);
	return p;
}

void *mem_resize(void *block, size_t bytes)
{
	unwind_make_room();
	uintptr_t from = (uintptr_t)block;
	void *p = realloc(block, bytes == 0 ? 1 : bytes);
	if (p == NULL)
		oom();
	if (from == 0)
		unwind_took(p);
	else if ((uintptr_t)p != from)
		unwind_moved(from, p);
	return p;
}

void mem_free(void *block)
{
	if (block != NULL)
		unwind_gave(block);
	free(block);
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
	void *p = mem_resize(block, cap * elem_bytes);
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

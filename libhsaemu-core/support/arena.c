/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks in a list, the current one first; each new block doubles in size up to a bound, so that a
 * small module costs little and a large one few blocks. */
#include <stdio.h>
#include <string.h>
#include "hsaemu/arena.h"

enum { FIRST_BLOCK_BYTES = 4096, LAST_BLOCK_BYTES = 1 << 20, MAX_ALIGN = 64 };

struct arena_block {
	struct arena_block *next;
	size_t used, capacity;
	unsigned char data[];
};

void arena_init(struct arena *a)
{
	a->head = NULL;
}

void arena_release(struct arena *a)
{
	struct arena_block *next;
	for (struct arena_block *b = a->head; b != NULL; b = next) {
		next = b->next;
		mem_free(b);
	}
	a->head = NULL;
}

/* Blocks are added at the head, and behind the one that was the head. */
struct arena_mark arena_mark(const struct arena *a)
{
	return (struct arena_mark){a->head, a->head == NULL ? NULL : a->head->next};
}

void arena_back(struct arena *a, const struct arena_mark *m)
{
	a->head = m->head;
	if (a->head != NULL)
		a->head->next = m->next;
}

static struct arena_block *block_new(size_t capacity)
{
	if (capacity > SIZE_MAX - sizeof(struct arena_block))
		oom();
	struct arena_block *b = mem_new(1, sizeof *b + capacity);
	b->capacity = capacity;
	return b;
}

/* The next aligned place in a block, or NULL when it does not fit. */
static void *block_take(struct arena_block *b, size_t bytes, size_t align)
{
	uintptr_t at = (uintptr_t)(b->data + b->used);
	size_t pad = (size_t)(align_up(at, align) - at);
	size_t left = b->capacity - b->used;
	if (pad > left || bytes > left - pad)
		return NULL;
	void *p = b->data + b->used + pad;
	b->used += pad + bytes;
	return p;
}

void *arena_alloc(struct arena *a, size_t bytes, size_t align)
{
	if (!is_pow2(align) || align > MAX_ALIGN)
		BUG("arena alignment %zu", align);
	if (a->head != NULL) {
		void *p = block_take(a->head, bytes, align);
		if (p != NULL)
			return p;
	}
	size_t size = a->head == NULL ? FIRST_BLOCK_BYTES : a->head->capacity * 2;
	if (size > LAST_BLOCK_BYTES)
		size = LAST_BLOCK_BYTES;
	if (bytes > SIZE_MAX - MAX_ALIGN)
		oom();
	/* A request that would waste a block gets its own, behind the current one. */
	if (a->head != NULL && bytes > size / 4) {
		struct arena_block *own = block_new(bytes + MAX_ALIGN);
		own->next = a->head->next;
		a->head->next = own;
		return block_take(own, bytes, align);
	}
	struct arena_block *b = block_new(bytes + MAX_ALIGN > size ? bytes + MAX_ALIGN : size);
	b->next = a->head;
	a->head = b;
	return block_take(b, bytes, align);
}

void *arena_alloc_array(struct arena *a, size_t count, size_t elem_bytes, size_t align)
{
	if (elem_bytes != 0 && count > SIZE_MAX / elem_bytes)
		oom();
	return arena_alloc(a, count * elem_bytes, align);
}

char *arena_strndup(struct arena *a, const char *p, size_t n)
{
	if (n == SIZE_MAX)
		oom();
	char *copy = arena_alloc(a, n + 1, 1);
	if (n != 0)
		memcpy(copy, p, n);
	return copy;
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	if (n < 0)
		BUG("format '%s' cannot be printed", fmt);
	char *text = arena_alloc(a, (size_t)n + 1, 1);
	vsnprintf(text, (size_t)n + 1, fmt, again);
	va_end(again);
	return text;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	char *text = arena_vprintf(a, fmt, ap);
	va_end(ap);
	return text;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds buffers by their names, allocates their memory, and checks that kernels stored only within
 * them. */
#include "hsaemu/similar.h"
#include "buffers.h"
#include "results.h"

struct run_buffer *run_buffer_find(const struct run_session *s, const char *name)
{
	struct run_buffer *b = s->buffers;
	while (b != NULL && strcmp(b->name, name) != 0)
		b = b->next;
	return b;
}

bool run_no_buffer(struct run_session *s, const char *name, struct diag_place place)
{
	struct buf text = BUF_INIT;
	struct similar similar = similar_to(str_from(name));
	buf_printf(&text, "no buffer '%s'", name);
	for (const struct run_buffer *b = s->buffers; b != NULL; b = b->next)
		similar_try(&similar, b->name);
	similar_say(&similar, &text);
	(void)!run_fail(s, RUN_USAGE, place, STR_FMT, STR_ARG(buf_slice(&text)));
	buf_release(&text);
	return false;
}

bool run_is_small(const struct run_session *s)
{
	return s->image != NULL && rt_image_is_small(s->image);
}

void *run_memory(const struct run_session *s, size_t bytes)
{
	return run_is_small(s) ? rt_memory_alloc_low(bytes) : rt_memory_alloc(bytes);
}

bool run_check_buffers(struct run_session *s, struct diag_place place)
{
	bool ok = true;

	for (const struct run_buffer *b = s->buffers; b != NULL; b = b->next) {
		long long bytes = (long long)(b->count * run_types[b->type].bytes);
		int64_t at;

		if (b->object != RUN_OBJECT_BUFFER || rt_block_is_intact(b->block, &at))
			continue;
		ok = run_fail(s, RUN_FAULT, place,
			at < 0 ? "a kernel stored %lld bytes before buffer '%s'"
			       : "a kernel stored %lld bytes behind the end of buffer '%s'",
			at < 0 ? -(long long)at : (long long)at - bytes, b->name);
	}
	return ok;
}

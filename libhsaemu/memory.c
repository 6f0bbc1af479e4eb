/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file allocates memory that kernels can address and finds a program's variables. */
#include <stdlib.h>
#include "face_impl.h"

struct face_block {
	struct face_block *next;
	struct rt_block *block;
};

void *hsaemu_alloc(struct hsaemu_module *m, size_t bytes)
{
	if (m == NULL) {
		face_no_handle("hsaemu_alloc");
		return NULL;
	}
	face_begin();
	struct face_block *b = mem_try_new(1, sizeof *b);
	if (b != NULL)
		b->block = rt_block_new(bytes, rt_image_is_small(m->image));
	if (b == NULL || b->block == NULL) {
		free(b);
		face_fail(HSAEMU_NO_MEMORY, "out of memory: a buffer of %zu bytes", bytes);
		return NULL;
	}
	pthread_mutex_lock(&m->runtime->lock);
	b->next = m->blocks;
	m->blocks = b;
	pthread_mutex_unlock(&m->runtime->lock);
	return rt_block_data(b->block);
}

static struct face_block *take_block(struct hsaemu_module *m, const void *memory)
{
	struct face_block **at = &m->blocks, *b;
	pthread_mutex_lock(&m->runtime->lock);
	while (*at != NULL && rt_block_data((*at)->block) != memory)
		at = &(*at)->next;
	b = *at;
	if (b != NULL)
		*at = b->next;
	pthread_mutex_unlock(&m->runtime->lock);
	return b;
}

static void free_block(struct face_block *b)
{
	rt_block_free(b->block);
	free(b);
}

void hsaemu_free(struct hsaemu_module *m, void *memory)
{
	struct face_block *b = m == NULL || memory == NULL ? NULL : take_block(m, memory);
	if (b != NULL)
		free_block(b);
}

void face_blocks_free(struct hsaemu_module *m)
{
	while (m->blocks != NULL) {
		struct face_block *b = m->blocks;
		m->blocks = b->next;
		free_block(b);
	}
}

struct search {
	const struct hsaemu_module *module;
	const char *name;
	void *found;
	uint64_t bytes;
};

static void find(void *arg)
{
	struct search *s = arg;
	struct buf hsail = BUF_INIT;
	buf_printf(&hsail, "%s%s", s->name[0] == '&' ? "" : "&", s->name);
	buf_u8(&hsail, 0);
	s->found =
		rt_image_variable_find(s->module->image, (const char *)hsail.data, NULL, &s->bytes);
	buf_release(&hsail);
}

void *hsaemu_variable_find(struct hsaemu_module *m, const char *name, size_t *bytes)
{
	struct search s = {.module = m, .name = name == NULL ? "" : name};
	if (m == NULL) {
		face_no_handle("hsaemu_variable_find");
		return NULL;
	}
	face_begin();
	if (!face_run(find, &s))
		return NULL;
	if (s.found == NULL)
		face_fail(HSAEMU_NOT_FOUND, "the image has no variable '%s'", s.name);
	else if (bytes != NULL)
		*bytes = s.bytes;
	return s.found;
}

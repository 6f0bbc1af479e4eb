/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file finds the kernels of a module and tells what is known of them. */
#include "face_impl.h"
#include "hsaemu/kernel_name.h"

size_t hsaemu_kernel_count(const struct hsaemu_module *m)
{
	return m == NULL ? 0 : m->kernel_count;
}

struct hsaemu_kernel *hsaemu_kernel_at(struct hsaemu_module *m, size_t index)
{
	return m == NULL || index >= m->kernel_count ? NULL : &m->kernels[index];
}

struct search {
	struct hsaemu_module *module;
	const char *name;
	struct hsaemu_kernel *found;
};

static void find(void *arg)
{
	struct search *s = arg;
	const struct image_kernel *meta = NULL;
	struct buf why = BUF_INIT;
	struct arena arena;
	arena_init(&arena);
	const struct image_meta *all = rt_image_meta(s->module->image);
	enum image_found found = image_kernel_named(all, s->name, &arena, &meta, &why);
	if (found != IMAGE_FOUND)
		face_fail_text(found == IMAGE_AMBIGUOUS ? HSAEMU_BAD_CALL : HSAEMU_NOT_FOUND,
			buf_slice(&why));
	else
		s->found = &s->module->kernels[meta - all->kernels];
	buf_release(&why);
	arena_release(&arena);
}

struct hsaemu_kernel *hsaemu_kernel_find(struct hsaemu_module *m, const char *name)
{
	struct search s = {m, name, NULL};
	if (m == NULL) {
		face_no_handle("hsaemu_kernel_find");
		return NULL;
	}
	face_begin();
	return face_run(find, &s) ? s.found : NULL;
}

const struct hsaemu_kernel_info *hsaemu_kernel_info(const struct hsaemu_kernel *k)
{
	return k == NULL ? NULL : &k->info;
}

const struct hsaemu_formal *hsaemu_kernel_formal(const struct hsaemu_kernel *k, size_t index)
{
	return k == NULL || index >= k->info.formal_count ? NULL : &k->formals[index];
}

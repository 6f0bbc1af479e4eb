/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds kernels by the names that people have for them (hsaemu/kernel_name.h). */
#include "hsaemu/kernel_name.h"
#include "kernel_names.h"
#include "results.h"

const char *run_kernel_text(struct run_session *s, const char *name)
{
	return image_kernel_text(&s->arena, name);
}

static const struct image_kernel *find_kernel(struct run_session *s, const char *name,
	struct diag_place place)
{
	const struct image_kernel *k = NULL;
	struct buf why = BUF_INIT;
	enum image_found found =
		image_kernel_named(rt_image_meta(s->image), name, &s->arena, &k, &why);
	if (found != IMAGE_FOUND)
		(void)!run_fail(s, found == IMAGE_AMBIGUOUS ? RUN_USAGE : RUN_NOT_FOUND, place,
			STR_FMT, STR_ARG(buf_slice(&why)));
	buf_release(&why);
	return found == IMAGE_FOUND ? k : NULL;
}

const struct image_kernel *run_kernel_find(struct run_session *s, const char *name,
	struct diag_place place)
{
	/* The last answer is kept, because a loop names the same kernel again and again. */
	if (s->last_name.found == NULL || s->last_name.asked != name)
		s->last_name = (struct run_last_name){name, find_kernel(s, name, place)};
	return s->last_name.found;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of an image by the names that people have for them: HSAIL's with or without its sigil,
 * and what C++ names stand for, whole ("scale(float*, int)"), without parameters ("scale<float>")
 * or without template arguments ("scale"). */
#ifndef HSAEMU_KERNEL_NAME_H
#define HSAEMU_KERNEL_NAME_H

#include "hsaemu/decls.h"
#include "hsaemu/image.h"

HSAEMU_BEGIN_DECLS

enum image_found {
	IMAGE_FOUND,
	IMAGE_NOT_FOUND,
	IMAGE_AMBIGUOUS, /* the name can be several kernels', or there are several and no name */
};

/* The kernel that `name` stands for; NULL: the only one. If it is not FOUND, a line that says why,
 * and what could have been meant, is appended to `why`. The arena is for names. */
enum image_found image_kernel_named(const struct image_meta *m, const char *name, struct arena *a,
	const struct image_kernel **out, struct buf *why);
/* A kernel's name as its programmer wrote it, for messages; in the arena or `name` itself. */
const char *image_kernel_text(struct arena *a, const char *name);

HSAEMU_END_DECLS

#endif

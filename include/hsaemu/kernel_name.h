/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds kernels of an image by the names that users have for them: HSAIL's names with or without
 * the sigil, and C++ names, whole ("scale(float*, int)"), without parameters ("scale<float>") or
 * without template arguments ("scale"). */
#ifndef HSAEMU_KERNEL_NAME_H
#define HSAEMU_KERNEL_NAME_H

#include "hsaemu/decls.h"
#include "hsaemu/image.h"

HSAEMU_BEGIN_DECLS

enum image_found {
	IMAGE_FOUND,
	IMAGE_NOT_FOUND,
	/* the name fits several kernels, or there are several and no name was given */
	IMAGE_AMBIGUOUS,
};

/* Finds the kernel that `name` means; NULL means the only one. If the result is not FOUND, a line
 * that says why, and which names are similar, is appended to `why`. The arena is for names. */
enum image_found image_kernel_named(const struct image_meta *m, const char *name, struct arena *a,
	const struct image_kernel **out, struct buf *why);
/* Returns a kernel's name as its programmer wrote it, for messages. It is in the arena, or is
 * `name` itself. */
const char *image_kernel_text(struct arena *a, const char *name);

HSAEMU_END_DECLS

#endif

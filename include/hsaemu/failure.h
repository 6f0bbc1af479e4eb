/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Describes in words what a queue reports about a dispatch that failed or was stopped (rt.h). */
#ifndef HSAEMU_FAILURE_H
#define HSAEMU_FAILURE_H

#include "hsaemu/decls.h"
#include "hsaemu/rt.h"

HSAEMU_BEGIN_DECLS

/* The code that a report is about. Lines of code are known if the image's file, whose bytes are
 * borrowed, has debug information. `file` may be NULL; then no lines are known. */
struct rt_code {
	const struct rt_image *image;
	const void *file;
	size_t file_bytes;
};

/* Appends one line, without a newline, such as "kernel 'k': segmentation fault at address 0x0 by
 * code at 0x1040 (k.hsail:12) in work-group (0, 0, 0)". `kernel` is the name as the user knows
 * it. */
void rt_failure_text(const struct rt_report *r, const char *kernel, const struct rt_code *code,
	struct buf *out);
/* Appends where work-items were: "work-group (0, 0, 0): work-item 3 waits at a barrier". */
void rt_place_text(const struct rt_place *p, const struct rt_code *code, struct buf *out);
/* Appends where an address lies that a block has, or is near: "16 bytes behind ". */
void rt_address_text(const struct rt_allocation *a, const void *address, struct buf *out);

HSAEMU_END_DECLS

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Announces loaded images to debuggers and profilers. */
#ifndef HSAEMU_ANNOUNCE_IMPL_H
#define HSAEMU_ANNOUNCE_IMPL_H

#include "rt/load/loader_impl.h"

/* Announces an image that was loaded from these bytes. Does nothing when no debugger or profiler
 * would look, or when there is no memory. */
void rt_announce_image(struct rt_image *image, const void *bytes, size_t len);
/* Withdraws the announcement. Called before the image is unmapped. */
void rt_revoke_image(struct rt_image *image);

#endif

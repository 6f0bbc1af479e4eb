/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What debuggers and profilers learn of loaded images. */
#ifndef HSAEMU_ANNOUNCE_IMPL_H
#define HSAEMU_ANNOUNCE_IMPL_H

#include "rt/load/loader_impl.h"

/* Announces an image that was loaded from these bytes. Does nothing where nobody would look, or
 * when there is no memory. */
void rt_announce_image(struct rt_image *image, const void *bytes, size_t len);
/* Takes the announcement back, as the image is about to be unmapped. */
void rt_revoke_image(struct rt_image *image);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images of kernels that the host has no code of. */
#ifndef HSAEMU_GCN_IMAGE_FILE_IMPL_H
#define HSAEMU_GCN_IMAGE_FILE_IMPL_H

#include "hsaemu/image.h"

/* Appends an image, as hsa-ld writes them, with this metadata and code object. The host's code of
 * each kernel is an instruction that does not exist. Descriptors say what the metadata says. */
void gcn_image_write(const struct image_meta *m, struct str code_object, struct buf *out);

#endif

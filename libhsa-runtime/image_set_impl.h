/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The set of images that there are. All functions may be called from any thread. */
#ifndef HSAEMU_HSA_IMAGE_SET_IMPL_H
#define HSAEMU_HSA_IMAGE_SET_IMPL_H

#include <hsa/hsa.h>
#include <hsa/hsa_ext_image.h>
#include "hsaemu/base.h"

struct hr_image_set;

struct hr_image_set *hr_image_set_new(void) NODISCARD; /* NULL: there is no memory */
/* Destroys the images that are left, and the set, which may be NULL. */
void hr_image_set_free(struct hr_image_set *set);
bool hr_image_add(struct hr_image_set *set, hsa_ext_image_t image) NODISCARD;
bool hr_image_has(struct hr_image_set *set, hsa_ext_image_t image);
/* Returns whether it was there. */
bool hr_image_remove(struct hr_image_set *set, hsa_ext_image_t image);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Textures and surfaces (CUDA driver API, "Texture Object Management", "Surface Object Management",
 * "Texture Reference Management"), as images and samplers of HSAIL. */
#ifndef HSAEMU_CUDA_TEXTURE_IMPL_H
#define HSAEMU_CUDA_TEXTURE_IMPL_H

#include "context_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/ext_image.h"
#include "hsaemu/image_abi.h"

/* What the image of an object is made of: its levels of detail, one unless `is_mipmapped`. */
struct cu_texels {
	struct rt_ext_image_level levels[HSAEMU_MAX_LEVELS];
	unsigned count;
	bool is_mipmapped;
};
/* Finds them, by a view if it is not NULL. */
CUresult cu_texels_read(const CUDA_RESOURCE_DESC *r, const CUDA_RESOURCE_VIEW_DESC *v,
	bool as_integer, struct cu_texels *t) NODISCARD;
/* Makes the image of a texture; of a surface, where `d` is NULL, and `t` is not mipmapped. */
CUresult cu_image_make(const struct cu_texels *t, const CUDA_TEXTURE_DESC *d,
	uint64_t *out) NODISCARD;
CUresult cu_texture_error(hsa_status_t status);
/* Frees an object, CU_TEXTURE or CU_SURFACE, that no kernel uses. */
void cu_texture_drop(unsigned long long object, enum cu_kind kind);

#endif

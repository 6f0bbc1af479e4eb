/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ldimage instruction (PRM 7.3): loads elements by integer coordinates, without a sampler. */
#include "image_access_impl.h"

INLINE void load(const struct hsaemu_image *im, const uint32_t *coords, uint32_t *texels,
	uint32_t active, unsigned n)
{
	struct places p;

	find_elements(im, coords, active, n, &p);
	read_elements(im, &p, texels, n);
}

void hsa_ldimage(const struct hsaemu_image *im, const uint32_t *coords, uint32_t *texels,
	uint32_t active, uint32_t form)
{
	unsigned n = form & 0xff;

	if (active == 0)
		return;
	if (n == 1)
		load(im, coords, texels, active, 1);
	else
		load(im, coords, texels, active, n);
}

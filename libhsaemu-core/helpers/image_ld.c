/* ldimage (PRM 7.3). */
#include "image_impl.h"

void hsa_ldimage(const struct hsaemu_image *im, const uint32_t *coords, uint32_t *texels,
	uint32_t active, uint32_t form)
{
	unsigned n = form & 0xff;
	struct places p;

	if (active == 0)
		return;
	find_elements(im, coords, active, n, &p);
	read_elements(im, &p, texels, n);
}

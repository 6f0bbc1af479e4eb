/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Binds imports: variables that an image uses and does not define (docs/kernel-abi.md). The words
 * that hold their addresses lie in writable segments, so that pages need no other protection
 * meanwhile. Nothing is stored before all addresses are known to be good. */
#include <string.h>
#include "rt/load/loader_impl.h"

static const uint64_t SMALL_END = (uint64_t)1 << 32;

size_t rt_image_import_count(const struct rt_image *image)
{
	return image->image.import_count;
}

const struct image_symbol *rt_image_import(const struct rt_image *image, size_t index)
{
	return image->image.imports[index].what;
}

uint64_t rt_image_import_address(const struct rt_image *image, size_t index)
{
	return image->addresses[index];
}

bool rt_image_is_ready(const struct rt_image *image)
{
	return image->is_ready;
}

static bool refuse(const struct rt_image *image, const struct image_symbol *what, struct diag *d,
	const char *why)
{
	diag_error(d, diag_in_file(image->image.file), "%s variable '%s' %s", what->kind,
		what->name, why);
	return false;
}

static bool check(const struct rt_image *image, const struct image_symbol *what, uint64_t address,
	struct diag *d)
{
	if (what->align != 0 && address % what->align != 0)
		return refuse(image, what, d, "is not aligned as its declaration says");
	if (rt_image_is_small(image) && address >= SMALL_END)
		return refuse(image, what, d,
			"lies above 4 GiB, where the small machine model has no addresses");
	return true;
}

static void store(struct rt_image *image)
{
	const struct image *im = &image->image;
	for (uint32_t i = 0; i < im->relocation_count; i++) {
		const struct image_relocation *r = &im->relocations[i];
		if (r->import == IMAGE_NO_IMPORT)
			continue;
		uint64_t value = image->addresses[r->import] + r->addend;
		memcpy(image->base + r->vaddr, &value, sizeof value);
	}
}

bool rt_image_bind(struct rt_image *image, rt_resolve *resolve, void *arg, struct diag *d)
{
	const struct image *im = &image->image;
	bool ok = true;
	if (image->is_ready)
		return true;
	for (uint32_t i = 0; i < im->import_count; i++) {
		const struct image_symbol *what = im->imports[i].what;
		uint64_t *address = &image->addresses[i];
		*address = 0;
		bool found = resolve != NULL && resolve(arg, what, address);
		if (!found) {
			*address = (uintptr_t)rt_image_managed(image, i, NULL);
			found = *address != 0;
		}
		ok &= found ? check(image, what, *address, d)
		            : refuse(image, what, d, "is imported, and nothing defines it");
	}
	if (ok)
		store(image);
	image->is_ready = ok;
	return ok;
}

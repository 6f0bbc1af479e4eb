/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels, variables and functions of a loaded image, by their names and by rows of its
 * metadata. */
#include <string.h>
#include "hsaemu/kernel_abi.h"
#include "rt/load/loader_impl.h"

const struct hsaemu_kernel_descriptor *rt_image_kernel_find(const struct rt_image *image,
	const char *name, const struct image_kernel **meta)
{
	const struct image_code *code = image_kernel_find(&image->image, str_from(name));
	if (code == NULL)
		return NULL;
	if (meta != NULL)
		*meta = code->kernel;
	return (const void *)(image->base + code->kd_vaddr);
}

const struct hsaemu_kernel_descriptor *rt_image_kernel_descriptor(const struct rt_image *image,
	const struct image_kernel *kernel)
{
	const struct image *im = &image->image;
	return (const void *)(image->base + im->kernels[kernel - im->meta.kernels].kd_vaddr);
}

void *rt_image_symbol_address(const struct rt_image *image, const struct image_symbol *what,
	uint64_t *bytes)
{
	const struct image_export *e =
		what->definition ? image_export_of(&image->image, what) : NULL;
	if (e == NULL || e->is_function)
		return NULL;
	if (bytes != NULL)
		*bytes = e->bytes;
	return image->base + e->vaddr;
}

void *rt_image_managed(const struct rt_image *image, size_t index, uint64_t *bytes)
{
	const struct image_symbol *what = image->image.imports[index].what;
	for (uint32_t i = 0; i < image->image.meta.symbol_count; i++) {
		const struct image_symbol *own = &image->image.meta.symbols[i];
		struct str rest = str_from(own->symbol);
		if (own->program_linkage && str_starts(rest, str_from(what->symbol)) &&
			str_is(str_skip(rest, strlen(what->symbol)), HSAEMU_MANAGED_SUFFIX))
			return rt_image_symbol_address(image, own, bytes);
	}
	return NULL;
}

/* Finds a managed variable that is bound. */
static void *find_import(const struct rt_image *image, struct str name,
	const struct image_symbol **meta, uint64_t *bytes)
{
	for (size_t i = 0; i < image->image.import_count; i++) {
		const struct image_symbol *what = image->image.imports[i].what;
		if (!image_name_fits(name, what->module, what->name) ||
			rt_image_managed(image, i, bytes) == NULL)
			continue;
		if (meta != NULL)
			*meta = what;
		return (void *)(uintptr_t)image->addresses[i];
	}
	return NULL;
}

/* Returns whether the symbol is the descriptor of an indirect function. */
static bool is_handle(const struct image_export *e)
{
	return str_starts(str_from(e->symbol), STR("fd."));
}

void *rt_image_variable_find(const struct rt_image *image, const char *name,
	const struct image_symbol **meta, uint64_t *bytes)
{
	const struct image_meta *m = &image->image.meta;
	const struct image_export *e = image_export_find(&image->image, str_from(name));
	if (e == NULL)
		return find_import(image, str_from(name), meta, bytes);
	if (e->is_function || is_handle(e))
		return NULL;
	for (uint32_t i = 0; i < m->symbol_count; i++) {
		if (strcmp(m->symbols[i].symbol, e->symbol) == 0) {
			if (meta != NULL)
				*meta = &m->symbols[i];
			if (bytes != NULL)
				*bytes = e->bytes;
			return image->base + e->vaddr;
		}
	}
	return NULL;
}

uint64_t rt_image_function_find(const struct rt_image *image, const char *name)
{
	const struct image_export *e = image_export_find(&image->image, str_from(name));
	if (e == NULL || !is_handle(e))
		return 0;
	return (uint64_t)(uintptr_t)(image->base + e->vaddr);
}

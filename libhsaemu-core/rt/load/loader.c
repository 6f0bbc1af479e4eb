/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loader: maps an image that image_open() has checked.
 *
 * Segments are copied into fresh pages, relocated, and then given their own protection, so no page
 * is ever writable and executable at once. The image file is not needed afterwards. Loading happens
 * before any kernel runs and reports errors to a struct diag, want of memory too. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/unwind.h"
#include "rt/load/announce_code_impl.h"
#include "rt/load/loader_impl.h"
#include "rt/os/cpu_features_impl.h"
#include "rt/os/os_impl.h"

/* Chooses the last version that this machine can run, which uses most of its features. False after
 * a diagnostic when there is none. */
static bool choose_version(struct image *im, struct diag *d)
{
	for (uint32_t v = im->version_count; v-- > 0;)
		if (cpu_missing(im->versions[v].level, im->versions[v].features).n == 0) {
			image_select(im, v);
			return true;
		}
	struct str missing = cpu_missing(im->isa.level, im->isa.features);
	diag_error(d, diag_in_file(im->file),
		"its code is for %s%s and needs '" STR_FMT "', which this machine lacks",
		im->isa.level, im->version_count > 1 ? " at least" : "", STR_ARG(missing));
	return false;
}

static void copy_and_relocate(struct rt_image *image)
{
	const struct image *im = &image->image;
	for (uint32_t i = 0; i < im->segment_count; i++) {
		const struct image_segment *s = &im->segments[i];
		if (s->file_bytes != 0)
			memcpy(image->base + s->vaddr, s->bytes, s->file_bytes);
	}
	for (uint32_t i = 0; i < im->relocation_count; i++) {
		const struct image_relocation *r = &im->relocations[i];
		uint64_t value = (uint64_t)(uintptr_t)image->base + r->addend;
		if (r->import == IMAGE_NO_IMPORT)
			memcpy(image->base + r->vaddr, &value, sizeof value);
	}
}

static bool protect(struct rt_image *image)
{
	const struct image *im = &image->image;
	for (uint32_t i = 0; i < im->segment_count; i++) {
		const struct image_segment *s = &im->segments[i];
		enum os_access access = s->executable ? OS_READ_EXECUTE
		                        : s->writable ? OS_READ_WRITE
		                                      : OS_READ;
		if (!os_protect(image->base + s->vaddr, s->mem_bytes, access))
			return false;
	}
	return true;
}

bool rt_image_is_small(const struct rt_image *image)
{
	return strcmp(image->image.meta.machine_model, "small") == 0;
}

static bool map(struct rt_image *image, struct diag *d)
{
	if (os_fence(&image->memory, image->image.span, OS_WIDE_FENCE, rt_image_is_small(image))) {
		image->base = image->memory.pages;
		copy_and_relocate(image);
		if (protect(image))
			return true;
	}
	diag_no_memory(d, diag_in_file(image->image.file), "out of memory: an image of %llu bytes",
		(unsigned long long)image->image.span);
	return false;
}

/* With this room, binding needs no memory. */
static void make_room_for_imports(struct rt_image *image)
{
	uint32_t count = image->image.import_count;
	image->addresses = ARENA_ARRAY(&image->arena, uint64_t, count);
	image->is_ready = count == 0;
}

struct load {
	struct rt_image *image;
	const char *file;
	const void *bytes;
	size_t len;
	struct diag *d;
	bool ok;
};

static void load(void *arg)
{
	struct load *l = arg;
	struct rt_image *image = l->image;
	const char *file = arena_strndup(&image->arena, l->file, strlen(l->file));
	l->ok = image_open(&image->image, file, l->bytes, l->len, &image->arena, l->d) &&
	        choose_version(&image->image, l->d) && map(image, l->d);
	if (l->ok)
		make_room_for_imports(image);
}

bool rt_image_load(const char *file, const void *bytes, size_t len, struct rt_image **out,
	struct diag *d)
{
	struct rt_image *image = mem_try_new(1, sizeof *image);
	struct load l = {.image = image, .file = file, .bytes = bytes, .len = len, .d = d};
	struct diag_mark mark = diag_mark(d);
	struct unwind_report why;
	enum unwind_end end = image == NULL ? UNWIND_NO_MEMORY : unwind_run(load, &l, &why);
	if (end == UNWIND_DONE && l.ok) {
		rt_announce_image(image, bytes, len);
		*out = image;
		return true;
	}
	if (end != UNWIND_DONE)
		diag_back(d, &mark, end, &why);
	if (image != NULL && end != UNWIND_DONE)
		arena_init(&image->arena); /* its blocks are gone with the scope */
	if (image != NULL)
		rt_image_free(image);
	return false;
}

void rt_image_free(struct rt_image *image)
{
	rt_revoke_image(image);
	os_unfence(&image->memory);
	arena_release(&image->arena);
	free(image);
}

const struct image_meta *rt_image_meta(const struct rt_image *image)
{
	return &image->image.meta;
}

const char *rt_image_version(const struct rt_image *image)
{
	const struct image_isa *isa = &image->image.isa;
	return isa->suffix[0] != 0 ? isa->suffix + 1 : isa->level;
}

const void *rt_image_base(const struct rt_image *image)
{
	return image->base;
}

bool rt_image_address(const struct rt_image *image, uint64_t address, uint64_t *vaddr)
{
	uint64_t base = (uint64_t)(uintptr_t)image->base;
	if (address < base || address - base >= image->image.span)
		return false;
	*vaddr = address - base;
	return true;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as an image that is loaded, and all that is read of it after that: variables, kernels,
 * handles, imports, what a profile counts, lines of code. */
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "hsaemu/image.h"
#include "hsaemu/rt.h"

static uint64_t sum;

static void look_at_names(const struct rt_image *image)
{
	const struct image_meta *m = rt_image_meta(image);
	for (uint32_t i = 0; i < m->kernel_count; i++) {
		const struct image_kernel *k;
		const struct hsaemu_kernel_descriptor *kd =
			rt_image_kernel_find(image, m->kernels[i].name, &k);
		sum += kd == NULL ? 0 : kd->magic + strlen(k->symbol);
	}
	for (uint32_t i = 0; i < m->symbol_count; i++) {
		const struct image_symbol *s;
		uint64_t bytes = 0;
		const uint8_t *v = rt_image_variable_find(image, m->symbols[i].name, &s, &bytes);
		if (v != NULL && bytes != 0)
			sum += v[0] + v[bytes - 1] + strlen(s->type);
		sum += rt_image_function_find(image, m->symbols[i].name);
		const uint8_t *same = rt_image_symbol_address(image, &m->symbols[i], &bytes);
		if (same != NULL && bytes != 0)
			sum += same[0] + same[bytes - 1];
	}
}

/* Says that all imports lie at `arg`, except arrays of three elements. */
static bool resolve(void *arg, const struct image_symbol *what, uint64_t *address)
{
	*address = (uint64_t)(uintptr_t)arg;
	sum += strlen(what->name);
	return what->dim != 3;
}

static void bind_imports(struct rt_image *image, struct diag *d)
{
	static _Alignas(64) uint8_t block[64];
	if (rt_image_bind(image, resolve, block, d) != rt_image_is_ready(image))
		abort();
	for (size_t i = 0; i < rt_image_import_count(image); i++)
		sum += strlen(rt_image_import(image, i)->kind);
}

static void look_at_profile(struct rt_image *image, struct diag *d)
{
	const struct rt_profile_options o = {.entries = 64, .ways = 4, .page_bytes = 4096};
	struct rt_profile_counts counts;
	struct rt_profile *p = NULL;
	if (!rt_profile_start(image, 2, &o, &p, d))
		return;
	rt_profile_read_cu(p, 1, &counts);
	for (size_t i = 0; i < rt_profile_function_count(p); i++) {
		rt_profile_read_function(p, i, &counts);
		sum += strlen(rt_profile_function(p, i)->name);
	}
	rt_profile_free(p);
}

static void look_at_lines(const uint8_t *bytes, size_t len, struct diag *d)
{
	struct elf_view v;
	struct arena a;
	arena_init(&a);
	struct image_lines lines = {0};
	if (elf_view_open(&v, "fuzz.img", bytes, len, &a, d))
		lines = image_lines_of(&v);
	for (uint64_t at = 0; lines.tables.n != 0 && at < 0x4000; at += 0x111) {
		struct image_line line;
		if (image_line_find(&lines, at, &line))
			sum += strlen(line.file);
	}
	arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct rt_image *image = NULL;
	struct diag d;
	fuzz_diag_init(&d);
	if (rt_image_load("fuzz.img", bytes, len, &image, &d)) {
		look_at_names(image);
		bind_imports(image, &d);
		look_at_profile(image, &d);
		look_at_lines(bytes, len, &d);
		rt_image_free(image);
	}
	fuzz_diag_release(&d);
	return 0;
}

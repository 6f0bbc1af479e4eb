/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as an object or a loadable image. */
#include "fuzz.h"
#include "hsaemu/image.h"

static void print_all(const struct image_meta *m, struct buf *text)
{
	image_meta_print(m, text);
	buf_clear(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct buf text = BUF_INIT;
	struct elf_view v;
	struct image_meta meta;
	struct image im;
	struct arena a;
	struct diag d;
	fuzz_diag_init(&d);
	arena_init(&a);
	if (elf_view_open(&v, "fuzz.o", bytes, len, &a, &d) && image_meta_of(&v, &a, &meta, &d))
		print_all(&meta, &text);
	if (image_open(&im, "fuzz.img", bytes, len, &a, &d)) {
		print_all(&im.meta, &text);
		for (uint32_t i = 0; i < im.kernel_count; i++)
			image_kd_print(&im.kernels[i].kd, &text);
		for (uint32_t i = 0; i < im.import_count; i++)
			buf_puts(&text, im.imports[i].what->symbol);
	}
	fuzz_diag_release(&d);
	arena_release(&a);
	buf_release(&text);
	return 0;
}

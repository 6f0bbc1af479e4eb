/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as an object or archive to link; what comes out must be an image. */
#include <stdlib.h>
#include "fuzz.h"
#include "hsaemu/image.h"
#include "hsaemu/link.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const struct link_input in = {"fuzz.o", bytes, len};
	const struct link_options options = {.map = true};
	struct buf image = BUF_INIT, map = BUF_INIT;
	struct elf_view v;
	struct arena a;
	struct diag d;

	fuzz_diag_init(&d);
	arena_init(&a);
	if (link_image(&in, 1, &options, &image, &map, &d) &&
		!elf_view_open(&v, "fuzz.hso", image.data, image.len, &a, &d))
		abort();
	fuzz_diag_release(&d);
	arena_release(&a);
	buf_release(&image);
	buf_release(&map);
	return 0;
}

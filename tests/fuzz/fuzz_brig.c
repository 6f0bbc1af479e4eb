/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a BRIG module: dump, open, verify, print. */
#include "fuzz.h"
#include "hsaemu/brig.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const struct brig_print_options options = {.offsets = true};
	struct brig_view v;
	struct diag d;
	struct buf out = BUF_INIT;

	fuzz_diag_init(&d);
	brig_dump("fuzz.brig", bytes, len, len % 2 ? BRIG_DUMP_TEXT : BRIG_DUMP_JSON, &out, NULL);
	if (brig_view_open(&v, "fuzz.brig", bytes, len, &d)) {
		if (brig_verify(&v, &d) && !brig_print(&v, &options, &out, &d))
			BUG("a verified module could not be printed");
		brig_view_close(&v);
	}
	fuzz_diag_release(&d);
	buf_release(&out);
	return 0;
}

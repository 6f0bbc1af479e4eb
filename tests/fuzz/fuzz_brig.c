/* Any bytes as a BRIG module: dumped always, verified and printed when they are one. */
#include <stdlib.h>
#include "fuzz.h"
#include "hsaemu/brig.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const struct brig_print_options options = {.offsets = true};
	struct buf text = BUF_INIT;
	struct brig_view v;
	struct diag d;
	fuzz_diag_init(&d);
	brig_dump("fuzz.brig", bytes, len, BRIG_DUMP_TEXT, &text);
	buf_clear(&text);
	brig_dump("fuzz.brig", bytes, len, BRIG_DUMP_JSON, &text);
	buf_clear(&text);
	if (brig_view_open(&v, "fuzz.brig", bytes, len, &d)) {
		if (brig_verify(&v, &d) && !brig_print(&v, &options, &text, &d))
			abort();
		brig_view_close(&v);
	}
	fuzz_diag_release(&d);
	buf_release(&text);
	return 0;
}

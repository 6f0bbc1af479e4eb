/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as PTX: what is translated must pass the verifier and print. */
#include <stdlib.h>

#include "fuzz.h"
#include "hsaemu/brig.h"
#include "hsaemu/translate.h"

static void print(const struct buf *brig, struct diag *d)
{
	static const struct brig_print_options options = {.offsets = false};
	struct buf text = BUF_INIT;
	struct brig_view v;
	if (!brig_view_open(&v, "fuzz.brig", brig->data, brig->len, d) ||
		!brig_print(&v, &options, &text, d))
		BUG("a translated module could not be printed");
	brig_view_close(&v);
	buf_release(&text);
}

/* Text that PTX accepts but the verifier does not is a mistake of the translator. */
static bool is_ours(const struct diag *d)
{
	return d->error_count == 0 && d->unsupported_count == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct translate_options options = {.line_info = len % 2 != 0, .comments = len % 3 == 0};
	struct source ptx;
	struct diag d;
	struct buf brig = BUF_INIT;
	char *text = mem_new(len + 1, 1);
	memcpy(text, bytes, len);
	source_borrow(&ptx, "fuzz.ptx", text, len);
	fuzz_diag_init(&d);
	if (translate_ptx(&ptx, &options, &brig, &d))
		print(&brig, &d);
	else if (is_ours(&d))
		BUG("refused without a reason");
	fuzz_diag_release(&d);
	source_release(&ptx);
	buf_release(&brig);
	free(text);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as HSAIL text. */
#include <stdlib.h>
#include "fuzz.h"
#include "hsaemu/assemble.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const struct assemble_options plain = {.debug_lines = false}, lines = {.debug_lines = true};
	struct buf text = BUF_INIT, module = BUF_INIT;
	struct source source;
	struct diag d;
	fuzz_diag_init(&d);
	buf_append(&text, bytes, len);
	buf_u8(&text, 0);
	source_borrow(&source, "fuzz.hsail", (const char *)text.data, len);
	bool good = assemble(&source, &plain, &module, &d);
	buf_clear(&module);
	if (good != assemble(&source, &lines, &module, &d))
		abort();
	fuzz_diag_release(&d);
	source_release(&source);
	buf_release(&text);
	buf_release(&module);
	return 0;
}

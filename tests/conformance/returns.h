/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A verified module to text and back. */
#ifndef TESTS_CONFORMANCE_RETURNS_H
#define TESTS_CONFORMANCE_RETURNS_H

#include "equal.h"
#include "hsaemu/assemble.h"

/* Is the module equal to what its text assembles to? */
static bool returns(const struct brig_view *v, struct diag *d)
{
	static const struct brig_print_options print = {.offsets = false};
	static const struct assemble_options assembling = {.debug_lines = false};
	struct buf text = BUF_INIT, module = BUF_INIT;
	struct source source;
	struct brig_view again;
	bool good = brig_print(v, &print, &text, d);
	buf_u8(&text, 0);
	source_borrow(&source, "printed", (const char *)text.data, text.len - 1);
	good = good && assemble(&source, &assembling, &module, d);
	if (good && brig_view_open(&again, "again", module.data, module.len, d)) {
		good = equal_modules(v, &again);
		brig_view_close(&again);
	}
	if (!good)
		fwrite(text.data, 1, text.len - 1, stdout);
	source_release(&source);
	buf_release(&text);
	buf_release(&module);
	return good;
}

#endif

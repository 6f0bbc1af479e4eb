/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a run file and as option values of hsa-run. */
#include <stdlib.h>
#include "fuzz.h"
#include "hsaemu/buf.h"
#include "hsaemu/runfile.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static const char *const options[] = {"--arg", "--set", "--check", "--out", "--print"};
	struct buf text = BUF_INIT;
	struct source source;
	struct diag d;
	buf_append(&text, bytes, len);
	buf_u8(&text, 0);
	source_borrow(&source, "fuzz.run", (const char *)text.data, len);
	fuzz_diag_init(&d);
	bool said = run_file_check(&source, &d) || diag_failed(&d);
	for (size_t i = 0; i < ARRAY_LEN(options); i++)
		said = (run_file_check_option(options[i], &source, &d) || diag_failed(&d)) && said;
	if (!said)
		abort(); /* refused without a reason */
	fuzz_diag_release(&d);
	source_release(&source);
	buf_release(&text);
	return 0;
}

/* PTX text through the translator. */
#include <stdlib.h>
#include "fuzz.h"
#include "hsaemu/translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const struct translate_options options = {.module_name = "&ptx"};
	struct buf out = BUF_INIT;
	struct source text;
	struct diag d;
	char *copy = mem_new(len + 1, 1);
	if (len != 0)
		memcpy(copy, bytes, len);
	fuzz_diag_init(&d);
	source_borrow(&text, "fuzz.ptx", copy, len);
	if (translate_ptx(&text, &options, &out, &d) == diag_failed(&d))
		abort();
	fuzz_diag_release(&d);
	source_release(&text);
	buf_release(&out);
	free(copy);
	return 0;
}

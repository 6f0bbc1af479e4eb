/* HSAIL text through the assembler; what it accepts must print, and that must assemble again. */
#include <stdlib.h>
#include "fuzz.h"
#include "hsaemu/assemble.h"
#include "hsaemu/brig.h"

static bool assemble_bytes(const char *name, const void *bytes, size_t len, struct buf *out)
{
	const struct assemble_options options = {.debug_lines = false};
	struct source text;
	struct diag d;
	char *copy = mem_new(len + 1, 1);
	if (len != 0)
		memcpy(copy, bytes, len);
	fuzz_diag_init(&d);
	source_borrow(&text, name, copy, len);
	bool ok = assemble(&text, &options, out, &d);
	if (ok == diag_failed(&d))
		abort();
	fuzz_diag_release(&d);
	source_release(&text);
	free(copy);
	return ok;
}

static void print(const struct buf *brig, struct buf *text)
{
	const struct brig_print_options options = {.offsets = false};
	struct brig_view v;
	struct diag d;
	fuzz_diag_init(&d);
	if (!brig_view_open(&v, "fuzz.brig", brig->data, brig->len, &d) || !brig_verify(&v, &d) ||
		!brig_print(&v, &options, text, &d))
		abort();
	brig_view_close(&v);
	diag_release(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct buf brig = BUF_INIT, text = BUF_INIT, again = BUF_INIT;
	if (assemble_bytes("fuzz.hsail", bytes, len, &brig)) {
		print(&brig, &text);
		if (!assemble_bytes("printed.hsail", text.data, text.len, &again) ||
			!str_eq(buf_slice(&brig), buf_slice(&again)))
			abort();
	}
	buf_release(&brig);
	buf_release(&text);
	buf_release(&again);
	return 0;
}

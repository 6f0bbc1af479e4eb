/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a file of a timing model and, to its first line, as a setting. A model that is
 * accepted is written, read again and the same. */
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "hsaemu/gcn_timing.h"

static bool read_model(const char *text, size_t len, struct gcn_model *m, struct diag *d)
{
	struct source source;
	source_borrow(&source, "fuzz.model", text, len);
	if (!gcn_model_find(m, "tahiti"))
		abort();
	bool ok = gcn_model_read(m, &source, d);
	if (!ok && !diag_failed(d))
		abort(); /* refused without a reason */
	/* the places of messages are in the source */
	FILE *null = fopen("/dev/null", "w");
	if (null != NULL) {
		diag_flush(d, null);
		fclose(null);
	}
	source_release(&source);
	return ok;
}

static void write_again(const struct gcn_model *m, struct diag *d)
{
	struct buf text = BUF_INIT;
	struct gcn_model same;
	gcn_model_print(m, &text);
	size_t len = text.len;
	buf_u8(&text, 0);
	if (!read_model((const char *)text.data, len, &same, d) ||
		memcmp(same.values, m->values, sizeof same.values) != 0)
		abort();
	buf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct buf text = BUF_INIT;
	struct gcn_model m;
	struct diag d;
	buf_append(&text, bytes, len);
	buf_u8(&text, 0);
	fuzz_diag_init(&d);
	bool good = read_model((const char *)text.data, len, &m, &d) && gcn_model_check(&m, &d);
	if (good)
		write_again(&m, &d);
	text.data[strcspn((const char *)text.data, "\n")] = 0;
	good = gcn_model_set(&m, (const char *)text.data, &d) && good;
	fuzz_diag_release(&d);
	buf_release(&text);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says why something was refused, to those who ask. The standard has statuses only. */
#include <stdio.h>
#include "objects_impl.h"

void hr_diag_init(struct diag *d)
{
	static const struct diag_options options = {.tool = "libhsa-runtime64", .error_limit = 20};
	diag_init(d, &options);
}

static bool is_asked_for(void)
{
	const struct hr_state *s = hr_state();
	return s != NULL && s->environment.lint != 0;
}

void hr_explain_text(const char *what, const char *text)
{
	if (is_asked_for() && text[0] != 0)
		fprintf(stderr, "libhsa-runtime64: %s:\n%s", what, text);
}

hsa_status_t hr_explain(const char *what, struct diag *d, hsa_status_t status)
{
	bool memory = d->memory_count != 0;
	if (is_asked_for()) {
		struct buf text = BUF_INIT;
		diag_take(d, &text);
		buf_u8(&text, 0);
		hr_explain_text(what, (const char *)text.data);
		buf_release(&text);
	}
	return memory ? HSA_STATUS_ERROR_OUT_OF_RESOURCES : status;
}

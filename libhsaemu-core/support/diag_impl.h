/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages as diag.c collects them and diag_print.c prints them. */
#ifndef HSAEMU_DIAG_IMPL_H
#define HSAEMU_DIAG_IMPL_H

#include "hsaemu/buf.h"
#include "hsaemu/diag.h"

struct diag_message {
	struct diag_message *next;
	enum diag_severity severity;
	struct diag_place place; /* file and section are copies in the diag's arena */
	const char *text;
	bool bare; /* the source line was shown just before */
};

/* Appends one message to `out`, as text. */
void diag_print_text(struct buf *out, const struct diag_message *m, const char *tool, bool color);
/* Appends one JSON object and a newline: message `m` with the notes that follow it. Returns the
 * first message behind these. */
const struct diag_message *diag_print_json(struct buf *out, const struct diag_message *m,
	const char *tool);

/* Returns how many bytes the valid UTF-8 sequence at p has; 0 when it is not valid. */
size_t diag_utf8_len(const char *p, size_t n);
/* Returns whether a byte is a later byte of a UTF-8 character, not its first. */
bool diag_utf8_is_tail(unsigned char c);

#endif

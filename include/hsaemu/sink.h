/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a writer of much text hands it over piece by piece instead of keeping it. */
#ifndef HSAEMU_SINK_H
#define HSAEMU_SINK_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

struct sink {
	/* Takes a piece of text. False when no more is wanted, which the sink has explained by a
	 * diagnostic of its own. */
	bool (*take)(struct sink *s, const void *bytes, size_t len);
};

/* A writer calls this whenever its text may be handed over; it is, when there is enough of it.
 * False when the sink wants no more. Without a sink all text stays in *text. */
enum { SINK_PIECE_BYTES = 1 << 16 };
static inline bool sink_offer(struct sink *s, struct buf *text)
{
	if (s == NULL || text->len < SINK_PIECE_BYTES)
		return true;
	bool wanted = s->take(s, text->data, text->len);
	buf_clear(text);
	return wanted;
}
/* Hands over the rest of the text. */
static inline bool sink_finish(struct sink *s, struct buf *text)
{
	if (s == NULL || text->len == 0)
		return true;
	bool wanted = s->take(s, text->data, text->len);
	buf_clear(text);
	return wanted;
}

HSAEMU_END_DECLS

#endif

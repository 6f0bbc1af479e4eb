/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The receiver of a long text, to which a writer hands the text over piece by piece instead of
 * keeping it. */
#ifndef HSAEMU_SINK_H
#define HSAEMU_SINK_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

struct sink {
	/* Takes a piece of text. Returns false when no more is wanted; the sink has then reported
	 * the reason in a diagnostic of its own. */
	bool (*take)(struct sink *s, const void *bytes, size_t len);
};

/* A writer calls this at each point where its text may be handed over, which happens once there is
 * enough text. False when the sink wants no more. Without a sink all text stays in *text. */
enum { SINK_PIECE_BYTES = 1 << 16 };
static inline bool sink_offer(struct sink *s, struct buf *text)
{
	if (s == NULL || text->len < SINK_PIECE_BYTES)
		return true;
	bool wanted = s->take(s, text->data, text->len);
	buf_clear(text);
	return wanted;
}
/* Hands over the rest of the text. False when the sink wants no more. */
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

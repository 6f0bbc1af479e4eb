/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds which of the known words is closest to a mistyped one, for "did you mean". */
#ifndef HSAEMU_SIMILAR_H
#define HSAEMU_SIMILAR_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

struct similar {
	struct str word;
	/* number of edits from the word to `best`; only a closer word replaces it */
	unsigned distance;
	const char *best; /* NULL: nothing known is close */
};

/* Begins a search for a word. A third of the word's bytes may be wrong, fewer in a short word. */
struct similar similar_to(struct str word);
/* Considers one known word, which is borrowed. Does nothing for NULL. */
void similar_try(struct similar *s, const char *known);
/* Appends "; did you mean 'best'?", or nothing. */
void similar_say(const struct similar *s, struct buf *out);

HSAEMU_END_DECLS

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* "Did you mean": which of the known words a mistyped one is closest to. */
#ifndef HSAEMU_SIMILAR_H
#define HSAEMU_SIMILAR_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

struct similar {
	struct str word;
	unsigned distance; /* of `best`; only what is closer counts */
	const char *best;  /* NULL: nothing known is close */
};

/* A search in which a third of the word's bytes may be wrong, fewer in a short word. */
struct similar similar_to(struct str word);
/* Considers one known word, borrowed; NULL is none. */
void similar_try(struct similar *s, const char *known);
/* Appends "; did you mean 'best'?", or nothing. */
void similar_say(const struct similar *s, struct buf *out);

HSAEMU_END_DECLS

#endif

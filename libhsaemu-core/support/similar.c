/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the closest known word (similar.h). */
#include "hsaemu/similar.h"

/* Returns how many edits still count as a mistyped word. Long words are no typing mistakes, and
 * comparing them takes time. */
static unsigned farthest(size_t bytes)
{
	return bytes < 3 ? 1 : bytes < 6 ? 2 : bytes < 200 ? (unsigned)bytes / 3 + 1 : 1;
}

struct similar similar_to(struct str word)
{
	return (struct similar){.word = word, .distance = farthest(word.n)};
}

void similar_try(struct similar *s, const char *known)
{
	if (known == NULL)
		return;
	unsigned distance = str_distance(s->word, str_from(known));
	if (distance < s->distance && distance < s->word.n) {
		s->distance = distance;
		s->best = known;
	}
}

void similar_say(const struct similar *s, struct buf *out)
{
	if (s->best != NULL)
		buf_printf(out, "; did you mean '%s'?", s->best);
}

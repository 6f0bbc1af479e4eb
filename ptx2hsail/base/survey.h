/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For --survey: counts the constructs of a module that have no translation. */
#ifndef HSAEMU_PTX_SURVEY_H
#define HSAEMU_PTX_SURVEY_H

#include "hsaemu/arena.h"
#include "hsaemu/buf.h"
#include "hsaemu/str.h"

struct survey {
	struct arena arena;
	struct str_map by_text; /* maps a text to its struct finding */
	struct finding *first;
	size_t count; /* number of findings */
};
void survey_init(struct survey *s);
void survey_release(struct survey *s);
void survey_add(struct survey *s, struct str text);
void survey_print(const struct survey *s, const char *file, struct buf *out);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A text input with its line table, for diagnostics with a source line and a caret. */
#ifndef HSAEMU_SOURCE_H
#define HSAEMU_SOURCE_H

#include "hsaemu/decls.h"
#include "hsaemu/str.h"

HSAEMU_BEGIN_DECLS

struct diag;

struct source {
	const char *name; /* as the user gave it; "<stdin>" for "-" */
	const char *text; /* NUL-terminated one past `len` */
	size_t len;
	uint32_t *line_offs; /* built on first use */
	size_t line_count;
	struct file_data *file; /* the text's, when the source owns it */
	struct arena *arena;    /* where the line table is; NULL: the source owns it */
};

/* Reads a whole file of at most 4 GiB - 1; "-" is standard input. False after a diagnostic. */
bool source_load(struct source *s, const char *path, struct diag *d) NODISCARD;
/* Borrows `text`, which must be NUL-terminated at text[len] and outlive the source. */
void source_borrow(struct source *s, const char *name, const char *text, size_t len);
/* Makes a source in an arena, which borrows `text` in the same way and is gone with the arena. */
struct source *source_in_arena(struct arena *a, const char *name, const char *text, size_t len);
void source_release(struct source *s);

/* Computes the line and byte column, both counted from 1, of a byte offset; offset == len is
 * allowed. */
void source_position(struct source *s, uint32_t off, uint32_t *line, uint32_t *col);
struct str source_line(struct source *s, uint32_t line); /* without its newline */

HSAEMU_END_DECLS

#endif

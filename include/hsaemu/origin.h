/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The source from which a compiler made a tool's input. Messages about the input name lines of this
 * source, which a person wrote, instead of lines of an intermediate file. */
#ifndef HSAEMU_ORIGIN_H
#define HSAEMU_ORIGIN_H

#include "hsaemu/decls.h"
#include "hsaemu/diag.h"

HSAEMU_BEGIN_DECLS

struct origin {
	const char *name;   /* as the user calls it */
	struct source text; /* its contents; empty if it cannot be read */
	struct arena arena; /* names of other files */
	bool readable;
};

/* `name` must outlive the origin. A source that cannot be read is no error; messages then do not
 * show its lines. */
void origin_open(struct origin *o, const char *name);
void origin_close(struct origin *o);
/* Returns the place that a line table calls line `line`, column `column` of `file`; line 0 means
 * that the line is not known. Only the origin itself is ever read, whatever files the table
 * names. */
struct diag_place origin_place(struct origin *o, struct str file, uint64_t line, uint64_t column);

HSAEMU_END_DECLS

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Figures by gnuplot. */
#ifndef BENCH_DRAW_H
#define BENCH_DRAW_H

#include "comparison.h"
#include "hsaemu/buf.h"

/* Text as gnuplot reads it literally: in single quotes, where nothing is substituted. */
void draw_quote(struct buf *script, const char *text);
/* A case's name, without the suite's where the head says that. */
const char *draw_name(const struct comparison *c, size_t index);
/* A number, or what leaves a gap. */
void draw_value(struct buf *script, double v);
/* The terminal, the output and the layout of `panels` panels, so many beside each other, below a
 * line that says what was measured where. */
void draw_head(struct buf *script, const struct comparison *c, const char *path, size_t panels,
	size_t columns, int width, int height);
/* Has gnuplot draw `path`, and leaves the script at path.gp. Says why not and returns false. */
bool draw(const struct buf *script, const char *path);

#endif

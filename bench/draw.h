/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Draws figures with gnuplot. */
#ifndef BENCH_DRAW_H
#define BENCH_DRAW_H

#include "comparison.h"
#include "hsaemu/buf.h"

/* Appends text in single quotes, in which gnuplot substitutes nothing. */
void draw_quote(struct buf *script, const char *text);
/* Returns a case's name, without the suite's prefix if the figure's head names the suite. */
const char *draw_name(const struct comparison *c, size_t index);
/* Appends a number, or the mark that makes gnuplot leave a gap. */
void draw_value(struct buf *script, double v);
/* Appends the terminal, the output file and the layout of `panels` panels, so many beside each
 * other, below a line that says what was measured and where. */
void draw_head(struct buf *script, const struct comparison *c, const char *path, size_t panels,
	size_t columns, int width, int height);
/* Makes gnuplot draw `path` and leaves the script at path.gp. On failure says why and returns
 * false. */
bool draw(const struct buf *script, const char *path);

#endif

/* A whole run of the bench. */
#ifndef BENCH_COMPARISON_H
#define BENCH_COMPARISON_H

#include "finalize.h"

struct comparison {
	struct plan plan;
	struct prepared (*files)[COLUMN_COUNT]; /* by case */
	struct row *rows;
	size_t count;
	struct growth growth[FINALIZE_SIZES]; /* all zero when it was not wanted */
};

/* Same case and size with one thread; NULL when there is none. */
const struct row *comparison_single(const struct comparison *c, const struct row *row);

/* Both say why not and return false. */
bool comparison_json(const struct comparison *c, const char *path);
/* How many times faster threads and lanes make each kernel, and than peers it is, drawn by gnuplot. */
bool comparison_svg(const struct comparison *c, const char *path);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes a comparison as lines of JSON while it is measured, so that nothing is lost with the
 * program: a line on the machine and the plan, one for each row, one for the growth, and a last one
 * that says whether that is all. */
#ifndef BENCH_JSON_LOG_H
#define BENCH_JSON_LOG_H

#include "comparison.h"

struct json_log {
	const char *path; /* the caller's */
	FILE *file;       /* NULL when it is not open */
	bool failed;      /* there was a message */
};

/* Opens the file ("-": standard output) and writes its first line; or, if keep > 0, goes on behind
 * so many bytes of it. Returns false after a message. */
bool json_log_open(struct json_log *l, const struct comparison *c, const char *path, size_t keep);
/* A failure gives one message, and makes json_log_close() return false. */
void json_log_row(struct json_log *l, const struct comparison *c, const struct row *row);
/* Writes the last lines. Returns false if not all was written, after a message. */
bool json_log_close(struct json_log *l, const struct comparison *c);

#endif

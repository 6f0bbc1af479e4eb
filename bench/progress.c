/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "engine.h"

#define CLEAR "\r\033[K" /* the line of the terminal */

void progress_begin(struct progress *p, size_t all)
{
	*p = (struct progress){
		.all = all, .start_ns = bench_now().wall_ns, .shown = isatty(STDERR_FILENO) == 1};
}

void progress_show(const struct progress *p, const char *what)
{
	enum { MINUTE_S = 60, HOUR_S = 3600 };
	if (!p->shown)
		return;
	fprintf(stderr, CLEAR "row %zu of %zu (%s)", p->done + 1, p->all, what);
	if (p->done > 0) {
		uint64_t each_ns = (bench_now().wall_ns - p->start_ns) / p->done;
		uint64_t left_s = each_ns * (p->all - p->done) / 1000000000u;
		fprintf(stderr, ", about %" PRIu64 ":%02u:%02u left", left_s / HOUR_S,
			(unsigned)(left_s % HOUR_S / MINUTE_S), (unsigned)(left_s % MINUTE_S));
	}
	fflush(stderr);
}

void progress_hide(const struct progress *p)
{
	if (p->shown)
		fputs(CLEAR, stderr);
}

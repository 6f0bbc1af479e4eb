/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See pass_clock.h. */
#include <string.h>
#include <time.h>
#include "ir/pass_clock.h"

static double now(void)
{
	struct timespec t;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0)
		BUG("no clock of the thread's CPU time");
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void fin_pass_clock_start(struct fin_pass_clock *c)
{
	*c = (struct fin_pass_clock){.on = true, .last = now()};
}

void fin_pass_done(struct fin_pass_clock *c, const char *name)
{
	unsigned k = 0;
	double t;

	if (!c->on)
		return;
	while (k < c->count && strcmp(c->name[k], name) != 0)
		k++;
	if (k == FIN_MAX_PASSES)
		BUG("more than %d passes", FIN_MAX_PASSES);
	c->name[k] = name;
	c->count += k == c->count;
	t = now();
	c->seconds[k] += t - c->last;
	c->last = t;
}

void fin_pass_clock_report(const struct fin_pass_clock *c, struct diag *d)
{
	const struct diag_place nowhere = {.kind = DIAG_NOWHERE};
	double total = 0;

	if (!c->on)
		return;
	for (unsigned k = 0; k < c->count; k++)
		total += c->seconds[k];
	for (unsigned k = 0; k < c->count; k++)
		diag_remark(d, nowhere, "%9.3f ms %5.1f %%  %s", c->seconds[k] * 1e3,
			total > 0 ? 100 * c->seconds[k] / total : 0, c->name[k]);
	diag_remark(d, nowhere, "%9.3f ms 100.0 %%  total", total * 1e3);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts launches off until they are waited for: all of them, so that the host's code between them
 * runs before. It shows in tests that cases wait where they must for engines that batch
 * launches. */
#include "engine.h"

#include <string.h>

#include "hsaemu/base.h"

struct noted {
	struct noted *next;
	struct suite_launch launch;
	char kernarg[];
};

struct deferred_run {
	struct suite_run run;
	struct suite_run *inner;
	struct noted *first, **end;
};

static void launch_later(struct suite_run *run, const struct suite_launch *l)
{
	struct deferred_run *r = (struct deferred_run *)run;
	struct noted *n = mem_new(1, sizeof *n + l->kernarg_bytes);
	n->launch = *l;
	n->launch.kernarg = n->kernarg;
	if (l->kernarg_bytes)
		memcpy(n->kernarg, l->kernarg, l->kernarg_bytes);
	*r->end = n;
	r->end = &n->next;
}

static void wait_for_all(struct suite_run *run)
{
	struct deferred_run *r = (struct deferred_run *)run;
	while (r->first) {
		struct noted *n = r->first;
		r->inner->engine->launch(r->inner, &n->launch);
		r->first = n->next;
		mem_free(n);
	}
	r->end = &r->first;
}

static void close_deferred(struct suite_run *run)
{
	struct deferred_run *r = (struct deferred_run *)run;
	r->inner->engine->close(r->inner);
}

static const struct engine engine_deferred = {NULL, launch_later, wait_for_all, close_deferred};

struct suite_run *engine_defer(struct suite_run *inner)
{
	struct deferred_run *r = suite_alloc(sizeof *r);
	r->run.engine = &engine_deferred;
	r->inner = inner;
	r->end = &r->first;
	return &r->run;
}

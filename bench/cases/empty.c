/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel that does nothing. One case dispatches one work-group a thousand times, so its
 * milliseconds are microseconds per dispatch; the other dispatches a million work-groups at once,
 * so its milliseconds are nanoseconds per group. */
#include "suite.h"

enum { GROUP = 256 };

struct empty {
	uint32_t count;
};

static void *setup_dispatches(enum suite_size size)
{
	struct empty *v = suite_alloc(sizeof *v);
	v->count = (uint32_t)suite_pick(size, 3, 1000, 1000);
	return v;
}

static void *setup_groups(enum suite_size size)
{
	struct empty *v = suite_alloc(sizeof *v);
	v->count = (uint32_t)suite_pick(size, 7, 1000000, 1000000);
	return v;
}

static void launch(struct suite_run *r, uint32_t groups)
{
	suite_launch(r, "&empty", (struct suite_dim){groups * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, NULL, 0);
}

static void run_dispatches(struct suite_run *r, void *data)
{
	struct empty *v = data;
	for (uint32_t i = 0; i < v->count; i++)
		launch(r, 1);
}

static void run_groups(struct suite_run *r, void *data)
{
	struct empty *v = data;
	launch(r, v->count);
}

static bool verify(const void *data, FILE *message)
{
	(void)data;
	(void)message;
	return true;
}

const struct suite_case suite_dispatches = {
	.name = "dispatches",
	.file = "empty",
	.cache = "1,000 empty dispatches",
	.full = "1,000 empty dispatches",
	.unit = "us",
	.setup = setup_dispatches,
	.run = run_dispatches,
	.verify = verify,
};

const struct suite_case suite_groups = {
	.name = "groups",
	.file = "empty",
	.cache = "1,000,000 empty work-groups",
	.full = "1,000,000 empty work-groups",
	.unit = "ns",
	.setup = setup_groups,
	.run = run_groups,
	.verify = verify,
};

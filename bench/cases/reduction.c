/* Sum by trees in group memory. */
#include "native.h"
#include "suite.h"

enum { GROUP = 256 }; /* GROUP partial sums at most */

struct reduction {
	size_t n, groups;
	float *in, *partial, *out;
	float expected;
};

static void *setup(enum suite_size size)
{
	struct reduction *v = suite_alloc(sizeof *v);
	v->n = size == SUITE_FULL ? 1 << 16 : 3001;
	v->groups = (v->n + GROUP - 1) / GROUP;
	v->in = suite_alloc(v->n * sizeof(float));
	v->partial = suite_alloc(v->groups * sizeof(float));
	v->out = suite_alloc(1 * sizeof(float));
	suite_fill_floats(v->in, v->n, 0, 1, 1);
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct reduction *v = data;
	struct {
		const float *in;
		float *out;
		uint32_t n;
	} first = {v->in, v->partial, (uint32_t)v->n},
	  second = {v->partial, v->out, (uint32_t)v->groups};
	struct suite_dim group = {GROUP, 1, 1};
	suite_launch(r, "&reduce", (struct suite_dim){(uint32_t)v->groups * GROUP, 1, 1}, group,
		GROUP * sizeof(float), &first, sizeof first);
	suite_launch(r, "&reduce", group, group, GROUP * sizeof(float), &second, sizeof second);
}

static void native(void *data)
{
	struct reduction *v = data;
	v->expected = native_sum(v->in, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct reduction *v = data;
	return suite_close_floats("sum", v->out, &v->expected, 1, 0, 1e-4f, message);
}

const struct suite_case suite_reduction = {
	.name = "reduction",
	.what = "256 KB: 64 K floats",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};

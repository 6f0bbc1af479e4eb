/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* DwtHaar1D: a Haar wavelet transform; a dispatch makes up to nine levels, the next one goes on
 * with its means. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { MOST_LEVELS = 9 };

struct haar {
	uint32_t levels; /* 1 << levels numbers */
	float *input, *in, *out, *means, *expected;
};

static void *setup(enum suite_size size)
{
	struct haar *v = suite_alloc(sizeof *v);
	v->levels = (uint32_t)suite_pick(size, 12, 16, 22);
	size_t bytes = sizeof(float) << v->levels;
	v->input = suite_alloc(bytes);
	v->in = suite_alloc(bytes);
	v->out = suite_alloc(bytes);
	v->means = suite_alloc(bytes);
	v->expected = suite_alloc(bytes);
	suite_fill_floats(v->input, (size_t)1 << v->levels, 0, 10, 1);
	return v;
}

static void reset(void *data)
{
	struct haar *v = data;
	memcpy(v->in, v->input, sizeof(float) << v->levels);
}

static void run(struct suite_run *r, void *data)
{
	struct haar *v = data;
	for (uint32_t done = 0, left = v->levels; left > 0;) {
		uint32_t now = left < MOST_LEVELS ? left : MOST_LEVELS, group = 1u << (now - 1);
		struct {
			const float *in;
			float *out, *means;
			uint64_t local;
			uint32_t levels, length, done, most;
		} args = {v->in, v->out, v->means, 0, left, 1u << left, done, MOST_LEVELS};
		suite_launch(r, "&dwtHaar1D", (struct suite_dim){1u << (left - 1), 1, 1},
			(struct suite_dim){group, 1, 1}, 2 * group * sizeof(float), &args,
			sizeof args);
		done += now;
		left -= now;
		suite_wait(r);
		memcpy(v->in, v->means, sizeof(float) << left);
	}
	v->out[0] = v->means[0];
}

static void native(const struct native_loops *c, void *data)
{
	struct haar *v = data;
	c->amd_haar(v->input, v->expected, (size_t)1 << v->levels);
}

static bool verify(const void *data, FILE *message)
{
	const struct haar *v = data;
	return suite_close_floats("out", v->out, v->expected, (size_t)1 << v->levels, 1e-5f, 1e-4f,
		message);
}

const struct suite_case suite_amd_DwtHaar1D = {
	.name = "amd/DwtHaar1D",
	.source = SUITE_OPENCL,
	.original.opencl = "DwtHaar1D/DwtHaar1D_Kernels.cl",
	.cache = "64 K floats",
	.full = "16 MB: 4 M floats",
	.setup = setup,
	.reset = reset,
	.run = run,
	.native = native,
	.verify = verify,
};

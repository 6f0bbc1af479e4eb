/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* QuasiRandomSequence: Sobol's sequence in many dimensions, a group each. */
#include "native.h"
#include "suite.h"

enum { BITS = 32 };

struct sobol {
	uint32_t dimensions, vectors;
	uint32_t *directions;
	float *out, *expected;
};

static void *setup(enum suite_size size)
{
	struct sobol *v = suite_alloc(sizeof *v);
	uint64_t state = 1;
	v->dimensions = (uint32_t)suite_pick(size, 5, 64, 2048);
	v->vectors = (uint32_t)suite_pick(size, 256, 1024, 1024);
	v->directions = suite_alloc(BITS * v->dimensions * sizeof(uint32_t));
	v->out = suite_alloc((size_t)v->dimensions * v->vectors * sizeof(float));
	v->expected = suite_alloc((size_t)v->dimensions * v->vectors * sizeof(float));
	/* An odd number at the top of the word: any choice makes a sequence of (0, 1). */
	for (uint32_t i = 0; i < BITS * v->dimensions; i++) {
		uint32_t bits = i % BITS + 1, odd = (uint32_t)suite_random(&state) | 1;
		v->directions[i] = i < BITS ? 1u << (BITS - bits) : odd << (BITS - bits);
	}
	return v;
}

static void run(struct suite_run *r, void *data)
{
	struct sobol *v = data;
	struct {
		float *out;
		const uint32_t *directions;
		uint64_t shared;
	} args = {v->out, v->directions, 0};
	suite_launch(r, "&QuasiRandomSequence",
		(struct suite_dim){v->dimensions * v->vectors / 4, 1, 1},
		(struct suite_dim){v->vectors / 4, 1, 1}, BITS * sizeof(uint32_t), &args,
		sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct sobol *v = data;
	c->amd_sobol(v->directions, v->expected, v->dimensions, v->vectors);
}

static bool verify(const void *data, FILE *message)
{
	const struct sobol *v = data;
	return suite_close_floats("out", v->out, v->expected, (size_t)v->dimensions * v->vectors,
		1e-7f, 0, message);
}

const struct suite_case suite_amd_QuasiRandomSequence = {
	.name = "amd/QuasiRandomSequence",
	.source = SUITE_OPENCL,
	.original.opencl = "QuasiRandomSequence/QuasiRandomSequence_Kernels.cl",
	.cache = "64 dimensions, 1024 vectors",
	.full = "8 MB: 2048 dimensions, 1024 vectors",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};

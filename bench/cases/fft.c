/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Radix-2 FFT; each stage reads one of two buffers and writes the other. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <string.h>

struct fft {
	size_t n; /* complex numbers */
	float *input, *a, *b, *expected, *scratch;
	const float *result, *native_result;
};

static void *setup(enum suite_size size)
{
	struct fft *v = suite_alloc(sizeof *v);
	v->n = suite_pick(size, 1 << 10, 1 << 16, 1 << 24);
	v->input = suite_alloc(2 * v->n * sizeof(float));
	v->a = suite_alloc(2 * v->n * sizeof(float));
	v->b = suite_alloc(2 * v->n * sizeof(float));
	v->expected = suite_alloc(2 * v->n * sizeof(float));
	v->scratch = suite_alloc(2 * v->n * sizeof(float));
	suite_fill_floats(v->input, 2 * v->n, -1, 1, 1);
	return v;
}

static void reset(void *data)
{
	struct fft *v = data;
	memcpy(v->a, v->input, 2 * v->n * sizeof(float));
}

static void reset_native(void *data)
{
	struct fft *v = data;
	memcpy(v->expected, v->input, 2 * v->n * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct fft *v = data;
	float *src = v->a, *dst = v->b;
	for (size_t ns = 1; ns < v->n; ns *= 2) {
		struct {
			const float *src;
			float *dst;
			uint32_t n, ns;
		} args = {src, dst, (uint32_t)v->n, (uint32_t)ns};
		suite_launch(r, "&fft_pass", (struct suite_dim){(uint32_t)v->n / 2, 1, 1},
			(struct suite_dim){256, 1, 1}, 0, &args, sizeof args);
		float *t = src;
		src = dst;
		dst = t;
	}
	v->result = src;
}

static void native(const struct native_loops *c, void *data)
{
	struct fft *v = data;
	float *src = v->expected, *dst = v->scratch;
	for (size_t ns = 1; ns < v->n; ns *= 2) {
		c->fft_pass(src, dst, v->n, ns);
		float *t = src;
		src = dst;
		dst = t;
	}
	v->native_result = src;
}

static bool verify(const void *data, FILE *message)
{
	const struct fft *v = data;
	/* Values grow with sqrt(n), and the kernel uses native sine and cosine. */
	float tolerance = 2e-6f * sqrtf((float)v->n) * log2f((float)v->n);
	return suite_close_floats("fft", v->result, v->native_result, 2 * v->n, tolerance, 0,
		message);
}

const struct suite_case suite_fft = {
	.name = "fft",
	.cache = "64 K complex numbers",
	.full = "256 MB: 16 M complex numbers, twice",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};

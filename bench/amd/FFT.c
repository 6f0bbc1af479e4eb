/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* FFT: transforms of 1024 complex numbers, a group each. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { N = 1024, GROUP = 64 };

struct fft {
	size_t n; /* numbers */
	float *input_re, *input_im, *re, *im, *expected_re, *expected_im;
};

static void *setup(enum suite_size size)
{
	struct fft *v = suite_alloc(sizeof *v);
	v->n = N * suite_pick(size, 3, 32, 4096);
	v->input_re = suite_alloc(v->n * sizeof(float));
	v->input_im = suite_alloc(v->n * sizeof(float));
	v->re = suite_alloc(v->n * sizeof(float));
	v->im = suite_alloc(v->n * sizeof(float));
	v->expected_re = suite_alloc(v->n * sizeof(float));
	v->expected_im = suite_alloc(v->n * sizeof(float));
	suite_fill_floats(v->input_re, v->n, -1, 1, 1);
	suite_fill_floats(v->input_im, v->n, -1, 1, 2);
	return v;
}

static void reset(void *data)
{
	struct fft *v = data;
	memcpy(v->re, v->input_re, v->n * sizeof(float));
	memcpy(v->im, v->input_im, v->n * sizeof(float));
}

static void reset_native(void *data)
{
	struct fft *v = data;
	memcpy(v->expected_re, v->input_re, v->n * sizeof(float));
	memcpy(v->expected_im, v->input_im, v->n * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct fft *v = data;
	struct {
		float *re, *im;
	} args = {v->re, v->im};
	suite_launch(r, "&kfft", (struct suite_dim){(uint32_t)(v->n / N) * GROUP, 1, 1},
		(struct suite_dim){GROUP, 1, 1}, 0, &args, sizeof args);
}

static void native(const struct native_loops *c, void *data)
{
	struct fft *v = data;
	c->amd_fft(v->expected_re, v->expected_im, v->n / N);
}

static bool verify(const void *data, FILE *message)
{
	const struct fft *v = data;
	return suite_close_floats("re", v->re, v->expected_re, v->n, 1e-3f, 0, message) &&
	       suite_close_floats("im", v->im, v->expected_im, v->n, 1e-3f, 0, message);
}

const struct suite_case suite_amd_FFT = {
	.name = "amd/FFT",
	.source = SUITE_OPENCL,
	.original.opencl = "FFT/FFT_Kernels.cl",
	.cache = "32 transforms of 1024 complex numbers",
	.full = "32 MB: 4096 transforms of 1024 complex numbers",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};

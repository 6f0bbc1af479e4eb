/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia backprop: one step of training a network with a hidden layer and one output. Kernels do
 * what is between input and hidden layer, the host the few sums above. Rodinia's own kernel in
 * OpenCL C adds each product twice, hence no `original`. */
#include "native.h"
#include "suite.h"

#include <math.h>
#include <string.h>

enum { TILE = 16, HIDDEN = 16 };
#define TARGET 0.1f

struct layers { /* element 0 belongs to the bias */
	float *weights, *before, *hidden, *delta;
};

struct backprop {
	size_t in;
	float *input, *top, *first_weights, *partial, *output;
	struct layers got, expected;
};

static struct layers make_layers(size_t weights)
{
	return (struct layers){suite_alloc(weights * sizeof(float)),
		suite_alloc(weights * sizeof(float)), suite_alloc((HIDDEN + 1) * sizeof(float)),
		suite_alloc((HIDDEN + 1) * sizeof(float))};
}

static size_t weight_count(const struct backprop *v)
{
	return (v->in + 1) * (HIDDEN + 1);
}

static void *setup(enum suite_size size)
{
	struct backprop *v = suite_alloc(sizeof *v);
	v->in = suite_pick(size, 13 * TILE, 4096, 1 << 20);
	v->input = suite_alloc((v->in + 1) * sizeof(float));
	v->top = suite_alloc((HIDDEN + 1) * sizeof(float));
	v->first_weights = suite_alloc(weight_count(v) * sizeof(float));
	v->partial = suite_alloc(v->in / TILE * HIDDEN * sizeof(float));
	v->output = suite_alloc((HIDDEN + 1) * sizeof(float));
	v->got = make_layers(weight_count(v));
	v->expected = make_layers(weight_count(v));
	float scale = 1 / sqrtf((float)v->in); /* so that the sums do not saturate */
	suite_fill_floats(v->input, v->in + 1, 0, 1, 1);
	suite_fill_floats(v->top, HIDDEN + 1, -1, 1, 2);
	suite_fill_floats(v->first_weights, weight_count(v), -scale, scale, 3);
	return v;
}

static void restart(const struct backprop *v, struct layers *l)
{
	memcpy(l->weights, v->first_weights, weight_count(v) * sizeof(float));
	memset(l->before, 0, weight_count(v) * sizeof(float));
}

static void reset(void *data)
{
	struct backprop *v = data;
	restart(v, &v->got);
}

static void reset_native(void *data)
{
	struct backprop *v = data;
	restart(v, &v->expected);
}

static float squash(float x)
{
	return 1 / (1 + expf(-x));
}

/* hidden[h] is the sum without the bias's share; delta of the hidden units. */
static void host_step(const struct backprop *v, struct layers *l)
{
	float sum = v->top[0];
	for (size_t h = 1; h <= HIDDEN; h++) {
		l->hidden[h] = squash(l->hidden[h] + l->weights[h]);
		sum += v->top[h] * l->hidden[h];
	}
	float o = squash(sum), output_delta = o * (1 - o) * (TARGET - o);
	for (size_t h = 1; h <= HIDDEN; h++)
		l->delta[h] = l->hidden[h] * (1 - l->hidden[h]) * output_delta * v->top[h];
}

static void run(struct suite_run *r, void *data)
{
	struct backprop *v = data;
	struct suite_dim grid = {HIDDEN, (uint32_t)v->in, 1}, group = {HIDDEN, TILE, 1};
	struct {
		const float *input, *output, *weights, *partial;
		uint64_t unit, product;
		int32_t in, hid;
	} forward = {v->input, v->output, v->got.weights, v->partial, 0, TILE * sizeof(float),
		(int32_t)v->in, HIDDEN};
	struct {
		const float *delta;
		int32_t hid;
		const float *layer;
		int32_t in;
		float *weights, *before;
	} adjust = {v->got.delta, HIDDEN, v->input, (int32_t)v->in, v->got.weights, v->got.before};
	suite_launch(r, "&bpnn_layerforward_ocl", grid, group,
		(TILE + TILE * HIDDEN) * sizeof(float), &forward, sizeof forward);
	suite_wait(r);
	for (size_t h = 0; h < HIDDEN; h++) {
		double sum = 0;
		for (size_t t = 0; t < v->in / TILE; t++)
			sum += (double)v->partial[t * HIDDEN + h];
		v->got.hidden[h + 1] = (float)sum;
	}
	host_step(v, &v->got);
	suite_launch(r, "&bpnn_adjust_weights_ocl", grid, group, 0, &adjust, sizeof adjust);
}

static void native(const struct native_loops *c, void *data)
{
	struct backprop *v = data;
	struct layers *l = &v->expected;
	c->rodinia_backprop_forward(v->input, l->weights, l->hidden, v->in, HIDDEN);
	host_step(v, l);
	c->rodinia_backprop_adjust(l->delta, HIDDEN, v->input, v->in, l->weights, l->before);
}

static bool verify(const void *data, FILE *message)
{
	const struct backprop *v = data;
	return suite_close_floats("hidden", v->got.hidden + 1, v->expected.hidden + 1, HIDDEN, 0,
		       1e-4f, message) &&
	       suite_close_floats("weights", v->got.weights, v->expected.weights, weight_count(v),
		       1e-6f, 1e-5f, message) &&
	       suite_close_floats("before", v->got.before, v->expected.before, weight_count(v),
		       1e-7f, 1e-3f, message);
}

const struct suite_case suite_rodinia_backprop = {
	.name = "rodinia/backprop",
	.source = SUITE_OPENCL,
	.cache = "4,096 input units",
	.full = "142 MB: 1 M input units",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};

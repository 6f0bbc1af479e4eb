/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random command buffers compute what a loop over the same commands does, in an in-order queue and
 * in an out-of-order one, where each command waits by sync points, or behind barriers, for those
 * whose numbers it reads or changes. */
#include <stdbool.h>
#include <stdint.h>
#include "cl_command_buffer.h"

enum { CELLS = 6, COMMANDS = 80, SEEDS = 60, REPLAYS = 4 };

static const char source[] =
	"kernel void affine(global uint *x, uint a, uint b) { x[0] = x[0] * a + b; }\n"
	"kernel void sum(global uint *x, global const uint *y) { x[0] += y[get_global_id(0)]; }\n";

enum what { AFFINE, SUM, COPY, FILL, BARRIER, WHATS };

struct step {
	enum what what;
	unsigned to, from; /* cells */
	cl_uint a, b;
};

static struct run r;
static cl_mem cell[CELLS];
static cl_kernel affine, sum;
static uint64_t state;

static unsigned below(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static struct step any_step(void)
{
	struct step s = {(enum what)below(below(4) == 0 ? WHATS : FILL), below(CELLS), 0,
		below(1000) * 2 + 1, below(1000)};
	s.from = (s.to + 1 + below(CELLS - 1)) % CELLS;
	return s;
}

static void simulate(const struct step *s, cl_uint *x)
{
	switch (s->what) {
	case AFFINE:
		x[s->to] = x[s->to] * s->a + s->b;
		break;
	case SUM:
		x[s->to] += x[s->from];
		break;
	case COPY:
		x[s->to] = x[s->from];
		break;
	case FILL:
		x[s->to] = s->a;
		break;
	case BARRIER:
	case WHATS:
		break;
	}
}

/* Sets the cells that a step touches, and returns how many there are. */
static unsigned touched(const struct step *s, unsigned *cells)
{
	cells[0] = s->to;
	cells[1] = s->from;
	if (s->what == BARRIER)
		return 0;
	return s->what == SUM || s->what == COPY ? 2 : 1;
}

static void record_step(cl_command_buffer_khr b, const struct step *s, cl_uint count,
	const cl_sync_point_khr *list, cl_sync_point_khr *point)
{
	const size_t one = 1;
	const cl_sync_point_khr *l = count == 0 ? NULL : list;
	switch (s->what) {
	case AFFINE:
		pass_buffer(affine, 0, cell[s->to]);
		PASS(affine, 1, cl_uint, s->a);
		PASS(affine, 2, cl_uint, s->b);
		OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, affine, 1, NULL, &one, NULL, count,
			l, point, NULL));
		break;
	case SUM:
		pass_buffer(sum, 0, cell[s->to]);
		pass_buffer(sum, 1, cell[s->from]);
		OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, sum, 1, NULL, &one, NULL, count, l,
			point, NULL));
		break;
	case COPY:
		OK(kh.clCommandCopyBufferKHR(b, NULL, cell[s->from], cell[s->to], 0, 0, sizeof s->a,
			count, l, point, NULL));
		break;
	case FILL:
		OK(kh.clCommandFillBufferKHR(b, NULL, cell[s->to], &s->a, sizeof s->a, 0,
			sizeof s->a, count, l, point, NULL));
		break;
	case BARRIER:
	case WHATS:
		OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, point, NULL));
		break;
	}
}

/* Records the steps. Each waits for the last one that touched one of its cells since the last
 * barrier. */
static void record_all(cl_command_buffer_khr b, const struct step *steps, unsigned count)
{
	cl_sync_point_khr last[CELLS] = {0}, list[2], point;
	for (unsigned i = 0; i < count; i++) {
		unsigned cells[2], of_step = touched(&steps[i], cells);
		cl_uint waits = 0;
		for (unsigned k = 0; k < of_step; k++)
			if (last[cells[k]] != 0)
				list[waits++] = last[cells[k]];
		record_step(b, &steps[i], waits, list, &point);
		if (steps[i].what == BARRIER)
			memset(last, 0, sizeof last);
		for (unsigned k = 0; k < of_step; k++)
			last[cells[k]] = point;
	}
	OK(kh.clFinalizeCommandBufferKHR(b));
}

static void check_seed(unsigned seed, cl_command_queue q)
{
	struct step steps[COMMANDS];
	cl_uint x[CELLS], got;
	cl_event e[REPLAYS];
	state = seed;
	unsigned count = below(COMMANDS + 1);
	cl_command_buffer_khr b = command_buffer(q, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	for (unsigned i = 0; i < count; i++)
		steps[i] = any_step();
	record_all(b, steps, count);
	for (unsigned i = 0; i < CELLS; i++) {
		x[i] = below(100);
		OK(cl()->clEnqueueWriteBuffer(q, cell[i], CL_TRUE, 0, sizeof x[i], &x[i], 0, NULL,
			NULL));
	}
	for (unsigned n = 0; n < REPLAYS; n++) {
		OK(kh.clEnqueueCommandBufferKHR(0, NULL, b, n != 0, n != 0 ? &e[n - 1] : NULL,
			&e[n]));
		for (unsigned i = 0; i < count; i++)
			simulate(&steps[i], x);
	}
	OK(kh.clReleaseCommandBufferKHR(b));
	OK(cl()->clWaitForEvents(1, &e[REPLAYS - 1]));
	for (unsigned n = 0; n < REPLAYS; n++)
		OK(cl()->clReleaseEvent(e[n]));
	for (unsigned i = 0; i < CELLS; i++) {
		OK(cl()->clEnqueueReadBuffer(q, cell[i], CL_TRUE, 0, sizeof got, &got, 0, NULL,
			NULL));
		if (got != x[i])
			printf("seed %u, %u commands, cell %u: %u, not %u\n", seed, count, i, got,
				x[i]);
		EXPECT(got == x[i]);
	}
}

int main(void)
{
	static const cl_command_queue_properties orders[] = {
		0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
	r = run_open(source, "");
	find_functions();
	affine = kernel(&r, "affine");
	sum = kernel(&r, "sum");
	for (unsigned i = 0; i < CELLS; i++)
		cell[i] = buffer(&r, sizeof(cl_uint), NULL);
	for (unsigned i = 0; i < 2; i++) {
		cl_command_queue q = new_queue(&r, orders[i]);
		for (unsigned seed = 0; seed < SEEDS; seed++)
			check_seed(seed, q);
		OK(cl()->clReleaseCommandQueue(q));
	}
	for (unsigned i = 0; i < CELLS; i++)
		OK(cl()->clReleaseMemObject(cell[i]));
	OK(cl()->clReleaseKernel(affine));
	OK(cl()->clReleaseKernel(sum));
	run_close(&r);
	return 0;
}

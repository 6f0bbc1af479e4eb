/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random calls of the functions of command buffers, with arguments of which many are wrong. The
 * state and the references of each buffer are those of a model, and errors are those that the
 * handles ask for. What else happens is for sanitizers to see. */
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include "cl_command_buffer.h"

enum { SLOTS = 5, QUEUES = 5, MEMORIES = 8, KERNELS = 4, POINTS = 8, CALLS = 30000, BYTES = 256 };

static const char source[] = "kernel void add(global int *x) { x[get_global_id(0) % 4] += 1; }\n"
			     "kernel void image(read_only image2d_t i, global int *x)\n"
			     "{ x[0] = read_imagei(i, (int2)(0, 0)).x; }\n";

/* A command buffer as it should be. */
struct slot {
	cl_command_buffer_khr buffer;
	cl_uint references; /* 0: it is released */
	unsigned queue;
	bool is_final;
	cl_sync_point_khr points[POINTS];
};

static struct run r, other;
static struct slot slots[SLOTS];
static cl_command_queue queues[QUEUES]; /* the last one is of another context */
static void *memories[MEMORIES];
static void *kernels[KERNELS];
static uint64_t state;

static unsigned below(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static bool rarely(void)
{
	return below(16) == 0;
}

/* Mostly a buffer, or an image. */
static cl_mem any_memory(bool is_image)
{
	return (cl_mem)memories[rarely() ? below(MEMORIES) : below(2) + (is_image ? 2 : 0)];
}

static size_t any_size(void)
{
	static const size_t some[] = {0, 0, 16, 32, 64, 1, BYTES, SIZE_MAX, (size_t)1 << 63};
	return some[below(rarely() ? 9 : 5)];
}

static void any_sizes(size_t *three, bool is_region)
{
	for (int i = 0; i < 3; i++)
		three[i] = rarely() ? any_size() : is_region ? (i == 2 ? 1 : 1 + below(4)) : 0;
}

/* ---- recording ------------------------------------------------------------------------------- */

struct to {
	cl_command_buffer_khr buffer;
	cl_command_queue queue;
	cl_uint count;
	const cl_sync_point_khr *list;
	cl_sync_point_khr *point;
	cl_mutable_command_khr *handle;
};

#define TAIL t->count, t->list, t->point, t->handle

static cl_int record_any(const struct to *t)
{
	const int pattern[4] = {1, 2, 3, 4};
	size_t a[3], c[3], region[3];
	const size_t items[3] = {1 + below(16), 1, 1}, group[3] = {1 + below(4), 1, 1};
	any_sizes(a, false);
	any_sizes(c, false);
	any_sizes(region, true);
	switch (below(9)) {
	case 0:
		return kh.clCommandBarrierWithWaitListKHR(t->buffer, t->queue, TAIL);
	case 1:
		return kh.clCommandCopyBufferKHR(t->buffer, t->queue, any_memory(false),
			any_memory(false), any_size(), any_size(), any_size(), TAIL);
	case 2:
		return kh.clCommandCopyBufferRectKHR(t->buffer, t->queue, any_memory(false),
			any_memory(false), a, rarely() ? NULL : c, region, any_size(), any_size(),
			any_size(), any_size(), TAIL);
	case 3:
		return kh.clCommandCopyBufferToImageKHR(t->buffer, t->queue, any_memory(false),
			any_memory(true), any_size(), a, region, TAIL);
	case 4:
		return kh.clCommandCopyImageKHR(t->buffer, t->queue, any_memory(true),
			any_memory(true), a, c, region, TAIL);
	case 5:
		return kh.clCommandCopyImageToBufferKHR(t->buffer, t->queue, any_memory(true),
			any_memory(false), a, region, any_size(), TAIL);
	case 6:
		return kh.clCommandFillBufferKHR(t->buffer, t->queue, any_memory(false), pattern,
			1u << below(5), any_size(), any_size(), TAIL);
	case 7:
		return kh.clCommandFillImageKHR(t->buffer, t->queue, any_memory(true),
			rarely() ? NULL : pattern, a, region, TAIL);
	default:
		return kh.clCommandNDRangeKernelKHR(t->buffer, t->queue, NULL,
			(cl_kernel)kernels[rarely() ? below(KERNELS) : below(2)],
			rarely() ? below(5) : 1, NULL, items, rarely() ? group : NULL, TAIL);
	}
}

static void record_call(struct slot *s)
{
	cl_sync_point_khr list[3];
	cl_mutable_command_khr handle = NULL;
	struct to t = {s->buffer, rarely() ? queues[0] : NULL, below(4), list, NULL,
		rarely() ? &handle : NULL};
	for (int i = 0; i < 3; i++)
		list[i] = rarely() ? below(1u << 30)
		                   : (rarely() ? &slots[below(SLOTS)] : s)->points[below(POINTS)];
	if (below(2) == 0)
		t.count = 0;
	if (t.count == 0 && !rarely())
		t.list = NULL;
	if (below(2) == 0)
		t.point = &s->points[below(POINTS)];
	cl_int error = record_any(&t);
	if (s->references == 0)
		EXPECT(error == CL_INVALID_COMMAND_BUFFER_KHR);
	else if (t.queue != NULL)
		EXPECT(error == CL_INVALID_COMMAND_QUEUE);
	else if (s->is_final)
		EXPECT(error == CL_INVALID_OPERATION);
	else if (t.handle != NULL)
		EXPECT(error == CL_INVALID_VALUE);
	else if ((t.count == 0) != (t.list == NULL))
		EXPECT(error == CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
}

/* ---- other calls ----------------------------------------------------------------------------- */

static void create(struct slot *s)
{
	cl_command_buffer_properties_khr p[] = {
		CL_COMMAND_BUFFER_FLAGS_KHR, below(2), rarely() ? 7 : 0, 0, 0};
	cl_command_queue q = rarely() ? (cl_command_queue)memories[below(MEMORIES)] : NULL;
	cl_int error = 1;
	s->queue = below(QUEUES);
	if (q == NULL)
		q = queues[s->queue];
	cl_command_buffer_khr b =
		kh.clCreateCommandBufferKHR(rarely() ? below(3) : 1, &q, p, &error);
	EXPECT((b != NULL) == (error == CL_SUCCESS));
	if (b == NULL)
		return;
	EXPECT(q == queues[s->queue] && p[2] == 0);
	/* the address may be that of another one, which was released */
	for (struct slot *x = slots; x != slots + SLOTS; x++)
		if (x->buffer == b) {
			EXPECT(x->references == 0);
			x->buffer = NULL;
		}
	*s = (struct slot){.buffer = b, .references = 1, .queue = s->queue};
}

static void retain_or_release(struct slot *s)
{
	bool retains = below(3) == 0;
	cl_int error = retains ? kh.clRetainCommandBufferKHR(s->buffer)
	                       : kh.clReleaseCommandBufferKHR(s->buffer);
	/* what is pending lives, and can be retained again */
	if (s->references == 0 && retains && error == CL_SUCCESS) {
		OK(kh.clReleaseCommandBufferKHR(s->buffer));
		return;
	}
	IS(s->references != 0 ? CL_SUCCESS : CL_INVALID_COMMAND_BUFFER_KHR, error);
	if (s->references != 0)
		s->references += retains ? 1 : (cl_uint)-1;
}

static void finalize(struct slot *s)
{
	IS(s->references == 0 ? CL_INVALID_COMMAND_BUFFER_KHR
		: s->is_final ? CL_INVALID_OPERATION
			      : CL_SUCCESS,
		kh.clFinalizeCommandBufferKHR(s->buffer));
	s->is_final = true;
}

static void enqueue(const struct slot *s)
{
	cl_command_queue q = queues[below(QUEUES)];
	cl_uint count = below(2);
	cl_event e = NULL;
	cl_int error = kh.clEnqueueCommandBufferKHR(count, count != 0 ? &q : NULL, s->buffer, 0,
		NULL, below(2) == 0 ? &e : NULL);
	if (s->references == 0)
		EXPECT(error == CL_INVALID_COMMAND_BUFFER_KHR);
	else if (!s->is_final)
		EXPECT(error == CL_INVALID_OPERATION);
	else if (count != 0 && (q == queues[QUEUES - 1]) != (s->queue == QUEUES - 1))
		EXPECT(error == CL_INVALID_CONTEXT);
	else
		EXPECT(error == CL_SUCCESS || error == CL_INVALID_OPERATION ||
			error == CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
	if (e != NULL && below(2) == 0)
		OK(cl()->clWaitForEvents(1, &e));
	if (e != NULL)
		OK(cl()->clReleaseEvent(e));
}

static void ask(const struct slot *s)
{
	cl_command_buffer_properties_khr room[8];
	cl_uint number = 0;
	const cl_command_buffer_info_khr what = CL_COMMAND_BUFFER_QUEUES_KHR + below(6);
	cl_int error = kh.clGetCommandBufferInfoKHR(s->buffer, what, below(2) * sizeof room,
		below(2) == 0 ? NULL : room, NULL);
	if (s->references == 0) {
		IS(CL_INVALID_COMMAND_BUFFER_KHR, error);
		return;
	}
	EXPECT(error == CL_SUCCESS || error == CL_INVALID_VALUE);
	OK(kh.clGetCommandBufferInfoKHR(s->buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR,
		sizeof number, &number, NULL));
	EXPECT(number == s->references);
	EXPECT((state_of(s->buffer) == CL_COMMAND_BUFFER_STATE_RECORDING_KHR) == !s->is_final);
}

static void call(void)
{
	struct slot *s = &slots[below(SLOTS)];
	unsigned what = below(100);
	if (s->references == 0 && what < 80)
		create(s);
	else if (what < 70 && (!s->is_final || rarely()))
		record_call(s);
	else if (what < 72)
		finalize(s);
	else if (what < 85)
		enqueue(s);
	else if (what < 95)
		ask(s);
	else if (what < 97)
		retain_or_release(s);
	else if (what == 99)
		OK(cl()->clFinish(queues[below(QUEUES)]));
}

/* ---- what there is to call them with --------------------------------------------------------- */

static cl_mem new_image(cl_context c)
{
	const cl_image_format format = {CL_RGBA, CL_SIGNED_INT8};
	const cl_image_desc desc = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};
	cl_int error = 1;
	cl_mem m = cl()->clCreateImage(c, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
	OK(error);
	return m;
}

static void open_all(void)
{
	static int nothing;
	r = run_open(source, "");
	other = run_open(source, "");
	find_functions();
	queues[0] = r.queue;
	queues[1] = new_queue(&r, 0);
	queues[2] = new_queue(&r, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	queues[3] = new_queue(&r, CL_QUEUE_PROFILING_ENABLE);
	queues[4] = other.queue;
	for (int i = 0; i < 2; i++) {
		memories[i] = buffer(&r, BYTES, NULL);
		memories[2 + i] = new_image(r.context);
	}
	memories[4] = buffer(&other, BYTES, NULL);
	memories[5] = r.context;
	memories[6] = &nothing;
	kernels[0] = kernel(&r, "add");
	kernels[1] = kernel(&r, "image");
	kernels[2] = kernel(&r, "add"); /* without arguments */
	kernels[3] = &nothing;
	pass_buffer((cl_kernel)kernels[0], 0, (cl_mem)memories[0]);
	pass_buffer((cl_kernel)kernels[1], 0, (cl_mem)memories[2]);
	pass_buffer((cl_kernel)kernels[1], 1, (cl_mem)memories[1]);
}

static void close_all(void)
{
	for (struct slot *s = slots; s != slots + SLOTS; s++)
		while (s->references != 0) {
			OK(kh.clReleaseCommandBufferKHR(s->buffer));
			s->references--;
		}
	for (int i = 0; i < QUEUES; i++)
		OK(cl()->clFinish(queues[i]));
	for (int i = 1; i < 4; i++)
		OK(cl()->clReleaseCommandQueue(queues[i]));
	for (int i = 0; i < 5; i++)
		OK(cl()->clReleaseMemObject((cl_mem)memories[i]));
	for (int i = 0; i < 3; i++)
		OK(cl()->clReleaseKernel((cl_kernel)kernels[i]));
	run_close(&r);
	run_close(&other);
}

int main(int argc, char **argv)
{
#ifdef __SANITIZE_THREAD__
	puts("copies of the buffers' commands race with each other");
	return 77;
#endif
	state = argc > 1 ? (uint64_t)atoll(argv[1]) : (uint64_t)time(NULL);
	printf("seed %llu\n", (unsigned long long)state);
	open_all();
	for (int i = 0; i < CALLS; i++)
		call();
	close_all();
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command buffers (cl_khr_command_buffer): what they compute, in what order, how often, and what
 * becomes of them when something fails. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>
#include "cl_command_buffer.h"

static const char source[] =
	"kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }\n"
	"kernel void affine(global int *x, int a, int b) { x[0] = x[0] * a + b; }\n"
	"kernel void where(global ulong *x, local int *part)\n"
	"{ part[get_local_id(0)] = 1; x[get_global_id(0) - get_global_offset(0)]\n"
	"	= get_global_id(0) * (ulong)part[get_local_id(0)]; }\n"
	"kernel void count(global int *x) { atomic_inc(x); }\n"
	"kernel void stray(global int *x, ulong at) { x[at] = 1; }\n"
	"kernel void say(int n) { printf(\"said %d\\n\", n); }\n"
	"kernel void turn(read_only image2d_t from, global int *x)\n"
	"{ int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"  x[at.y * get_global_size(0) + at.x] = read_imagei(from, at).x; }\n";

static struct run r;
static char told[1000]; /* what the context said last */
static atomic_bool was_told;

static void CL_CALLBACK notify(const char *info, const void *data, size_t bytes, void *user_data)
{
	(void)data, (void)bytes, (void)user_data;
	strncpy(told, info, sizeof told - 1);
	atomic_store(&was_told, true);
}

static void open_all(void)
{
	const cl_device_id d = device();
	cl_int error = 1;
	need_compiler();
	r.context = cl()->clCreateContext(NULL, 1, &d, notify, NULL, &error);
	OK(error);
	r.queue = cl()->clCreateCommandQueueWithProperties(r.context, d, NULL, &error);
	OK(error);
	r.program = build(r.context, source, "");
	find_functions();
}

static cl_event user_event(void)
{
	cl_int error = 1;
	cl_event e = cl()->clCreateUserEvent(r.context, &error);
	OK(error);
	return e;
}

static cl_int status_of(cl_event e)
{
	cl_int status = 99;
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
		NULL));
	return status;
}

static int value_of(cl_mem m)
{
	int x;
	get(&r, m, sizeof x, &x);
	return x;
}

static cl_mem number(int x)
{
	return buffer(&r, sizeof x, &x);
}

static cl_kernel adder(cl_mem m, int n)
{
	cl_kernel k = kernel(&r, "add");
	pass_buffer(k, 0, m);
	PASS(k, 1, int, n);
	return k;
}

static void free_buffer(cl_command_buffer_khr b)
{
	OK(kh.clReleaseCommandBufferKHR(b));
}

static void free_memory(cl_mem m)
{
	OK(cl()->clReleaseMemObject(m));
}

static void free_kernel(cl_kernel k)
{
	OK(cl()->clReleaseKernel(k));
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* The arguments are those of the time of recording, and what was recorded stays. */
static void arguments(void)
{
	enum { TIMES = 500 };
	cl_mem m = number(0);
	cl_kernel k = adder(m, 3);
	cl_command_buffer_khr b = command_buffer(r.queue, 0);
	record(b, k, 1);
	PASS(k, 1, int, 100);
	record(b, k, 1);
	PASS(k, 1, int, 100000);
	free_kernel(k);
	OK(kh.clFinalizeCommandBufferKHR(b));
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	for (int i = 1; i <= TIMES; i++) {
		replay(b, NULL);
		OK(cl()->clFinish(r.queue));
		if (i % 100 == 0)
			EXPECT(value_of(m) == i * 103);
	}
	OK(cl()->clRetainMemObject(m)); /* to look at it below */
	free_memory(m);
	replay(b, NULL);
	EXPECT(value_of(m) == 103 * (TIMES + 1));
	free_buffer(b);
	free_memory(m);
}

/* More kernels than the HSA queue has packets, each of which depends on the one before it, and the
 * queue's commands before and behind them. */
static void long_rows(void)
{
	enum { KERNELS = 2500, REPLAYS = 4 };
	cl_mem m = number(1);
	cl_kernel k = kernel(&r, "affine");
	cl_command_buffer_khr b = command_buffer(r.queue, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	const size_t one = 1;
	int x = 1, six = 6;
	pass_buffer(k, 0, m);
	for (int i = 0; i < KERNELS; i++) {
		PASS(k, 1, int, 3);
		PASS(k, 2, int, i % 7);
		record(b, k, 1);
		if (i == KERNELS / 2)
			OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, NULL, NULL));
	}
	OK(kh.clFinalizeCommandBufferKHR(b));
	PASS(k, 1, int, 5);
	PASS(k, 2, int, 11);
	OK(cl()->clEnqueueFillBuffer(r.queue, m, &six, sizeof six, 0, sizeof six, 0, NULL, NULL));
	for (int n = 0; n < REPLAYS; n++) {
		replay(b, NULL);
		OK(cl()->clEnqueueNDRangeKernel(r.queue, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	}
	x = six;
	for (int n = 0; n < REPLAYS; n++) {
		for (int i = 0; i < KERNELS; i++)
			x = (int)((unsigned)x * 3 + (unsigned)(i % 7));
		x = (int)((unsigned)x * 5 + 11);
	}
	EXPECT(value_of(m) == x);
	free_buffer(b);
	free_kernel(k);
	free_memory(m);
}

/* Offsets, local memory, and sizes of work-groups, of kernels in a row. */
static void ranges(void)
{
	enum { ITEMS = 64, KERNELS = 3 };
	cl_kernel k = kernel(&r, "where");
	cl_command_queue q = new_queue(&r, 0);
	cl_command_buffer_khr b = command_buffer(q, 0);
	cl_mem m[KERNELS];
	for (size_t i = 0; i < KERNELS; i++) {
		const size_t first = 1000 * i + (i == 2 ? (size_t)1 << 40 : 0), items = ITEMS,
			     group = 16;
		m[i] = buffer(&r, ITEMS * sizeof(cl_ulong), NULL);
		pass_buffer(k, 0, m[i]);
		OK(cl()->clSetKernelArg(k, 1, group * sizeof(int), NULL));
		OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, k, 1, &first, &items, &group, 0,
			NULL, NULL, NULL));
	}
	const size_t nothing = 0;
	OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, k, 1, NULL, &nothing, NULL, 0, NULL, NULL,
		NULL));
	OK(kh.clFinalizeCommandBufferKHR(b));
	replay(b, NULL);
	OK(cl()->clFinish(q));
	for (size_t i = 0; i < KERNELS; i++) {
		cl_ulong x[ITEMS];
		get(&r, m[i], sizeof x, x);
		for (size_t n = 0; n < ITEMS; n++)
			EXPECT(x[n] == 1000 * i + (i == 2 ? 1ull << 40 : 0) + n);
		free_memory(m[i]);
	}
	free_buffer(b);
	OK(cl()->clReleaseCommandQueue(q));
	free_kernel(k);
}

/* All commands but barriers, on buffers and images, in an in-order queue. */
static void all_commands(void)
{
	enum { SIDE = 8, BYTES = SIDE * SIDE * sizeof(int) };
	const cl_image_format format = {CL_R, CL_SIGNED_INT32};
	const cl_image_desc desc = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
	const size_t origin[3] = {0}, inner[3] = {2, 3, 0}, part[3] = {4, 2, 1},
		     all[3] = {SIDE, SIDE, 1}, rect[3] = {2 * sizeof(int), 2, 1},
		     at[3] = {sizeof(int), 1, 0}, to[3] = {5 * sizeof(int), 6, 0};
	const int color[4] = {77}, five = 5;
	cl_int error = 1;
	int x[SIDE][SIDE];
	cl_mem a = buffer(&r, BYTES, NULL), c = buffer(&r, BYTES, NULL),
	       out = buffer(&r, BYTES, NULL);
	cl_mem image[2];
	for (int i = 0; i < 2; i++) {
		image[i] = cl()->clCreateImage(r.context, CL_MEM_READ_WRITE, &format, &desc, NULL,
			&error);
		OK(error);
	}
	cl_kernel k = adder(a, 1), turn = kernel(&r, "turn");
	pass_buffer(turn, 0, image[1]);
	pass_buffer(turn, 1, out);
	cl_command_buffer_khr b = command_buffer(r.queue, 0);
	OK(kh.clCommandFillBufferKHR(b, NULL, a, &five, sizeof five, 0, BYTES, 0, NULL, NULL,
		NULL));
	record(b, k, SIDE * SIDE); /* 6 everywhere */
	OK(kh.clCommandFillBufferKHR(b, NULL, a, &five, sizeof five, sizeof five, sizeof five, 0,
		NULL, NULL, NULL)); /* 5 at 0, 1 */
	OK(kh.clCommandCopyBufferKHR(b, NULL, a, c, 0, 0, BYTES, 0, NULL, NULL, NULL));
	OK(kh.clCommandCopyBufferRectKHR(b, NULL, a, c, origin, at, rect, SIDE * sizeof(int), 0,
		SIDE * sizeof(int), 0, 0, NULL, NULL, NULL)); /* 5 at 1, 2 */
	OK(kh.clCommandCopyBufferRectKHR(b, NULL, a, c, origin, to, rect, SIDE * sizeof(int), 0,
		SIDE * sizeof(int), 0, 0, NULL, NULL, NULL)); /* 5 at 6, 6 */
	OK(kh.clCommandCopyBufferToImageKHR(b, NULL, c, image[0], 0, origin, all, 0, NULL, NULL,
		NULL));
	OK(kh.clCommandFillImageKHR(b, NULL, image[0], color, inner, part, 0, NULL, NULL,
		NULL)); /* 3..4, 2..5 */
	OK(kh.clCommandCopyImageKHR(b, NULL, image[0], image[1], origin, origin, all, 0, NULL, NULL,
		NULL));
	OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, turn, 2, NULL, all, NULL, 0, NULL, NULL,
		NULL));
	OK(kh.clCommandCopyImageToBufferKHR(b, NULL, image[1], a, origin, all, 0, 0, NULL, NULL,
		NULL));
	OK(kh.clFinalizeCommandBufferKHR(b));
	for (int n = 0; n < 20; n++) {
		replay(b, NULL);
		for (int which = 0; which < 2; which++) {
			get(&r, which == 0 ? out : a, sizeof x, x);
			for (int i = 0; i < SIDE; i++)
				for (int j = 0; j < SIDE; j++) {
					bool is_five = (i == 0 && j == 1) || (i == 1 && j == 2) ||
					               (i == 6 && j == 6);
					bool is_filled = (i == 3 || i == 4) && j >= 2 && j < 6;
					EXPECT(x[i][j] == (is_filled ? 77 : is_five ? 5 : 6));
				}
		}
		memset(x, 0, sizeof x);
		OK(cl()->clEnqueueWriteBuffer(r.queue, a, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
	}
	free_buffer(b);
	free_kernel(k);
	free_kernel(turn);
	free_memory(a);
	free_memory(c);
	free_memory(out);
	free_memory(image[0]);
	free_memory(image[1]);
}

/* What kernels print comes out with each replay. */
static void prints(void)
{
	char line[100] = "";
	FILE *f = tmpfile();
	cl_kernel k = kernel(&r, "say");
	cl_command_buffer_khr b = command_buffer(r.queue, 0);
	EXPECT(f != NULL);
	for (int i = 0; i < 2; i++) {
		PASS(k, 0, int, i);
		record(b, k, 1);
	}
	OK(kh.clFinalizeCommandBufferKHR(b));
	fflush(stdout);
	int out = dup(1);
	EXPECT(dup2(fileno(f), 1) == 1);
	for (int n = 0; n < 2; n++) {
		replay(b, NULL);
		OK(cl()->clFinish(r.queue));
	}
	fflush(stdout);
	EXPECT(dup2(out, 1) == 1);
	rewind(f);
	size_t bytes = fread(line, 1, sizeof line - 1, f);
	line[bytes] = 0;
	EXPECT(strcmp(line, "said 0\nsaid 1\nsaid 0\nsaid 1\n") == 0);
	fclose(f);
	close(out);
	free_buffer(b);
	free_kernel(k);
}

/* ---- out of order ---------------------------------------------------------------------------- */

/* Commands that are recorded to an out-of-order queue wait for their sync points, and for barriers:
 * x = ((1 + 2) * 10 + 4) * 100 in every replay, by way of copies. */
static void sync_points(void)
{
	enum { REPLAYS = 200 };
	cl_command_queue q = new_queue(&r, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_command_buffer_khr b = command_buffer(q, 0);
	cl_mem a = number(0), c = number(0), sum = number(0);
	cl_kernel k = kernel(&r, "affine");
	const int one = 1;
	const size_t items = 1;
	cl_sync_point_khr s[6];
	OK(kh.clCommandFillBufferKHR(b, NULL, a, &one, sizeof one, 0, sizeof one, 0, NULL, &s[0],
		NULL));
	pass_buffer(k, 0, a);
	PASS(k, 1, int, 1);
	PASS(k, 2, int, 2);
	OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, k, 1, NULL, &items, NULL, 1, &s[0], &s[1],
		NULL));
	OK(kh.clCommandCopyBufferKHR(b, NULL, a, c, 0, 0, sizeof one, 1, &s[1], &s[2], NULL));
	OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 1, &s[2], &s[3], NULL));
	pass_buffer(k, 0, c);
	PASS(k, 1, int, 10);
	PASS(k, 2, int, 4);
	OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, k, 1, NULL, &items, NULL, 0, NULL, NULL,
		NULL));
	OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, NULL, NULL));
	PASS(k, 1, int, 100);
	PASS(k, 2, int, 0);
	OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, k, 1, NULL, &items, NULL, 0, NULL, &s[4],
		NULL));
	cl_kernel add = adder(sum, 7);
	OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, add, 1, NULL, &items, NULL, 0, NULL, &s[5],
		NULL));
	for (int i = 1; i < 6; i++)
		for (int n = 0; n < i; n++)
			EXPECT(s[i] != s[n]);
	OK(kh.clFinalizeCommandBufferKHR(b));
	for (int n = 0; n < REPLAYS; n++) {
		replay(b, NULL);
		OK(cl()->clFinish(q));
		EXPECT(value_of(c) == 3400);
	}
	EXPECT(value_of(sum) == 7 * REPLAYS);
	free_buffer(b);
	free_kernel(k);
	free_kernel(add);
	free_memory(a);
	free_memory(c);
	free_memory(sum);
	OK(cl()->clReleaseCommandQueue(q));
}

/* In an out-of-order queue, a buffer that waits holds up no other command, and a marker behind it
 * waits for all of it. */
static void waits_alone(void)
{
	cl_command_queue q = new_queue(&r, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_command_buffer_khr b = command_buffer(q, 0);
	cl_mem m = number(0), other = number(0);
	cl_kernel k = adder(m, 1), k2 = adder(other, 1);
	cl_event user = user_event(), whole, later, marker;
	const size_t one = 1;
	record(b, k, 1);
	OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, NULL, NULL));
	record(b, k, 1);
	OK(kh.clFinalizeCommandBufferKHR(b));
	OK(kh.clEnqueueCommandBufferKHR(0, NULL, b, 1, &user, &whole));
	OK(cl()->clEnqueueNDRangeKernel(q, k2, 1, NULL, &one, NULL, 0, NULL, &later));
	OK(cl()->clEnqueueMarkerWithWaitList(q, 0, NULL, &marker));
	OK(cl()->clWaitForEvents(1, &later));
	EXPECT(value_of(other) == 1 && value_of(m) == 0);
	EXPECT(status_of(whole) > CL_RUNNING && status_of(marker) > CL_COMPLETE);
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	OK(cl()->clWaitForEvents(1, &marker));
	EXPECT(status_of(whole) == CL_COMPLETE && value_of(m) == 2);
	OK(cl()->clReleaseEvent(user));
	OK(cl()->clReleaseEvent(whole));
	OK(cl()->clReleaseEvent(later));
	OK(cl()->clReleaseEvent(marker));
	free_buffer(b);
	free_kernel(k);
	free_kernel(k2);
	free_memory(m);
	free_memory(other);
	OK(cl()->clReleaseCommandQueue(q));
}

/* ---- events ---------------------------------------------------------------------------------- */

static atomic_int calls[4];

static void CL_CALLBACK on_status(cl_event e, cl_int status, void *user_data)
{
	(void)e, (void)user_data;
	atomic_fetch_add(&calls[status < 0 ? CL_COMPLETE : status], 1);
}

static void await_calls(int status, int wanted)
{
	for (int i = 0; i < 10000 && atomic_load(&calls[status]) < wanted; i++)
		nanosleep(&(struct timespec){0, 1000000}, NULL);
	EXPECT(atomic_load(&calls[status]) == wanted);
}

/* One event stands for the whole, in a queue with `properties`. */
static void events(cl_command_queue_properties properties)
{
	cl_command_queue q = new_queue(&r, properties | CL_QUEUE_PROFILING_ENABLE);
	cl_command_queue of_event = NULL;
	cl_command_type type = 0;
	cl_context of = NULL;
	cl_ulong ns[4];
	cl_mem m = number(0), c = number(0);
	cl_kernel k = adder(m, 1);
	cl_event user = user_event(), e;
	cl_command_buffer_khr b = command_buffer(q, 0);
	cl_sync_point_khr s;
	const size_t one = 1;
	for (int i = 0; i < 4; i++)
		OK(kh.clCommandNDRangeKernelKHR(b, NULL, NULL, k, 1, NULL, &one, NULL, i != 0,
			i != 0 ? &s : NULL, &s, NULL));
	OK(kh.clCommandCopyBufferKHR(b, NULL, m, c, 0, 0, sizeof(int), 1, &s, NULL, NULL));
	OK(kh.clFinalizeCommandBufferKHR(b));
	memset(calls, 0, sizeof calls);
	OK(kh.clEnqueueCommandBufferKHR(0, NULL, b, 1, &user, &e));
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_QUEUE, sizeof of_event, &of_event, NULL));
	OK(cl()->clGetEventInfo(e, CL_EVENT_CONTEXT, sizeof of, &of, NULL));
	EXPECT(type == CL_COMMAND_COMMAND_BUFFER_KHR && of_event == q && of == r.context);
	for (cl_int status = CL_COMPLETE; status <= CL_SUBMITTED; status++)
		OK(cl()->clSetEventCallback(e, status, on_status, NULL));
	EXPECT(status_of(e) == CL_QUEUED || status_of(e) == CL_SUBMITTED);
	EXPECT(calls[CL_COMPLETE] == 0 && value_of(m) == 0);
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	OK(cl()->clWaitForEvents(1, &e));
	EXPECT(status_of(e) == CL_COMPLETE && value_of(c) == 4);
	for (int status = CL_COMPLETE; status <= CL_SUBMITTED; status++)
		await_calls(status, 1);
	for (cl_uint i = 0; i < 4; i++)
		OK(cl()->clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_QUEUED + i, sizeof ns[i],
			&ns[i], NULL));
	EXPECT(0 < ns[0] && ns[0] <= ns[1] && ns[1] <= ns[2] && ns[2] < ns[3]);
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseEvent(user));
	free_buffer(b);
	free_kernel(k);
	free_memory(m);
	free_memory(c);
	OK(cl()->clReleaseCommandQueue(q));
}

/* ---- pending --------------------------------------------------------------------------------- */

static void pending(cl_command_queue_properties properties, cl_command_buffer_flags_khr flags)
{
	cl_command_queue q = new_queue(&r, properties);
	cl_command_buffer_khr b = command_buffer(q, flags);
	cl_mem m = number(0);
	cl_kernel k = adder(m, 1);
	cl_event user = user_event(), e[2];
	record(b, k, 1);
	OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, NULL, NULL));
	record(b, k, 1);
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
	IS(CL_INVALID_OPERATION, kh.clEnqueueCommandBufferKHR(0, NULL, b, 0, NULL, NULL));
	OK(kh.clFinalizeCommandBufferKHR(b));
	IS(CL_INVALID_OPERATION, kh.clFinalizeCommandBufferKHR(b));
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	OK(kh.clEnqueueCommandBufferKHR(0, NULL, b, 1, &user, &e[0]));
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_PENDING_KHR);
	e[1] = NULL;
	IS(flags != 0 ? CL_SUCCESS : CL_INVALID_OPERATION,
		kh.clEnqueueCommandBufferKHR(0, NULL, b, 1, &user, &e[1]));
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_PENDING_KHR);
	OK(cl()->clFlush(q));
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	OK(cl()->clWaitForEvents(e[1] != NULL ? 2 : 1, e));
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	/* two replays at once may add at once */
	EXPECT(flags != 0 || value_of(m) == 2);
	replay(b, NULL);
	free_buffer(b); /* while it is pending */
	OK(cl()->clFinish(q));
	EXPECT(flags != 0 || value_of(m) == 4);
	OK(cl()->clReleaseEvent(user));
	for (int i = 0; i < 2; i++)
		if (e[i] != NULL)
			OK(cl()->clReleaseEvent(e[i]));
	free_kernel(k);
	free_memory(m);
	OK(cl()->clReleaseCommandQueue(q));
}

/* The client that polls learns of the end, too. */
static void polled(void)
{
	cl_command_buffer_khr b = command_buffer(r.queue, 0);
	cl_mem m = number(0);
	cl_kernel k = adder(m, 1);
	for (int i = 0; i < 3; i++)
		record(b, k, 1);
	OK(kh.clFinalizeCommandBufferKHR(b));
	for (int i = 0; i < 50; i++) {
		replay(b, NULL);
		while (state_of(b) == CL_COMMAND_BUFFER_STATE_PENDING_KHR)
			nanosleep(&(struct timespec){0, 10000}, NULL);
	}
	for (int i = 0; i < 50; i++)
		while (kh.clEnqueueCommandBufferKHR(0, NULL, b, 0, NULL, NULL) ==
			CL_INVALID_OPERATION)
			nanosleep(&(struct timespec){0, 10000}, NULL);
	EXPECT(value_of(m) == 300);
	free_buffer(b);
	free_kernel(k);
	free_memory(m);
}

/* Everything is released while the buffer waits. */
static void released_while_pending(void)
{
	cl_command_queue q = new_queue(&r, 0);
	cl_command_buffer_khr b = command_buffer(q, 0);
	cl_mem m = number(0), c = number(0);
	cl_kernel k = adder(m, 5);
	cl_event user = user_event(), e;
	record(b, k, 1);
	OK(kh.clCommandCopyBufferKHR(b, NULL, m, c, 0, 0, sizeof(int), 0, NULL, NULL, NULL));
	OK(kh.clFinalizeCommandBufferKHR(b));
	OK(kh.clEnqueueCommandBufferKHR(0, NULL, b, 1, &user, &e));
	free_kernel(k);
	free_memory(m);
	OK(cl()->clReleaseCommandQueue(q));
	free_buffer(b);
	IS(CL_INVALID_COMMAND_BUFFER_KHR, kh.clReleaseCommandBufferKHR(b));
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	OK(cl()->clWaitForEvents(1, &e));
	EXPECT(value_of(c) == 5);
	OK(cl()->clReleaseEvent(user));
	OK(cl()->clReleaseEvent(e));
	free_memory(c);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* If what it waits for fails, nothing of the buffer is done. */
static void failed_wait(cl_command_queue_properties properties)
{
	cl_command_queue q = new_queue(&r, properties);
	cl_command_buffer_khr b = command_buffer(q, 0);
	cl_mem m = number(0);
	cl_kernel k = adder(m, 1);
	cl_event user = user_event(), e;
	const int x = 9;
	for (int i = 0; i < 3; i++) {
		record(b, k, 1);
		OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, NULL, NULL));
		OK(kh.clCommandFillBufferKHR(b, NULL, m, &x, sizeof x, 0, sizeof x, 0, NULL, NULL,
			NULL));
	}
	OK(kh.clFinalizeCommandBufferKHR(b));
	OK(kh.clEnqueueCommandBufferKHR(0, NULL, b, 1, &user, &e));
	OK(cl()->clSetUserEventStatus(user, -5));
	IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, cl()->clWaitForEvents(1, &e));
	EXPECT(status_of(e) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	OK(cl()->clFinish(q));
	EXPECT(value_of(m) == 0);
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	OK(cl()->clReleaseEvent(e));
	replay(b, &e);
	OK(cl()->clWaitForEvents(1, &e));
	EXPECT(value_of(m) == 9);
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseEvent(user));
	free_buffer(b);
	free_kernel(k);
	free_memory(m);
	OK(cl()->clReleaseCommandQueue(q));
}

/* Another thread may be about to tell. */
static void await_notice(void)
{
	for (int i = 0; i < 10000 && !atomic_load(&was_told); i++)
		nanosleep(&(struct timespec){0, 1000000}, NULL);
	EXPECT(atomic_load(&was_told));
}

/* A kernel among many faults: it is named, no later command of the buffer is done, the whole has
 * the error, who waits for it by a wait list fails, and the queue goes on. */
static void failed_kernel(cl_command_queue_properties properties, int bad)
{
	enum { KERNELS = 40 };
	cl_command_queue q = new_queue(&r, properties);
	cl_command_buffer_khr b = command_buffer(q, 0);
	cl_mem m = number(0), page = buffer(&r, 4000, NULL);
	cl_kernel k = adder(m, 1), stray = kernel(&r, "stray");
	cl_event e, behind;
	const size_t one = 1;
	int after = 1000000;
	pass_buffer(stray, 0, page);
	PASS(stray, 1, cl_ulong, 1 << 12); /* in the page behind the buffer's */
	for (int i = 0; i < KERNELS; i++) {
		record(b, i == bad ? stray : k, 1);
		OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, NULL, NULL));
	}
	OK(kh.clCommandFillBufferKHR(b, NULL, m, &after, sizeof after, 0, sizeof after, 0, NULL,
		NULL, NULL));
	OK(kh.clFinalizeCommandBufferKHR(b));
	for (int n = 1; n <= 2; n++) {
		atomic_store(&was_told, false);
		replay(b, &e);
		OK(cl()->clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 1, &e, &behind));
		IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, cl()->clWaitForEvents(1, &e));
		EXPECT(status_of(e) == CL_OUT_OF_RESOURCES);
		IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, cl()->clWaitForEvents(1, &behind));
		IS(CL_OUT_OF_RESOURCES, cl()->clFinish(q));
		await_notice();
		EXPECT(strstr(told, "stray") != NULL && strstr(told, "4000 bytes") != NULL);
		EXPECT(value_of(m) == n * bad);
		EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
		OK(cl()->clReleaseEvent(e));
		OK(cl()->clReleaseEvent(behind));
	}
	OK(cl()->clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	OK(cl()->clFinish(q));
	EXPECT(value_of(m) == 2 * bad + 1);
	free_buffer(b);
	free_kernel(k);
	free_kernel(stray);
	free_memory(m);
	free_memory(page);
	OK(cl()->clReleaseCommandQueue(q));
}

/* ---- queues and threads ---------------------------------------------------------------------- */

/* Another queue than the one that it was recorded for. */
static void other_queues(void)
{
	cl_command_queue q = new_queue(&r, 0), of = NULL;
	cl_command_buffer_khr b = command_buffer(r.queue, 0);
	cl_mem m = number(0);
	cl_kernel k = adder(m, 1);
	cl_event e, user = user_event();
	record(b, k, 1);
	record(b, k, 1);
	OK(kh.clFinalizeCommandBufferKHR(b));
	/* r.queue is held up meanwhile */
	OK(cl()->clEnqueueMarkerWithWaitList(r.queue, 1, &user, NULL));
	OK(kh.clEnqueueCommandBufferKHR(1, &q, b, 0, NULL, &e));
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_QUEUE, sizeof of, &of, NULL));
	EXPECT(of == q);
	OK(cl()->clWaitForEvents(1, &e));
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	EXPECT(value_of(m) == 2);
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseEvent(user));
	free_buffer(b);
	free_kernel(k);
	free_memory(m);
	OK(cl()->clReleaseCommandQueue(q));
}

enum { THREADS = 4, TURNS = 100 };
static cl_command_buffer_khr shared;

static void *replay_often(void *arg)
{
	cl_command_queue q = new_queue(&r, 0);
	for (int i = 0; i < TURNS; i++) {
		cl_event e;
		OK(kh.clEnqueueCommandBufferKHR(1, &q, shared, 0, NULL, &e));
		if (i % 3 == 0)
			OK(cl()->clWaitForEvents(1, &e));
		OK(cl()->clReleaseEvent(e));
		OK(kh.clRetainCommandBufferKHR(shared));
		(void)state_of(shared);
		OK(kh.clReleaseCommandBufferKHR(shared));
	}
	OK(cl()->clFinish(q));
	OK(cl()->clReleaseCommandQueue(q));
	return arg;
}

/* Threads replay one buffer at once, in queues of their own. */
static void threads(void)
{
	enum { KERNELS = 5 };
	pthread_t t[THREADS];
	cl_mem m = number(0);
	cl_kernel k = kernel(&r, "count");
	pass_buffer(k, 0, m);
	shared = command_buffer(r.queue, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	for (int i = 0; i < KERNELS; i++)
		record(shared, k, 1);
	OK(kh.clFinalizeCommandBufferKHR(shared));
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&t[i], NULL, replay_often, NULL) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	EXPECT(value_of(m) == THREADS * TURNS * KERNELS);
	EXPECT(state_of(shared) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	free_buffer(shared);
	free_kernel(k);
	free_memory(m);
}

static cl_kernel shared_kernel;

static void *record_often(void *arg)
{
	for (int i = 0; i < TURNS; i++)
		record(shared, shared_kernel, 1);
	return arg;
}

/* Threads record to one buffer at once. */
static void recording_threads(void)
{
	pthread_t t[THREADS];
	cl_mem m = number(0);
	shared_kernel = adder(m, 1);
	shared = command_buffer(r.queue, 0);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&t[i], NULL, record_often, NULL) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	OK(kh.clFinalizeCommandBufferKHR(shared));
	replay(shared, NULL);
	EXPECT(value_of(m) == THREADS * TURNS);
	free_buffer(shared);
	free_kernel(shared_kernel);
	free_memory(m);
}

/* A buffer without commands waits, and ends. */
static void empty(cl_command_queue_properties properties)
{
	cl_command_queue q = new_queue(&r, properties);
	cl_command_buffer_khr b = command_buffer(q, 0);
	cl_event user = user_event(), e;
	OK(kh.clFinalizeCommandBufferKHR(b));
	OK(kh.clEnqueueCommandBufferKHR(0, NULL, b, 1, &user, &e));
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_PENDING_KHR);
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	OK(cl()->clWaitForEvents(1, &e));
	EXPECT(state_of(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseEvent(user));
	free_buffer(b);
	OK(cl()->clReleaseCommandQueue(q));
}

int main(void)
{
	static const cl_command_queue_properties orders[] = {
		0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
	open_all();
	arguments();
	long_rows();
	ranges();
	all_commands();
	prints();
	sync_points();
	waits_alone();
	polled();
	released_while_pending();
	other_queues();
	threads();
	recording_threads();
	for (int i = 0; i < 2; i++) {
		events(orders[i]);
		pending(orders[i], 0);
		pending(orders[i], CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
		failed_wait(orders[i]);
		failed_kernel(orders[i], 0);
		failed_kernel(orders[i], 1);
		failed_kernel(orders[i], 20);
		empty(orders[i]);
	}
	run_close(&r);
	return 0;
}

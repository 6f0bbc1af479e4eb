/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queues and commands: order, wait lists, user events, failures, callbacks, waiting. Native kernels
 * are the work, which writes down in which order it is done. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>
#include "cl_client.h"

static cl_context context;
static atomic_int next_turn;

struct task {
	int *turn;      /* gets the turn in which the task is done */
	atomic_int *go; /* the task waits until it is not 0; NULL: it does not */
};

static void nap(void)
{
	nanosleep(&(struct timespec){0, 100000}, NULL);
}

static void CL_CALLBACK do_task(void *args)
{
	struct task *t = args;
	while (t->go != NULL && atomic_load(t->go) == 0)
		nap();
	*t->turn = atomic_fetch_add(&next_turn, 1);
}

static void enqueue_task(cl_command_queue q, int *turn, atomic_int *go, cl_uint count,
	const cl_event *list, cl_event *event)
{
	struct task t = {turn, go};
	OK(cl()->clEnqueueNativeKernel(q, do_task, &t, sizeof t, 0, NULL, NULL, count, list,
		event));
}

static cl_command_queue new_queue(cl_command_queue_properties p)
{
	cl_int error;
	cl_command_queue q = cl()->clCreateCommandQueue(context, device(), p, &error);
	OK(error);
	return q;
}

static cl_int status_of(cl_event e)
{
	cl_int status;
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
		NULL));
	return status;
}

static cl_event user_event(void)
{
	cl_int error;
	cl_event e = cl()->clCreateUserEvent(context, &error);
	OK(error);
	return e;
}

/* ---- order ----------------------------------------------------------------------------------- */

static void in_order(void)
{
	enum { TASKS = 2000 };
	static int turns[TASKS];
	cl_command_queue q = new_queue(0);
	next_turn = 0;
	for (int i = 0; i < TASKS; i++)
		enqueue_task(q, &turns[i], NULL, 0, NULL, NULL);
	OK(cl()->clFinish(q));
	for (int i = 0; i < TASKS; i++)
		EXPECT(turns[i] == i);
	OK(cl()->clReleaseCommandQueue(q));
}

/* In an out-of-order queue, a command that waits for a user event holds up no other one. */
static void out_of_order(void)
{
	cl_command_queue q = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_event user = user_event(), late, soon, mark;
	int first = -1, second = -1, third = -1;
	next_turn = 0;
	enqueue_task(q, &first, NULL, 1, &user, &late);
	enqueue_task(q, &second, NULL, 0, NULL, &soon);
	OK(cl()->clWaitForEvents(1, &soon));
	EXPECT(second == 0 && first == -1 && status_of(late) == CL_QUEUED);
	OK(cl()->clEnqueueBarrierWithWaitList(q, 0, NULL, &mark));
	enqueue_task(q, &third, NULL, 0, NULL, NULL);
	EXPECT(third == -1 && status_of(mark) == CL_QUEUED);
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	OK(cl()->clFinish(q));
	EXPECT(first == 1 && third == 2 && status_of(mark) == CL_COMPLETE);
	IS(CL_INVALID_OPERATION, cl()->clSetUserEventStatus(user, CL_COMPLETE));
	cl_event all[] = {user, late, soon, mark};
	for (int i = 0; i < 4; i++)
		OK(cl()->clReleaseEvent(all[i]));
	OK(cl()->clReleaseCommandQueue(q));
}

/* Two queues whose commands wait for each other's by turns. */
static void ping_pong(void)
{
	enum { TASKS = 300 };
	static int turns[TASKS];
	cl_command_queue q[2] = {new_queue(0), new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
	cl_event before = NULL, e;
	next_turn = 0;
	for (int i = 0; i < TASKS; i++) {
		enqueue_task(q[i % 2], &turns[i], NULL, before != NULL, before ? &before : NULL,
			&e);
		if (before != NULL)
			OK(cl()->clReleaseEvent(before));
		before = e;
	}
	OK(cl()->clWaitForEvents(1, &before));
	for (int i = 0; i < TASKS; i++)
		EXPECT(turns[i] == i);
	OK(cl()->clReleaseEvent(before));
	for (int i = 0; i < 2; i++)
		OK(cl()->clReleaseCommandQueue(q[i]));
}

/* A long chain of markers ends in one turn, without recursion. */
static void chain(void)
{
	enum { MARKERS = 100000 };
	cl_command_queue q = new_queue(0);
	cl_event user = user_event();
	OK(cl()->clEnqueueMarkerWithWaitList(q, 1, &user, NULL));
	for (int i = 0; i < MARKERS; i++)
		OK(cl()->clEnqueueMarkerWithWaitList(q, 0, NULL, NULL));
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	OK(cl()->clFinish(q));
	OK(cl()->clReleaseEvent(user));
	OK(cl()->clReleaseCommandQueue(q));
}

/* ---- failures -------------------------------------------------------------------------------- */

static void failures(void)
{
	cl_command_queue q = new_queue(0);
	cl_event user = user_event(), named, mark;
	int unrun = -1, after = -1;
	next_turn = 0;
	enqueue_task(q, &unrun, NULL, 1, &user, &named);
	OK(cl()->clEnqueueMarkerWithWaitList(q, 1, &named, &mark));
	enqueue_task(q, &after, NULL, 0, NULL, NULL);
	OK(cl()->clSetUserEventStatus(user, -7));
	IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, cl()->clWaitForEvents(1, &mark));
	OK(cl()->clFinish(q));
	EXPECT(unrun == -1 && after == 0);
	EXPECT(status_of(user) == -7 && status_of(mark) < 0);
	EXPECT(status_of(named) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	cl_event all[] = {user, named, mark};
	for (int i = 0; i < 3; i++)
		OK(cl()->clReleaseEvent(all[i]));
	OK(cl()->clReleaseCommandQueue(q));
}

/* ---- callbacks ------------------------------------------------------------------------------- */

static atomic_int statuses[8], status_count;

static void CL_CALLBACK note(cl_event e, cl_int status, void *user_data)
{
	(void)e;
	int i = atomic_load(&status_count);
	atomic_store(&statuses[i], status + *(int *)user_data);
	atomic_store(&status_count, i + 1);
}

static void await_count(int count)
{
	for (int i = 0; i < 100000 && atomic_load(&status_count) < count; i++)
		nap();
	EXPECT(atomic_load(&status_count) == count);
}

/* Nobody waits for the events whose callbacks are called. */
static void callbacks(void)
{
	static int base = 100, turn;
	cl_command_queue q = new_queue(0);
	atomic_int go = 0;
	cl_event e, user = user_event();
	status_count = 0;
	enqueue_task(q, &turn, &go, 1, &user, &e);
	OK(cl()->clSetEventCallback(e, CL_COMPLETE, note, &base));
	OK(cl()->clSetEventCallback(e, CL_RUNNING, note, &base));
	OK(cl()->clSetEventCallback(e, CL_SUBMITTED, note, &base));
	EXPECT(status_count == 0);
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	await_count(2);
	EXPECT(statuses[0] == 102 && statuses[1] == 101);
	go = 1;
	await_count(3);
	EXPECT(statuses[2] == 100);
	OK(cl()->clSetEventCallback(e, CL_SUBMITTED, note, &base)); /* it has ended */
	await_count(4);
	EXPECT(statuses[3] == 102);
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseEvent(user));
	user = user_event();
	OK(cl()->clSetEventCallback(user, CL_COMPLETE, note, &base));
	OK(cl()->clSetUserEventStatus(user, -3));
	await_count(5);
	EXPECT(statuses[4] == 97);
	OK(cl()->clReleaseEvent(user));
	OK(cl()->clReleaseCommandQueue(q));
}

static void CL_CALLBACK ask(cl_event e, cl_int status, void *user_data)
{
	cl_int seen = 1;
	IS(*(cl_int *)user_data, status);
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof seen, &seen, NULL));
	EXPECT(seen == status);
	nap(); /* the client has released it by now */
	OK(cl()->clRetainEvent(e));
	OK(cl()->clReleaseEvent(e));
	atomic_fetch_add(&status_count, 1);
}

static void CL_CALLBACK raise_flag(cl_event e, cl_int status, void *user_data)
{
	(void)e, (void)status;
	atomic_store((atomic_bool *)user_data, true);
}

/* Callbacks of what the client has waited for have mostly been called: at once is too soon for
 * another thread. */
static void prompt_callbacks(void)
{
	enum { TIMES = 50 };
	static atomic_bool flags[2 * TIMES];
	cl_command_queue q = new_queue(0);
	int turn, prompt = 0;
	for (int i = 0; i < 2 * TIMES; i++) {
		cl_event e;
		enqueue_task(q, &turn, NULL, 0, NULL, &e);
		OK(cl()->clSetEventCallback(e, CL_COMPLETE, raise_flag, &flags[i]));
		if (i < TIMES)
			OK(cl()->clWaitForEvents(1, &e));
		else
			OK(cl()->clFinish(q));
		prompt += atomic_load(&flags[i]);
		OK(cl()->clReleaseEvent(e));
	}
	if (prompt <= TIMES)
		printf("%d of %d callbacks are prompt\n", prompt, 2 * TIMES);
	EXPECT(prompt > TIMES);
	OK(cl()->clReleaseCommandQueue(q));
}

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;

static void CL_CALLBACK take_lock(cl_event e, cl_int status, void *user_data)
{
	(void)e, (void)status;
	pthread_mutex_lock(&held);
	pthread_mutex_unlock(&held);
	atomic_fetch_add((atomic_int *)user_data, 1);
}

static void CL_CALLBACK wait_inside(cl_event e, cl_int status, void *user_data)
{
	(void)status;
	OK(cl()->clWaitForEvents(1, &e));
	atomic_fetch_add((atomic_int *)user_data, 1);
}

/* A client may have a lock that the callback takes, and the callback may wait. */
static void locked_callbacks(void)
{
	static atomic_int done;
	cl_command_queue q = new_queue(0);
	int turn;
	cl_event e;
	pthread_mutex_lock(&held);
	enqueue_task(q, &turn, NULL, 0, NULL, &e);
	OK(cl()->clSetEventCallback(e, CL_COMPLETE, take_lock, &done));
	OK(cl()->clSetEventCallback(e, CL_COMPLETE, wait_inside, &done));
	OK(cl()->clWaitForEvents(1, &e));
	OK(cl()->clFinish(q));
	EXPECT(atomic_load(&done) == 0);
	pthread_mutex_unlock(&held);
	for (int i = 0; i < 100000 && atomic_load(&done) < 2; i++)
		nap();
	EXPECT(atomic_load(&done) == 2);
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseCommandQueue(q));
}

/* A callback's event is valid there, although the client has released it before. */
static void released(void)
{
	static cl_int complete = CL_COMPLETE, failed = -3;
	static int turn;
	cl_command_queue q = new_queue(0);
	cl_event e, user = user_event();
	status_count = 0;
	enqueue_task(q, &turn, NULL, 1, &user, &e);
	OK(cl()->clSetEventCallback(e, CL_COMPLETE, ask, &complete));
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	await_count(1);
	OK(cl()->clReleaseEvent(user));
	user = user_event();
	OK(cl()->clSetEventCallback(user, CL_COMPLETE, ask, &failed));
	OK(cl()->clSetUserEventStatus(user, failed));
	OK(cl()->clReleaseEvent(user));
	await_count(2);
	user = user_event(); /* is never set */
	OK(cl()->clSetEventCallback(user, CL_COMPLETE, ask, &failed));
	OK(cl()->clReleaseEvent(user));
	OK(cl()->clReleaseCommandQueue(q));
}

/* ---- profiling and info ---------------------------------------------------------------------- */

static void profiling(void)
{
	cl_command_queue q = new_queue(CL_QUEUE_PROFILING_ENABLE), plain = new_queue(0);
	cl_ulong t[5];
	cl_event e;
	int turn;
	enqueue_task(q, &turn, NULL, 0, NULL, &e);
	OK(cl()->clWaitForEvents(1, &e));
	for (cl_uint i = 0; i < 5; i++)
		OK(cl()->clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_QUEUED + i, sizeof *t,
			&t[i], NULL));
	EXPECT(t[0] <= t[1] && t[1] <= t[2] && t[2] <= t[3] && t[3] == t[4]);
	IS(CL_INVALID_VALUE, cl()->clGetEventProfilingInfo(e, 4711, sizeof *t, t, NULL));
	OK(cl()->clReleaseEvent(e));
	enqueue_task(plain, &turn, NULL, 0, NULL, &e);
	OK(cl()->clFinish(plain));
	IS(CL_PROFILING_INFO_NOT_AVAILABLE,
		cl()->clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof *t, t, NULL));
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseCommandQueue(q));
	OK(cl()->clReleaseCommandQueue(plain));
}

static void asked(void)
{
	const cl_queue_properties p[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE,
		CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, 0};
	cl_queue_properties got[5];
	cl_command_queue_properties flags;
	cl_command_queue owner;
	cl_command_type type;
	cl_context in;
	cl_int error;
	size_t bytes;
	cl_event e;
	cl_command_queue q = cl()->clCreateCommandQueueWithProperties(context, device(), p, &error);
	OK(error);
	OK(cl()->clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, sizeof got, got, &bytes));
	EXPECT(bytes == sizeof p && memcmp(got, p, sizeof p) == 0);
	OK(cl()->clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof flags, &flags, NULL));
	EXPECT(flags == CL_QUEUE_PROFILING_ENABLE);
	OK(cl()->clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof in, &in, NULL));
	EXPECT(in == context);
	OK(cl()->clEnqueueMarkerWithWaitList(q, 0, NULL, &e));
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_QUEUE, sizeof owner, &owner, NULL));
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	EXPECT(owner == q && type == CL_COMMAND_MARKER);
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseCommandQueue(q));
}

static void wrong(void)
{
	const cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
		CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0},
				  unknown[] = {4711, 0, 0};
	const void *place = &place;
	cl_command_queue q = new_queue(0);
	cl_event none = (cl_event)(void *)q, user = user_event();
	cl_mem no_memory = (cl_mem)(void *)q;
	cl_int error;
	struct task t = {NULL, NULL};
	EXPECT(cl()->clCreateCommandQueue(NULL, device(), 0, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(cl()->clCreateCommandQueue(context, NULL, 0, &error) == NULL);
	IS(CL_INVALID_DEVICE, error);
	EXPECT(cl()->clCreateCommandQueue(context, device(), 1 << 9, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(cl()->clCreateCommandQueueWithProperties(context, device(), on_device, &error) ==
		NULL);
	IS(CL_INVALID_QUEUE_PROPERTIES, error);
	EXPECT(cl()->clCreateCommandQueueWithProperties(context, device(), unknown, &error) ==
		NULL);
	IS(CL_INVALID_VALUE, error);
	IS(CL_INVALID_COMMAND_QUEUE, cl()->clFinish(NULL));
	IS(CL_INVALID_COMMAND_QUEUE, cl()->clFlush((cl_command_queue)(void *)context));
	IS(CL_INVALID_EVENT_WAIT_LIST, cl()->clEnqueueMarkerWithWaitList(q, 1, &none, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST, cl()->clEnqueueMarkerWithWaitList(q, 0, &none, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST, cl()->clEnqueueMarkerWithWaitList(q, 1, NULL, NULL));
	IS(CL_INVALID_VALUE, cl()->clWaitForEvents(0, NULL));
	IS(CL_INVALID_EVENT, cl()->clWaitForEvents(1, &none));
	IS(CL_INVALID_VALUE, cl()->clSetUserEventStatus(user, CL_RUNNING));
	IS(CL_INVALID_EVENT, cl()->clSetUserEventStatus(none, CL_COMPLETE));
	IS(CL_INVALID_VALUE, cl()->clSetEventCallback(user, CL_QUEUED, note, NULL));
	IS(CL_INVALID_VALUE, cl()->clSetEventCallback(user, CL_COMPLETE, NULL, NULL));
	IS(CL_INVALID_VALUE,
		cl()->clEnqueueNativeKernel(q, NULL, &t, sizeof t, 0, NULL, NULL, 0, NULL, NULL));
	IS(CL_INVALID_VALUE,
		cl()->clEnqueueNativeKernel(q, do_task, NULL, 8, 0, NULL, NULL, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, cl()->clEnqueueNativeKernel(q, do_task, &t, sizeof t, 1, &no_memory,
				     &place, 0, NULL, NULL));
	place = &t;
	IS(CL_INVALID_MEM_OBJECT, cl()->clEnqueueNativeKernel(q, do_task, &t, sizeof t, 1,
					  &no_memory, &place, 0, NULL, NULL));
	OK(cl()->clSetUserEventStatus(user, CL_COMPLETE));
	OK(cl()->clReleaseEvent(user));
	IS(CL_INVALID_EVENT, cl()->clReleaseEvent(user));
	OK(cl()->clReleaseCommandQueue(q));
	IS(CL_INVALID_COMMAND_QUEUE, cl()->clFinish(q));
}

/* ---- many threads ---------------------------------------------------------------------------- */

static cl_command_queue shared[3];

static void *hammer(void *arg)
{
	int turn, *seed = arg;
	for (int i = 0; i < 300; i++) {
		cl_event e[2];
		enqueue_task(shared[(*seed + i) % 3], &turn, NULL, 0, NULL, &e[0]);
		enqueue_task(shared[(*seed + i / 2) % 3], &turn, NULL, 1, e, &e[1]);
		if (i % 7 == 0)
			OK(cl()->clFinish(shared[i % 3]));
		OK(cl()->clWaitForEvents(2, e));
		OK(cl()->clReleaseEvent(e[0]));
		OK(cl()->clReleaseEvent(e[1]));
	}
	return NULL;
}

static void threads(void)
{
	enum { THREADS = 8 };
	pthread_t t[THREADS];
	int seeds[THREADS];
	for (int i = 0; i < 3; i++)
		shared[i] = new_queue(i == 0 ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	for (int i = 0; i < THREADS; i++) {
		seeds[i] = i;
		EXPECT(pthread_create(&t[i], NULL, hammer, &seeds[i]) == 0);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < 3; i++)
		OK(cl()->clReleaseCommandQueue(shared[i]));
}

int main(void)
{
	const cl_device_id d = device();
	cl_int error;
	context = cl()->clCreateContext(NULL, 1, &d, NULL, NULL, &error);
	OK(error);
	in_order();
	out_of_order();
	ping_pong();
	chain();
	failures();
	callbacks();
	prompt_callbacks();
	locked_callbacks();
	released();
	profiling();
	asked();
	wrong();
	threads();
	OK(cl()->clReleaseContext(context));
	return 0;
}

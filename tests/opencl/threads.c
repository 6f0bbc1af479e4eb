/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many threads with one context: kernels, copies and maps of one buffer each, in two queues that
 * all share, that wait for the commands of other threads; and kernels that fault beside them. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include "cl_run.h"

enum { THREADS = 6, ROUNDS = 60, WORDS = 64, POSTS = 8 };

static const char source[] = "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }\n"
			     "kernel void stray(global int *x, ulong at) { x[at] = 1; }\n";

static struct run r;
static cl_command_queue queues[2]; /* in order, out of order */
static atomic_int called, asked_for, ended;

/* ---- events that threads leave for each other ------------------------------------------------ */

static pthread_mutex_t posts_lock = PTHREAD_MUTEX_INITIALIZER;
static cl_event posts[POSTS];

/* Puts an event there, or NULL, and takes the one that was. */
static cl_event exchange(unsigned at, cl_event e)
{
	pthread_mutex_lock(&posts_lock);
	cl_event before = posts[at % POSTS];
	posts[at % POSTS] = e;
	pthread_mutex_unlock(&posts_lock);
	return before;
}

static void drop(cl_event e)
{
	if (e != NULL)
		OK(cl()->clReleaseEvent(e));
}

static void CL_CALLBACK note(cl_event e, cl_int status, void *user_data)
{
	cl_uint count;
	(void)user_data;
	EXPECT(status == CL_COMPLETE);
	OK(cl()->clGetEventInfo(e, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL));
	atomic_fetch_add(&called, 1);
}

/* Has another thread wait for the event, and looks at it in the meantime. */
static void share(cl_event e, unsigned at)
{
	cl_int status;
	OK(cl()->clRetainEvent(e));
	if (at % 3 == 0) {
		atomic_fetch_add(&asked_for, 1);
		OK(cl()->clSetEventCallback(e, CL_COMPLETE, note, NULL));
	}
	OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
		NULL));
	EXPECT(status >= CL_COMPLETE);
	drop(exchange(at, e));
}

/* ---- what the threads do --------------------------------------------------------------------- */

static void CL_CALLBACK note_end(cl_mem m, void *user_data)
{
	(void)m, (void)user_data;
	atomic_fetch_add(&ended, 1);
}

/* Adds 1 to a new buffer three times: by a kernel, by the host that maps it, and by a kernel in a
 * queue that is released before it has run. A user event holds the first one back. */
static void one_round(cl_kernel k, unsigned n)
{
	const size_t words = WORDS;
	const cl_int zero = 0;
	cl_int error = 1, seen[WORDS];
	cl_event start = cl()->clCreateUserEvent(r.context, &error), e[5];
	OK(error);
	cl_command_queue q = queues[n % 2],
			 own = cl()->clCreateCommandQueueWithProperties(r.context, device(), NULL,
				 &error);
	OK(error);
	cl_mem m = buffer(&r, sizeof seen, NULL);
	OK(cl()->clSetMemObjectDestructorCallback(m, note_end, NULL));
	e[0] = exchange(n * 5, NULL);
	OK(cl()->clEnqueueFillBuffer(q, m, &zero, sizeof zero, 0, sizeof seen, e[0] != NULL,
		e[0] != NULL ? e : NULL, &e[1]));
	drop(e[0]);
	e[0] = start;
	pass_buffer(k, 0, m);
	PASS(k, 1, cl_int, 1);
	OK(cl()->clEnqueueNDRangeKernel(own, k, 1, NULL, &words, NULL, 2, e, &e[2]));
	OK(cl()->clSetUserEventStatus(start, CL_COMPLETE));
	share(e[2], n);
	cl_int *at = cl()->clEnqueueMapBuffer(queues[(n + 1) % 2], m, CL_TRUE, CL_MAP_WRITE, 0,
		sizeof seen, 1, &e[2], NULL, &error);
	OK(error);
	for (int i = 0; i < WORDS; i++)
		at[i]++;
	OK(cl()->clEnqueueUnmapMemObject(q, m, at, 0, NULL, &e[3]));
	OK(cl()->clEnqueueNDRangeKernel(own, k, 1, NULL, &words, NULL, 1, &e[3], &e[4]));
	OK(cl()->clReleaseCommandQueue(own));
	OK(cl()->clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof seen, seen, 1, &e[4], NULL));
	for (int i = 0; i < WORDS; i++)
		EXPECT(seen[i] == 3);
	OK(cl()->clReleaseMemObject(m));
	for (int i = 0; i < 5; i++)
		drop(e[i]);
}

static void *add(void *arg)
{
	cl_kernel k = kernel(&r, "add");
	unsigned first = *(unsigned *)arg;
	for (unsigned i = 0; i < ROUNDS; i++)
		one_round(k, first + i);
	OK(cl()->clReleaseKernel(k));
	return NULL;
}

/* Kernels that fault, in a queue of their own. */
static void *stray(void *arg)
{
	const size_t one = 1;
	cl_int error = 1, status = 1;
	cl_kernel k = kernel(&r, "stray");
	cl_command_queue q =
		cl()->clCreateCommandQueueWithProperties(r.context, device(), NULL, &error);
	OK(error);
	pass_buffer(k, 0, NULL);
	PASS(k, 1, cl_ulong, 1);
	for (int i = 0; i < ROUNDS / 4; i++) {
		cl_event e;
		OK(cl()->clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, &e));
		IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, cl()->clWaitForEvents(1, &e));
		OK(cl()->clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
			&status, NULL));
		EXPECT(status < 0);
		drop(e);
	}
	OK(cl()->clReleaseCommandQueue(q));
	OK(cl()->clReleaseKernel(k));
	return arg;
}

/* What is done after a command's end is done by threads that nobody waits for. */
static void await(atomic_int *counter, int count)
{
	for (int i = 0; i < 100000 && atomic_load(counter) != count; i++)
		nanosleep(&(struct timespec){0, 100000}, NULL);
	EXPECT(atomic_load(counter) == count);
}

int main(void)
{
	pthread_t t[THREADS + 1];
	unsigned first[THREADS];
	cl_int error = 1;
	r = run_open(source, "");
	for (cl_uint i = 0; i < 2; i++) {
		const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
			i == 0 ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
		queues[i] =
			cl()->clCreateCommandQueueWithProperties(r.context, device(), list, &error);
		OK(error);
	}
	for (unsigned i = 0; i < THREADS; i++) {
		first[i] = i * 3;
		EXPECT(pthread_create(&t[i], NULL, add, &first[i]) == 0);
	}
	EXPECT(pthread_create(&t[THREADS], NULL, stray, NULL) == 0);
	for (int i = 0; i <= THREADS; i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
	for (unsigned i = 0; i < POSTS; i++)
		drop(exchange(i, NULL));
	for (int i = 0; i < 2; i++)
		OK(cl()->clReleaseCommandQueue(queues[i]));
	await(&called, atomic_load(&asked_for));
	await(&ended, THREADS * ROUNDS);
	run_close(&r);
	nanosleep(&(struct timespec){0, 20000000}, NULL); /* the threads drop the last events */
	return 0;
}

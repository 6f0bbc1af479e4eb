/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lets no more threads compile at a time than there are CPUs: each needs much memory. When the
 * process ends they come to their end first, because LLVM's own end would be under their feet. What
 * LLVM makes when it first needs it ends before what was registered before that; so we register
 * again and again, ever more seldom, as it comes to have all that it needs. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "hsaemu/unwind.h"
#include "make_impl.h"

static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_moves = PTHREAD_COND_INITIALIZER;
/* guarded by the lock */
static unsigned gate_inside;
static unsigned long gate_left; /* how often it was */
static bool gate_is_closed;
/* By which close_gate() is to be called. It asks without the lock, which a child may find held. */
static _Atomic pid_t gate_process;

/* A child of fork() has none of the threads. */
static void close_gate(void)
{
	if (getpid() != gate_process)
		return;
	pthread_mutex_lock(&gate_lock);
	gate_is_closed = true;
	pthread_cond_broadcast(&gate_moves);
	while (gate_inside != 0)
		pthread_cond_wait(&gate_moves, &gate_lock);
	pthread_mutex_unlock(&gate_lock);
}

/* The lock is held. */
static void register_end(void)
{
	if (atexit(close_gate) == 0)
		gate_process = getpid();
}

unsigned ocl_gate_places(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	return cpus < 1 ? 1 : (unsigned)cpus;
}

static void step_out(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&gate_lock);
	gate_inside--;
	gate_left++;
	if (is_pow2(gate_left) && !gate_is_closed)
		register_end();
	pthread_cond_broadcast(&gate_moves);
	pthread_mutex_unlock(&gate_lock);
}

bool ocl_gate_enter(struct unwind_guard *inside, struct buf *why)
{
	unsigned most = ocl_gate_places();
	pthread_mutex_lock(&gate_lock);
	if (gate_process == 0)
		register_end();
	while (!gate_is_closed && gate_inside >= most)
		pthread_cond_wait(&gate_moves, &gate_lock);
	bool open = !gate_is_closed;
	gate_inside += open;
	pthread_mutex_unlock(&gate_lock);
	if (!open) {
		buf_puts(why, "the process ends\n");
		return false;
	}
	*inside = (struct unwind_guard){.release = step_out};
	unwind_guard_begin(inside);
	return true;
}

void ocl_gate_leave(struct unwind_guard *inside)
{
	unwind_guard_end(inside);
	step_out(NULL);
}

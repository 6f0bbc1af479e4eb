/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles Ctrl-C while kernels run. The first signal stops the kernels, so that hsa-run can say
 * where they were and then end by the signal. A second signal ends hsa-run at once. While no kernel
 * runs, signals act as if this file did not exist. */
#include <signal.h>
#include <stdatomic.h>
#include "interrupt.h"

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

/* These variables are global because a signal handler cannot find them in any other way. */
static hsa_queue_t *_Atomic watched_queue;
static atomic_int caught_signal;
static struct sigaction actions_before[ARRAY_LEN(numbers)];

static void restore(void)
{
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		sigaction(numbers[i], &actions_before[i], NULL);
}

static void on_signal(int number)
{
	hsa_queue_t *q = atomic_load(&watched_queue);
	if (atomic_exchange(&caught_signal, number) != 0 || q == NULL) {
		restore();
		raise(number); /* The signal is blocked until the handler returns. */
		return;
	}
	rt_queue_inactivate(q);
}

void run_interrupt_watch(hsa_queue_t *q)
{
	struct sigaction ours = {.sa_handler = on_signal};
	sigfillset(&ours.sa_mask);
	atomic_store(&watched_queue, q);
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		/* A signal that is ignored, as for a script's job in the background, stays
		 * ignored. */
		if (sigaction(numbers[i], NULL, &actions_before[i]) == 0 &&
			actions_before[i].sa_handler != SIG_IGN)
			sigaction(numbers[i], &ours, NULL);
	}
}

void run_interrupt_unwatch(void)
{
	restore();
	atomic_store(&watched_queue, NULL);
}

int run_interrupted(void)
{
	return atomic_load(&caught_signal);
}

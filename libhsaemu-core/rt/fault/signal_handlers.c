/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process's handlers for the signals that the runtime uses: those of faults, and the one that
 * stops kernels. Handlers belong to the process as a whole, so runtimes share them and their users
 * are counted. A signal that does not concern the runtime goes to the handler that was there
 * before.
 *
 * A client may install its own handlers over ours, and those may call ours or not. That is noticed
 * at the next dispatch, a millisecond later at most, and other functions of ours are installed on
 * top. Each of them knows the one handler that it replaced, so a chain of handlers never becomes a
 * ring. When the last runtime ends, each handler that we have replaced is put back, unless there is
 * a client's above ours. Then ours stay installed, since nobody can tell whether they are called,
 * and so must their code. */
#define _XOPEN_SOURCE 700 /* for SA_ONSTACK */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/os/os_signal_impl.h"

static const int taken[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, OS_STOP_SIGNAL};
enum { TAKEN = ARRAY_LEN(taken), LEVELS = 8 };

/* Of each signal, the lowest `handlers_used` levels are installed, or were. The handler that a
 * level replaced is written under `handlers_lock` before the level's handler is installed, which
 * reads it. */
static pthread_mutex_t handlers_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned handlers_users;
static unsigned handlers_used[TAKEN];
static struct sigaction handlers_found[LEVELS][TAKEN];
/* when somebody last looked whether ours are still on top; 0: look next time */
static _Atomic uint64_t handlers_looked;
enum { LOOK_TICKS = 1 << 21 }; /* around a millisecond; a look takes half a microsecond */

/* ---- handling ------------------------------------------------------------------------------- */

/* Restores the default action. When the handler has returned, the instruction faults again, now
 * without our handler; a signal that somebody sent is sent again. */
static void act_by_default(int number, bool sent)
{
	struct sigaction dfl;
	memset(&dfl, 0, sizeof dfl);
	dfl.sa_handler = SIG_DFL;
	sigaction(number, &dfl, NULL);
	if (sent)
		raise(number); /* it stays blocked until the handler returns */
}

static void pass_on(unsigned level, int number, siginfo_t *info, void *context)
{
	size_t i = 0;
	while (taken[i] != number)
		i++;
	const struct sigaction *old = &handlers_found[level][i];
	bool sent = info->si_code <= 0;
	if ((old->sa_flags & SA_SIGINFO) != 0)
		old->sa_sigaction(number, info, context);
	else if (old->sa_handler == SIG_IGN && sent)
		return;
	else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN)
		old->sa_handler(number);
	else if (number != OS_STOP_SIGNAL)
		act_by_default(number, sent);
}

static void handle(unsigned level, int number, siginfo_t *info, void *context)
{
	if (!rt_trap_signal(number, info, context))
		pass_on(level, number, info, context);
}

#define HANDLER(level) \
	static void handle_##level(int number, siginfo_t *info, void *context) \
	{ \
		handle(level, number, info, context); \
	}
HANDLER(0)
HANDLER(1)
HANDLER(2)
HANDLER(3)
HANDLER(4)
HANDLER(5)
HANDLER(6)
HANDLER(7)
#undef HANDLER

static void (*const handlers[LEVELS])(int, siginfo_t *, void *) = {
	handle_0, handle_1, handle_2, handle_3, handle_4, handle_5, handle_6, handle_7};

/* ---- installing ----------------------------------------------------------------------------- */

static bool is_level(const struct sigaction *a, unsigned level)
{
	return (a->sa_flags & SA_SIGINFO) != 0 && a->sa_sigaction == handlers[level];
}

/* Returns the level whose handler is installed for the signal now, or LEVELS when it is none of
 * ours. */
static unsigned level_on_top(size_t i)
{
	struct sigaction now;
	unsigned level = sigaction(taken[i], NULL, &now) == 0 ? 0 : LEVELS;
	while (level < LEVELS && !is_level(&now, level))
		level++;
	return level;
}

static bool install(size_t i)
{
	struct sigaction ours;
	/* when all levels are used, the installed ones are reached through the handlers above
	 * them, or not at all */
	if (handlers_used[i] == LEVELS || level_on_top(i) != LEVELS)
		return true;
	memset(&ours, 0, sizeof ours);
	ours.sa_sigaction = handlers[handlers_used[i]];
	ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
	/* while a handler ends a run, a stop must not end it a second time */
	sigaddset(&ours.sa_mask, OS_STOP_SIGNAL);
	struct sigaction *found = &handlers_found[handlers_used[i]][i];
	if (sigaction(taken[i], NULL, found) != 0 || sigaction(taken[i], &ours, NULL) != 0)
		return false;
	handlers_used[i]++;
	return true;
}

/* Puts back the handlers that ours have replaced, as long as one of ours is on top. It need not be
 * the last that was installed, as clients put back handlers of before, too; those above it might
 * come back, so their levels stay in use. */
static void restore(size_t i)
{
	for (unsigned level; (level = level_on_top(i)) != LEVELS;) {
		if (sigaction(taken[i], &handlers_found[level][i], NULL) != 0)
			return;
		if (level == handlers_used[i] - 1)
			handlers_used[i]--;
	}
}

static void restore_all(void)
{
	bool left = false;
	for (size_t i = 0; i < TAKEN; i++) {
		restore(i);
		left |= handlers_used[i] != 0;
	}
	if (left)
		os_pin_code(&handlers_found);
}

hsa_status_t rt_handlers_install(void)
{
	hsa_status_t status = HSA_STATUS_SUCCESS;
	pthread_mutex_lock(&handlers_lock);
	size_t i = 0;
	while (i < TAKEN && install(i))
		i++;
	if (i == TAKEN) {
		handlers_users++;
	} else {
		status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
		if (handlers_users == 0)
			restore_all();
	}
	pthread_mutex_unlock(&handlers_lock);
	return status;
}

void rt_handlers_look_soon(void)
{
	/* relaxed, as below: whoever looks asks the system */
	atomic_store_explicit(&handlers_looked, 0, memory_order_relaxed);
}

void rt_handlers_look(uint64_t ticks)
{
	uint64_t last = atomic_load_explicit(&handlers_looked, memory_order_relaxed);
	if (ticks - last < LOOK_TICKS ||
		!atomic_compare_exchange_strong_explicit(&handlers_looked, &last, ticks,
			memory_order_relaxed, memory_order_relaxed))
		return;
	pthread_mutex_lock(&handlers_lock);
	/* the system has taken these handlers before; if it does not now, nothing can be done */
	for (size_t i = 0; i < TAKEN && install(i); i++)
		;
	pthread_mutex_unlock(&handlers_lock);
}

void rt_handlers_restore(void)
{
	pthread_mutex_lock(&handlers_lock);
	if (--handlers_users == 0)
		restore_all();
	pthread_mutex_unlock(&handlers_lock);
}

/* ---- threads and processes ------------------------------------------------------------------ */

uint64_t rt_handlers_mask(void)
{
	sigset_t set;
	sigfillset(&set);
	for (size_t i = 0; i < TAKEN; i++)
		sigdelset(&set, taken[i]);
	/* instructions may raise these signals, too */
	sigdelset(&set, SIGTRAP);
	sigdelset(&set, SIGSYS);
	sigdelset(&set, SIGABRT);
	return os_mask_of(&set);
}

bool rt_handlers_reached(uint64_t mask)
{
	for (size_t i = 0; i < TAKEN; i++)
		if ((mask >> (taken[i] - 1) & 1) != 0)
			return false;
	return true;
}

void rt_handlers_before_fork(void)
{
	pthread_mutex_lock(&handlers_lock);
}

void rt_handlers_after_fork(void)
{
	pthread_mutex_unlock(&handlers_lock);
}

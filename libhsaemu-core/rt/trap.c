/* A fault in a kernel arrives as a signal on the worker's own thread; the handler notes what it was
 * and jumps back to rt_guard_run(). The guard of the thread is the one piece of state a handler can
 * reach, so it is thread-local; the handlers that were there before are process state by nature.
 * Faults elsewhere go to those. */
#define _XOPEN_SOURCE 700 /* SA_ONSTACK */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <xmmintrin.h>
#include "os_impl.h"
#include "switch_impl.h"
#include "fiber_impl.h"
#include "trap_impl.h"

static _Thread_local struct rt_guard *armed_guard;

static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/* `previous` is written under `handlers_lock` before our handler is installed, and read by it. */
static pthread_mutex_t handlers_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned handlers_users;
static struct sigaction previous[ARRAY_LEN(fault_signals)];

enum {
	SIGNAL_STACK_BYTES = 64 << 10,
	MXCSR_DEFAULT = 0x1f80, /* exceptions masked, round to nearest, denormals kept */
};

static void pass_on(int number, siginfo_t *info, void *context)
{
	size_t i = 0;
	while (fault_signals[i] != number)
		i++;
	const struct sigaction *old = &previous[i];
	if ((old->sa_flags & SA_SIGINFO) != 0) {
		old->sa_sigaction(number, info, context);
		return;
	}
	if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
		old->sa_handler(number);
		return;
	}
	/* On return the instruction faults again, now without us. */
	struct sigaction dfl;
	memset(&dfl, 0, sizeof dfl);
	dfl.sa_handler = SIG_DFL;
	sigaction(number, &dfl, NULL);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	struct rt_guard *g = armed_guard;
	/* si_code <= 0: sent by a process, no fault of the kernel. */
	if (g == NULL || info->si_code <= 0) {
		pass_on(number, info, context);
		return;
	}
	g->cause = RT_CAUSE_FAULT;
	g->signal = number;
	g->signal_code = info->si_code;
	g->address = (uint64_t)(uintptr_t)info->si_addr;
	g->pc = os_context_pc(context);
	g->struck = true;
	if (g->home != NULL) {
		os_context_call(context, rt_switch_leave, *g->home);
		return;
	}
	siglongjmp(g->env, 1);
}

hsa_status_t rt_traps_install(void)
{
	struct sigaction ours;
	memset(&ours, 0, sizeof ours);
	ours.sa_sigaction = on_fault;
	ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
	hsa_status_t status = HSA_STATUS_SUCCESS;
	pthread_mutex_lock(&handlers_lock);
	size_t i = 0;
	for (; handlers_users == 0 && i < ARRAY_LEN(fault_signals); i++) {
		if (sigaction(fault_signals[i], NULL, &previous[i]) != 0 ||
			sigaction(fault_signals[i], &ours, NULL) != 0) {
			status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
			break;
		}
	}
	if (status == HSA_STATUS_SUCCESS)
		handlers_users++;
	for (; status != HSA_STATUS_SUCCESS && i > 0; i--)
		sigaction(fault_signals[i - 1], &previous[i - 1], NULL);
	pthread_mutex_unlock(&handlers_lock);
	return status;
}

void rt_traps_restore(void)
{
	pthread_mutex_lock(&handlers_lock);
	if (--handlers_users == 0) {
		for (size_t i = 0; i < ARRAY_LEN(fault_signals); i++)
			sigaction(fault_signals[i], &previous[i], NULL);
	}
	pthread_mutex_unlock(&handlers_lock);
}

bool rt_traps_arrive(void)
{
	sigset_t blocked;
	if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(fault_signals); i++)
		if (sigismember(&blocked, fault_signals[i]) != 0)
			return false;
	return true;
}

hsa_status_t rt_guard_init(struct rt_guard *g)
{
	g->stack = os_map_guarded(SIGNAL_STACK_BYTES, false);
	if (g->stack == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (os_signal_stack(g->stack, SIGNAL_STACK_BYTES))
		return HSA_STATUS_SUCCESS;
	os_unmap_guarded(g->stack, SIGNAL_STACK_BYTES);
	g->stack = NULL;
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

void rt_guard_release(struct rt_guard *g)
{
	if (g->stack == NULL)
		return;
	if (!os_signal_stack(NULL, 0))
		BUG("signal stack in use");
	os_unmap_guarded(g->stack, SIGNAL_STACK_BYTES);
	g->stack = NULL;
}

/* The handler did not return, so what it blocked is blocked still. */
static void unblock_faults(void)
{
	sigset_t set;
	sigemptyset(&set);
	for (size_t i = 0; i < ARRAY_LEN(fault_signals); i++)
		sigaddset(&set, fault_signals[i]);
	if (pthread_sigmask(SIG_UNBLOCK, &set, NULL) != 0)
		BUG("signals cannot be unblocked");
}

bool rt_guard_run(struct rt_guard *g, void (*run)(void *), void *arg)
{
	/* The kernel gets the default floating-point environment, and the caller has its own again,
	 * also when the kernel ended between two changes of it. */
	g->outer_csr = _mm_getcsr();
	_mm_setcsr(MXCSR_DEFAULT);
	g->struck = false;
	g->home = NULL;
	armed_guard = g;
	atomic_signal_fence(memory_order_seq_cst);
	bool done = sigsetjmp(g->env, 0) == 0;
	if (done)
		run(arg);
	armed_guard = NULL;
	if (!done && g->cause == RT_CAUSE_FAULT)
		unblock_faults();
	_mm_setcsr(g->outer_csr);
	return !g->struck;
}

struct rt_guard *rt_guard_armed(void)
{
	return armed_guard;
}

ON_FIBER void rt_guard_trap(struct rt_guard *g, uint32_t trap, uint32_t value, uint32_t flat_id)
{
	g->cause = RT_CAUSE_TRAP;
	g->trap = trap;
	g->trap_value = value;
	g->trap_flat_id = flat_id;
	g->struck = true;
	if (g->home != NULL)
		rt_switch_leave(*g->home);
	siglongjmp(g->env, 1);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Linux's signals for the runtime: masks, signals to single threads, and the contexts that signal
 * handlers get (os_signal_impl.h). */
#define _GNU_SOURCE /* syscall(), REG_RIP */
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include "rt/os/os_signal_impl.h"

/* Stop signals carry the address of this variable, which tells them from other senders' signals. */
static const char sender;

/* Converts a sigset_t to a mask. The system uses only its first 64 bits. */
uint64_t os_mask_of(const sigset_t *set)
{
	uint64_t mask;
	memcpy(&mask, set, sizeof mask);
	return mask;
}

static void set_mask(uint64_t mask, sigset_t *before)
{
	sigset_t set;
	sigemptyset(&set);
	memcpy(&set, &mask, sizeof mask);
	if (pthread_sigmask(SIG_SETMASK, &set, before) != 0)
		BUG("signals cannot be blocked");
}

uint64_t os_signal_mask(void)
{
	sigset_t set;
	if (pthread_sigmask(SIG_BLOCK, NULL, &set) != 0)
		BUG("no signal mask");
	return os_mask_of(&set);
}

void os_set_signal_mask(uint64_t mask)
{
	set_mask(mask, NULL);
}

bool os_start_thread(pthread_t *thread, uint64_t mask, void *(*run)(void *), void *arg)
{
	sigset_t before;
	set_mask(mask, &before);
	bool started = pthread_create(thread, NULL, run, arg) == 0;
	set_mask(os_mask_of(&before), NULL);
	return started;
}

uint32_t os_thread_id(void)
{
	return (uint32_t)syscall(SYS_gettid);
}

void os_stop_thread(uint32_t id)
{
	siginfo_t info;
	memset(&info, 0, sizeof info);
	info.si_signo = OS_STOP_SIGNAL;
	info.si_code = SI_QUEUE;
	info.si_pid = getpid();
	info.si_uid = getuid();
	info.si_value.sival_ptr = (void *)(uintptr_t)&sender;
	syscall(SYS_rt_tgsigqueueinfo, getpid(), id, OS_STOP_SIGNAL, &info);
}

bool os_is_stop(const siginfo_t *info)
{
	return info->si_code == SI_QUEUE && info->si_value.sival_ptr == &sender;
}

bool os_signal_stack(void *base, size_t bytes)
{
	stack_t stack = {
		.ss_sp = base, .ss_size = bytes, .ss_flags = base == NULL ? SS_DISABLE : 0};
	return sigaltstack(&stack, NULL) == 0;
}

uint64_t os_context_pc(const void *context)
{
	const ucontext_t *u = context;
	return (uint64_t)u->uc_mcontext.gregs[REG_RIP];
}

uint64_t os_context_sp(const void *context)
{
	const ucontext_t *u = context;
	return (uint64_t)u->uc_mcontext.gregs[REG_RSP];
}

uint64_t os_context_frame(const void *context)
{
	const ucontext_t *u = context;
	return (uint64_t)u->uc_mcontext.gregs[REG_RBP];
}

uint64_t os_context_mask(const void *context)
{
	const ucontext_t *u = context;
	return os_mask_of(&u->uc_sigmask);
}

void os_context_block(void *context, int number)
{
	ucontext_t *u = context;
	uint64_t mask = os_context_mask(context) | (uint64_t)1 << (number - 1);
	memcpy(&u->uc_sigmask, &mask, sizeof mask);
}

void os_context_call(void *context, void (*function)(void *), void *arg)
{
	ucontext_t *u = context;
	u->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)function;
	u->uc_mcontext.gregs[REG_RDI] = (greg_t)(uintptr_t)arg;
}

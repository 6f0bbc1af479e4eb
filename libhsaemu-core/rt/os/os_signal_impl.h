/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the runtime needs of Linux about signals beyond POSIX. Signal masks are in the system's
 * form: bit n - 1 stands for signal n. All functions but os_start_thread() may be called in signal
 * handlers. */
#ifndef HSAEMU_OS_SIGNAL_IMPL_H
#define HSAEMU_OS_SIGNAL_IMPL_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hsaemu/base.h"

/* The signal that stops kernels. By default the system ignores it, so it does no harm when it comes
 * late, or when another handler gets it. TSan delays the signals that no instruction raises, so
 * another signal is used with TSan. */
enum {
#ifdef __SANITIZE_THREAD__
	OS_STOP_SIGNAL = SIGSYS,
#else
	OS_STOP_SIGNAL = SIGURG,
#endif
};

uint64_t os_mask_of(const sigset_t *set);
/* Returns the mask of signals that the calling thread blocks. */
uint64_t os_signal_mask(void);
void os_set_signal_mask(uint64_t mask);
/* Does what pthread_create() does, and the thread has this signal mask from its start. False when
 * no thread could be started. */
bool os_start_thread(pthread_t *thread, uint64_t mask, void *(*run)(void *), void *arg) NODISCARD;

uint32_t os_thread_id(void);
/* Sends OS_STOP_SIGNAL to the thread `id` of this process. Does nothing when there is no such
 * thread. */
void os_stop_thread(uint32_t id);
/* Returns true for a signal that os_stop_thread() has sent. */
bool os_is_stop(const siginfo_t *info);

/* Makes `base` the calling thread's stack for signal handlers; NULL takes it away. */
bool os_signal_stack(void *base, size_t bytes) NODISCARD;
/* These return the program counter, stack pointer, frame pointer and signal mask of an interrupted
 * context (a ucontext_t *, as signal handlers get it). */
uint64_t os_context_pc(const void *context);
uint64_t os_context_sp(const void *context);
uint64_t os_context_frame(const void *context);
uint64_t os_context_mask(const void *context);
/* Makes the interrupted code block one more signal when it goes on. */
void os_context_block(void *context, int number);
/* Makes function(arg) run when the handler returns, in place of the code that was interrupted. */
void os_context_call(void *context, void (*function)(void *), void *arg);

#endif

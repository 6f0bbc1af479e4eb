/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The thread that runs clients' callbacks: those of queues in the error state, and those for values
 * of signals. */
#ifndef HSAEMU_RT_EVENT_THREAD_IMPL_H
#define HSAEMU_RT_EVENT_THREAD_IMPL_H

#include <hsa/hsa.h>
#include <stdbool.h>
#include "hsaemu/base.h"
#include "rt/rt_impl.h"

/* Starts the thread, unless it is running. Called before there are events. */
hsa_status_t rt_event_thread_start(struct rt *rt) NODISCARD;
/* These are called with rt.lock. The first asks for the event to be run; the second takes that
 * back. */
void rt_event_want(struct rt *rt, struct rt_event *e);
void rt_event_forget(struct rt *rt, struct rt_event *e);
/* Called with rt.lock. The thread will call `ring`, with the lock, at `ns` of os_clock_ns(), or
 * earlier if an alarm of this kind is set for then. */
void rt_event_alarm(struct rt *rt, enum rt_alarm_kind kind, uint64_t ns,
	void (*ring)(struct rt *rt, uint64_t now_ns));
/* Called with rt.lock. Returns whether the event is running on another thread than the caller's. */
bool rt_event_runs_elsewhere(const struct rt *rt, const struct rt_event *e);

#endif

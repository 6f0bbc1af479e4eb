/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs of kernels by a device, in place of the host's code. Their entry is called as that of other
 * kernels; what is theirs is known to the worker's guard. */
#include "rt/fault/guard_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/worker/worker_impl.h"

void rt_device_runs(struct hsaemu_wg *wg, struct rt_device_run *run)
{
	struct rt_worker *w = wg->runtime;
	w->guard.device = run;
}

void rt_device_enter(struct hsaemu_wg *wg)
{
	struct rt_worker *w = wg->runtime;
	rt_kernel_enter(&w->guard, NULL);
	/* a stop may have been before the run */
	if (rt_dispatch_must_stop(w->dispatch))
		rt_guard_stop(&w->guard, NULL);
}

void rt_device_leave(struct hsaemu_wg *wg)
{
	struct rt_worker *w = wg->runtime;
	rt_kernel_leave(&w->guard);
}

ON_FIBER void rt_device_fail(struct hsaemu_wg *wg, const char *detail, const uint64_t *address)
{
	struct rt_worker *w = wg->runtime;
	rt_guard_fail(&w->guard, detail, address);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waits for dispatches to end, reports those that failed, and finds stores beside buffers. */
#include "buffers.h"
#include "completion.h"
#include "failure.h"
#include "interrupt.h"
#include "kernel_names.h"
#include "queue_work.h"
#include "results.h"

static bool report_failure(struct run_session *s, const struct run_pending *e)
{
	struct rt_report r;
	if (!rt_queue_report(s->queue, &r))
		BUG("a dispatch failed without a report");
	return run_report(s, e->kernel, e->place, &r);
}

static bool wait_for(struct run_session *s, const struct run_pending *e)
{
	hsa_signal_value_t v = rt_signal_wait(e->done, HSA_SIGNAL_CONDITION_LT, 1,
		s->options->timeout_ns, HSA_WAIT_STATE_BLOCKED);
	if (v > 0 || run_interrupted() != 0)
		return run_stop(s, s->queue, e->done, e->place,
			arena_printf(&s->arena, "kernel '%s'", run_kernel_text(s, e->kernel)));
	if (v < 0)
		return report_failure(s, e);
	uint64_t from = 0, to = 0;
	rt_signal_times(e->done, &from, &to);
	run_result_time(s, e->kernel, to - from);
	return true;
}

bool run_drain(struct run_session *s)
{
	bool ok = run_interrupted() == 0;
	if (s->pending_count != 0)
		run_interrupt_watch(s->queue);
	for (uint32_t i = 0; ok && i < s->pending_count; i++)
		ok = wait_for(s, &s->pending[i]);
	if (s->pending_count != 0)
		run_interrupt_unwatch();
	if (ok && s->pending_count != 0)
		ok = run_settle_queues(s, s->pending[s->pending_count - 1].place);
	/* Buffers are checked after a fault, too: a store beside them is of this dispatch. */
	if (s->pending_count != 0 && !s->stuck)
		ok = run_check_buffers(s, s->pending[s->pending_count - 1].place) && ok;
	s->pending_count = 0;
	s->kernarg_used = 0;
	if (!ok && !s->stuck && s->queue != NULL) {
		/* No dispatch can use a queue that is in its error state. */
		rt_queue_destroy(s->queue);
		s->queue = NULL;
	}
	return ok;
}

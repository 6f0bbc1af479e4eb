/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Turns the report of a queue in its error state into a message about the kernel. For a kernel that
 * did not end, tells where its work-groups were. */
#include <signal.h>
#include "hsaemu/failure.h"
#include "failure.h"
#include "interrupt.h"
#include "kernel_names.h"
#include "results.h"

static struct rt_code code_of(const struct run_session *s)
{
	const struct run_image_file *file = s->image_file;
	return (struct rt_code){.image = s->image,
		.file = file != NULL ? file->bytes : NULL,
		.file_bytes = file != NULL ? file->len : 0};
}

static enum run_exit status_of(enum rt_cause cause)
{
	switch (cause) {
	case RT_CAUSE_TRAP:
	case RT_CAUSE_FAULT:
	case RT_CAUSE_BOUNDS:
		return RUN_FAULT;
	case RT_CAUSE_MEMORY:
		return RUN_NO_MEMORY;
	case RT_CAUSE_PACKET:
	case RT_CAUSE_NONE:
	case RT_CAUSE_COUNT:
		break;
	}
	return RUN_FAILURE;
}

bool run_report(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r)
{
	struct rt_code code = code_of(s);
	struct buf text = BUF_INIT;
	rt_failure_text(r, run_kernel_text(s, kernel), &code, &text);
	(void)!run_fail(s, status_of(r->cause), place, STR_FMT, STR_ARG(buf_slice(&text)));
	buf_release(&text);
	return false;
}

/* ---- kernels that do not end ---------------------------------------------------------------- */

enum { MAX_PLACES = 8, STOP_NS = 2000000000 };

static void tell(struct run_session *s, struct diag_place place, const char *text)
{
	diag_note(s->diag, place, "%s", text);
	run_result_message(s, RUN_DONE, text);
}

static void tell_place(struct run_session *s, struct diag_place place, const struct rt_place *p)
{
	struct rt_code code = code_of(s);
	struct buf text = BUF_INIT;
	rt_place_text(p, &code, &text);
	tell(s, place, arena_strndup(&s->arena, (const char *)text.data, text.len));
	buf_release(&text);
}

static void tell_places(struct run_session *s, const hsa_queue_t *q, struct diag_place place)
{
	struct rt_place places[MAX_PLACES];
	unsigned count = rt_queue_places(q, places, MAX_PLACES);
	for (unsigned i = 0; i < count && i < MAX_PLACES; i++)
		tell_place(s, place, &places[i]);
	if (count > MAX_PLACES)
		tell(s, place,
			arena_printf(&s->arena, "and at %u places more", count - MAX_PLACES));
}

static const char *interrupt_name(int number)
{
	return number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : "SIGHUP";
}

bool run_stop(struct run_session *s, hsa_queue_t *q, hsa_signal_t done, struct diag_place place,
	const char *text)
{
	int number = run_interrupted();
	rt_queue_inactivate(q);
	s->stuck = rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, 1, STOP_NS,
			   HSA_WAIT_STATE_BLOCKED) > 0;
	bool news = run_result_is_news(s);
	if (number != 0)
		(void)!run_fail(s, RUN_FAILURE, place, "%s had not ended when %s came", text,
			interrupt_name(number));
	else
		(void)!run_fail(s, RUN_TIMEOUT, place, "%s did not end within %.3f s", text,
			(double)s->options->timeout_ns * 1e-9);
	if (news)
		tell_places(s, q, place);
	return false;
}

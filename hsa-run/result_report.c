/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the result of a finished run, as text or as a line of JSON. */
#include <stdlib.h>
#include "level_report.h"
#include "profile_report.h"
#include "results.h"

static int compare_ns(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static uint64_t median(const uint64_t *ns, size_t count)
{
	if (count == 0)
		return 0;
	uint64_t *sorted = mem_new(count, sizeof *sorted);
	memcpy(sorted, ns, count * sizeof *sorted);
	qsort(sorted, count, sizeof *sorted, compare_ns);
	uint64_t m = count % 2 != 0 ? sorted[count / 2]
	                            : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
	mem_free(sorted);
	return m;
}

static const char *outcome_of(enum run_exit status)
{
	switch (status) {
	case RUN_DONE:
		return "done";
	case RUN_CHECK_FAILED:
		return "check failed";
	case RUN_USAGE:
		return "usage";
	case RUN_IO:
		return "output failed";
	case RUN_NO_MEMORY:
		return "out of memory";
	case RUN_TIMEOUT:
		return "time-out";
	case RUN_FAILURE:
		return "failure";
	case RUN_FAULT:
		return "kernel fault";
	case RUN_NOT_FOUND:
		return "not found";
	}
	BUG("exit status %d", (int)status);
}

static void put_times_json(const struct run_result *r, struct buf *b)
{
	buf_puts(b, ", \"kernels\": [");
	for (size_t k = 0; k < r->kernel_count; k++) {
		const struct run_kernel_times *t = &r->kernels[k];
		buf_puts(b, k == 0 ? "{\"name\": " : ", {\"name\": ");
		buf_json_string(b, str_from(t->kernel));
		buf_printf(b, ", \"dispatches\": %zu, \"median_ns\": %llu}",
			t->count / r->pass_count, (unsigned long long)median(t->ns, t->count));
	}
	buf_printf(b, "], \"dispatch_ns\": %llu",
		(unsigned long long)median(r->pass_ns, r->pass_count));
}

static void put_json(const struct run_session *s, const struct run_result *r, struct buf *b)
{
	buf_puts(b, "{\"run\": ");
	buf_json_string(b, str_from(r->name));
	buf_printf(b, ", \"status\": %d, \"outcome\": \"%s\"", (int)r->status,
		outcome_of(r->status));
	put_times_json(r, b);
	if (r->profile != NULL) {
		buf_puts(b, ", \"profile\": ");
		run_profile_json(s, r, b);
		run_levels_json(r, b);
	}
	buf_printf(b,
		", \"checks\": [" STR_FMT "], \"prints\": [" STR_FMT "], \"messages\": [" STR_FMT
		"]}\n",
		STR_ARG(buf_slice(&r->checks)), STR_ARG(buf_slice(&r->prints)),
		STR_ARG(buf_slice(&r->messages)));
}

static void put_times(const struct run_result *r, struct buf *b)
{
	const char *name = r->name[0] == '\0' ? "" : r->name, *gap = r->name[0] == '\0' ? "" : ": ";
	for (size_t k = 0; k < r->kernel_count; k++) {
		const struct run_kernel_times *t = &r->kernels[k];
		buf_printf(b, "time: %s%s%s: %zu x %.6f ms\n", name, gap, t->kernel,
			t->count / r->pass_count, (double)median(t->ns, t->count) * 1e-6);
	}
	buf_printf(b, "time: %s%stotal %.6f ms\n", name, gap,
		(double)median(r->pass_ns, r->pass_count) * 1e-6);
}

static void put_profile(const struct run_session *s, const struct run_result *r, struct buf *b)
{
	if (r->profile == NULL || r->kernel_count == 0)
		return;
	if (s->options->profile == RUN_PROFILE_TEXT) {
		run_profile_text(s, r, b);
		run_levels_text(r, b);
		return;
	}
	buf_puts(b, "{\"run\": ");
	buf_json_string(b, str_from(r->name));
	buf_puts(b, ", \"profile\": ");
	run_profile_json(s, r, b);
	run_levels_json(r, b);
	buf_puts(b, "}\n");
}

void run_result_print(struct run_session *s, const struct run_result *r)
{
	struct buf b = BUF_INIT;
	if (s->options->json) {
		put_json(s, r, &b);
	} else {
		if (s->options->time && r->kernel_count != 0)
			put_times(r, &b);
		put_profile(s, r, &b);
	}
	if (b.len != 0)
		fwrite(b.data, 1, b.len, stdout);
	buf_release(&b);
}

void run_results_release(struct run_session *s)
{
	for (uint32_t i = 0; i < s->result_count; i++) {
		struct run_result *r = &s->results[i];
		for (size_t k = 0; k < r->kernel_count; k++)
			mem_free(r->kernels[k].ns);
		mem_free(r->kernels);
		mem_free(r->pass_ns);
		run_profile_release(r->profile);
		buf_release(&r->checks);
		buf_release(&r->prints);
		buf_release(&r->messages);
	}
	mem_free(s->results);
	s->results = NULL;
	s->result_count = s->result_capacity = 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What became of each run: exit status, dispatch times, failed checks; as text or JSON lines. */
#ifndef HSA_RUN_RESULTS_H
#define HSA_RUN_RESULTS_H

#include "session.h"

struct run_kernel_times {
	const char *kernel;
	uint64_t *ns; /* of every dispatch of every pass */
	size_t count, capacity;
};

struct run_profile {
	struct rt_profile_counts *cus;
	uint32_t cu_count;
	struct run_profile_function {
		const char *name;
		struct rt_profile_counts counts;
	} *functions;
	size_t function_count, function_capacity;
};

struct run_result {
	const char *name;
	enum run_exit status;
	struct run_kernel_times *kernels;
	size_t kernel_count, kernel_capacity;
	uint64_t *pass_ns; /* sum of the dispatch times of each pass */
	size_t pass_count, pass_capacity;
	struct buf checks;           /* JSON objects, comma separated */
	struct buf prints;           /* likewise */
	struct buf messages;         /* JSON strings, comma separated */
	uint64_t failed_pass;        /* the first with a message, from 1 on; 0: none */
	struct run_profile *profile; /* of all passes; NULL without --profile */
	bool used;                   /* it did more than define things */
};

/* Reports an error that ends the current run with `status`; returns false. */
bool run_fail(struct run_session *s, enum run_exit status, struct diag_place place, const char *fmt,
	...) PRINTF_LIKE(4, 5) NODISCARD;
struct run_result *run_current(struct run_session *s);
/* Begins the pass of a run; results are found again by their order. */
void run_result_begin(struct run_session *s, uint32_t index, const char *name);
void run_result_time(struct run_session *s, const char *kernel, uint64_t ns);
/* False when the run went wrong in an earlier pass, too, so that nothing is new. */
bool run_result_is_news(struct run_session *s);
void run_result_message(struct run_session *s, enum run_exit status, const char *text);
/* Writes the line or lines of a finished run to standard output. */
void run_result_print(struct run_session *s, const struct run_result *r);
void run_results_release(struct run_session *s);

#endif

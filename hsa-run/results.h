/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps the result of each run: its exit status, dispatch times and failed checks. Prints it as
 * text or as lines of JSON. */
#ifndef HSA_RUN_RESULTS_H
#define HSA_RUN_RESULTS_H

#include "hsaemu/gcn_timing.h"
#include "session.h"

struct run_kernel_times {
	const char *kernel;
	uint64_t *ns; /* one time for each dispatch of each pass */
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
	uint64_t *pass_ns; /* for each pass, the sum of its dispatch times */
	size_t pass_count, pass_capacity;
	struct buf checks;           /* JSON objects, separated by commas */
	struct buf prints;           /* JSON objects, separated by commas */
	struct buf messages;         /* JSON strings, separated by commas */
	uint64_t failed_pass;        /* number from 1 on of the first pass that failed; 0: none */
	struct run_profile *profile; /* the sum of all passes; NULL without --profile */
	struct gcn_totals deep;      /* of passes on the GPU, likewise */
	bool used;                   /* true when the run did more than define things */
};

/* Reports an error that gives the current run the exit status `status`, unless the run failed in an
 * earlier pass already. Returns false. */
bool run_fail(struct run_session *s, enum run_exit status, struct diag_place place, const char *fmt,
	...) PRINTF_LIKE(4, 5) NODISCARD;
struct run_result *run_current(struct run_session *s);
/* Begins a pass of the run `index`. A run has the same index in each pass, so that its passes share
 * a result. */
void run_result_begin(struct run_session *s, uint32_t index, const char *name);
/* Adds the time of a dispatch to the current run, but for passes on the host before those on the
 * GPU. */
void run_result_time(struct run_session *s, const char *kernel, uint64_t ns);
/* Notes that this pass failed. Returns false when the run failed in an earlier pass already, so
 * that there is nothing new to report. */
bool run_result_is_news(struct run_session *s);
/* Adds a message to the current run, and raises the run's status to `status` if it is lower. */
void run_result_message(struct run_session *s, enum run_exit status, const char *text);
/* Writes the line or lines of a finished run to standard output. */
void run_result_print(struct run_session *s, const struct run_result *r);
void run_results_release(struct run_session *s);

#endif

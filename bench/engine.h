/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An engine runs the dispatches of a case: our runtime with an image, or a peer with the kernel in
 * the peer's form. An engine may be in a library loaded at run time (engine_opencl.c). */
#ifndef BENCH_ENGINE_H
#define BENCH_ENGINE_H

#include "suite.h"

struct suite_launch {
	const char *kernel; /* with its & */
	struct suite_dim grid, group;
	uint32_t dynamic_group_bytes;
	const void *kernarg;
	size_t kernarg_bytes;
};

struct bench_time {
	uint64_t cpu_ns; /* CPU time of all threads of the process */
	uint64_t wall_ns;
};
struct bench_time bench_now(void);
/* Returns the time spent between suite_host_begin() and suite_host_end() since the last call. */
struct bench_time bench_take_host(void);
/* Adds to *sum the time since start, less what reading the clocks takes. */
void bench_add_since(struct bench_time *sum, struct bench_time start);

struct engine_file {
	const char *path;
	const struct suite_case *c;
	const char *options; /* of the compiler of OpenCL C, or NULL */
	unsigned threads;    /* 0: as many as CPUs */
	int scheduler;       /* enum rt_scheduler */
	bool batched;        /* launches are waited for together: OpenCL, --verify */
	bool profile;        /* of our runtime: count what code of hsail-fin --profile does */
	/* of our runtime: the model of a GPU as whose code kernels run (gcn_models.h); NULL: the
	 * host's code */
	const char *deep;
};

struct suite_run { /* the first member of an engine's own struct */
	const struct engine *engine;
	struct bench_time time; /* of all launches */
	/* what the file calls the kernels, as in struct suite_original; NULL when they have our
	 * names */
	const char *const (*names)[2];
};

/* The functions of an engine end in bench_fail() when they fail. */
struct engine {
	struct suite_run *(*open)(const struct engine_file *f);
	void (*launch)(struct suite_run *r, const struct suite_launch *l);
	/* for all launches, the time of which it adds up; NULL: each has waited for itself, and was
	 * timed */
	void (*wait)(struct suite_run *r);
	void (*close)(struct suite_run *r);
};
extern const struct engine engine_image, engine_gccbrig;
/* Returns a run that notes the launches and makes them in `inner` when it is waited for, so that a
 * case that does not wait where it must is wrong every time. Closing it closes `inner`. */
struct suite_run *engine_defer(struct suite_run *inner);

/* Ends the program with the message, by calling bench_on_failure if that is set. */
_Noreturn void bench_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
extern void (*bench_on_failure)(const char *message);

#endif

/* The suite's runner: one image on one queue of the runtime, dispatch times added up. */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "hsaemu/rt.h"
#include "suite.h"

struct suite_run {
	struct rt *rt;
	hsa_queue_t *queue;
	hsa_signal_t done;
	struct rt_image *image;
	uint64_t dispatch_ns; /* sum over the launches since it was last cleared */
};

/* Both end the program with a message when something fails. */
void suite_run_open(struct suite_run *r, const struct rt_options *options, const char *image_path);
void suite_run_close(struct suite_run *r);

#endif

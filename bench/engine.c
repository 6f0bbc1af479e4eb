#include "engine.h"

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

void (*bench_on_failure)(const char *message);

void bench_fail(const char *fmt, ...)
{
	char message[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(message, sizeof message, fmt, ap);
	va_end(ap);
	if (bench_on_failure)
		bench_on_failure(message);
	fprintf(stderr, "hsaemu-bench: %s\n", message);
	exit(EXIT_FAILURE);
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct bench_time bench_now(void)
{
	return (struct bench_time){
		.cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID),
		.wall_ns = clock_ns(CLOCK_MONOTONIC),
	};
}

void bench_add_since(struct bench_time *sum, struct bench_time start)
{
	struct bench_time end = bench_now();
	sum->cpu_ns += end.cpu_ns - start.cpu_ns;
	sum->wall_ns += end.wall_ns - start.wall_ns;
}

void suite_launch(struct suite_run *r, const char *kernel, struct suite_dim grid,
	struct suite_dim group, uint32_t dynamic_group_bytes, const void *kernarg,
	size_t kernarg_bytes)
{
	r->engine->launch(r, &(struct suite_launch){kernel, grid, group, dynamic_group_bytes,
				     kernarg, kernarg_bytes});
}

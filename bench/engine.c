/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "engine.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
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

static uint64_t less(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Returns what reading the clocks takes: about a microsecond, longer than some dispatches. */
static struct bench_time cost_of_clocks(void)
{
	enum { TRIES = 200 };
	static struct bench_time least;
	if (least.cpu_ns != 0)
		return least;
	least = (struct bench_time){UINT64_MAX, UINT64_MAX};
	for (int i = 0; i < TRIES; i++) {
		struct bench_time start = bench_now(), end = bench_now();
		least.cpu_ns = less(least.cpu_ns, end.cpu_ns - start.cpu_ns);
		least.wall_ns = less(least.wall_ns, end.wall_ns - start.wall_ns);
	}
	return least;
}

void bench_add_since(struct bench_time *sum, struct bench_time start)
{
	struct bench_time end = bench_now(), cost = cost_of_clocks();
	uint64_t cpu_ns = end.cpu_ns - start.cpu_ns, wall_ns = end.wall_ns - start.wall_ns;
	sum->cpu_ns += cpu_ns - less(cpu_ns, cost.cpu_ns);
	sum->wall_ns += wall_ns - less(wall_ns, cost.wall_ns);
}

void suite_wait(struct suite_run *r)
{
	if (r->engine->wait)
		r->engine->wait(r);
}

static struct bench_time host, host_start;

void suite_host_begin(void)
{
	host_start = bench_now();
}

void suite_host_end(void)
{
	bench_add_since(&host, host_start);
}

struct bench_time bench_take_host(void)
{
	struct bench_time taken = host;
	host = (struct bench_time){0, 0};
	return taken;
}

void suite_launch(struct suite_run *r, const char *kernel, struct suite_dim grid,
	struct suite_dim group, uint32_t dynamic_group_bytes, const void *kernarg,
	size_t kernarg_bytes)
{
	for (const char *const(*n)[2] = r->names; n && (*n)[0]; n++)
		if (strcmp((*n)[0], kernel) == 0) {
			kernel = (*n)[1];
			break;
		}
	r->engine->launch(r, &(struct suite_launch){kernel, grid, group, dynamic_group_bytes,
				     kernarg, kernarg_bytes});
}

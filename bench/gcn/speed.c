/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many instructions of wavefronts the emulator executes in a second: hsaemu-gcn-speed
 * OBJECT, the object of bench/gcn/kernels.cl, and how many the timing model does. The best of five
 * runs counts. */
#include <time.h>
#include <pthread.h>
#include "emulate.h"
#include "hsaemu/gcn_timing.h"

enum { BODIES = 2048, ITEMS = 65536, RUNS = 5 };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure(struct emulated *e, const char *kernel, uint32_t items, const uint64_t args[3])
{
	struct emulated_packet p = {
		.size = {256, 1, 1}, .grid = {items, 1, 1}, .kernarg = (uint64_t)(uintptr_t)args};
	double best = 1e9;
	uint64_t retired = 0;

	for (unsigned n = 0; n < RUNS; n++) {
		enum gcn_outcome outcome;
		double begin = now();
		retired = emulate_dispatch(e, kernel, &p, &outcome);
		double time = now() - begin;
		if (outcome != GCN_ENDED)
			exit(1);
		best = time < best ? time : best;
	}
	printf("%-8s %-6s %10" PRIu64 " instructions  %8.2f ms  %7.1f M/s\n", kernel,
		e->steps ? "steps" : "", retired, best * 1e3, (double)retired / best * 1e-6);
}

/* ---- the timing model ------------------------------------------------------------------------ */

static void nothing(struct gcn_host *h)
{
	(void)h;
}

static void *help(void *run)
{
	_Alignas(128) struct gcn_host h = {.enter = nothing, .leave = nothing};

	(void)gcn_run_work(run, &h);
	return NULL;
}

static double wall(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Returns the seconds that a dispatch takes with one thread or two. */
static double time_once(const struct gcn_dispatch *d, bool two, uint64_t *cycles, uint64_t *count)
{
	const struct gcn_run_options options = {.traces = false};
	struct gcn_model model;
	struct gcn_run *run;
	pthread_t helper;
	double begin;

	if (!gcn_model_find(&model, "tahiti") || (run = gcn_run_new(&model, d, &options)) == NULL)
		exit(1);
	begin = wall();
	if (two && pthread_create(&helper, NULL, help, run) != 0)
		exit(1);
	help(run);
	if (two)
		pthread_join(helper, NULL);
	double time = wall() - begin;
	*cycles = gcn_run_figures(run)->cycles;
	*count = gcn_run_figures(run)->total.count[GCN_S_instructions];
	gcn_run_free(run);
	return time;
}

static void measure_timing(struct emulated *e, const char *kernel, uint32_t items,
	const uint64_t args[3])
{
	const struct gcn_entry *entry = gcn_program_find(&e->program, kernel);
	struct emulated_packet p = {
		.size = {256, 1, 1}, .grid = {items, 1, 1}, .kernarg = (uint64_t)(uintptr_t)args};
	/* both threads read it: none writes beside it */
	static _Alignas(128) struct gcn_dispatch d;
	double best[2] = {1e9, 1e9};
	uint64_t cycles = 0, count = 0;

	if (!gcn_dispatch_init(&d, &e->program, entry, &p, &e->diag))
		emulate_fail(e);
	for (unsigned n = 0; n < 2 * RUNS; n++) {
		double time = time_once(&d, n % 2 != 0, &cycles, &count);
		best[n % 2] = time < best[n % 2] ? time : best[n % 2];
	}
	printf("%-8s timed  %10" PRIu64
	       " instructions  %8.2f ms  %7.1f M/s, two threads %.2f times faster, "
	       "%" PRIu64 " cycles\n",
		kernel, count, best[0] * 1e3, (double)count / best[0] * 1e-6, best[0] / best[1],
		cycles);
}

int main(int argc, char **argv)
{
	static float position[4 * BODIES], velocity[4 * BODIES];
	static uint32_t a[ITEMS], b[ITEMS];
	struct emulated e;

	if (argc != 2)
		return 2;
	for (unsigned i = 0; i < 4 * BODIES; i++)
		position[i] = (float)(i * 2654435761U >> 20) / 64;
	for (unsigned i = 0; i < ITEMS; i++)
		a[i] = i * 2654435761U;
	emulate_open(&e, argv[1]);
	for (int steps = 0; steps < 2; steps++) {
		e.steps = steps != 0;
		measure(&e, "nbody", BODIES,
			(uint64_t[]){(uint64_t)(uintptr_t)position, (uint64_t)(uintptr_t)velocity,
				BODIES});
		measure(&e, "scan", 4096,
			(uint64_t[]){(uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b, 100});
		measure(&e, "collatz", ITEMS,
			(uint64_t[]){(uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b, 0});
	}
	measure_timing(&e, "nbody", BODIES,
		(uint64_t[]){(uint64_t)(uintptr_t)position, (uint64_t)(uintptr_t)velocity, BODIES});
	measure_timing(&e, "scan", ITEMS,
		(uint64_t[]){(uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b, 20});
	measure_timing(&e, "collatz", ITEMS,
		(uint64_t[]){(uint64_t)(uintptr_t)a, (uint64_t)(uintptr_t)b, 0});
	emulate_close(&e);
	return 0;
}

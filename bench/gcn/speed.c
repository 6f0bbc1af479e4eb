/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many instructions of wavefronts the emulator executes in a second: hsaemu-gcn-speed
 * OBJECT, the object of bench/gcn/kernels.cl. The best of five runs counts. */
#include <time.h>
#include "emulate.h"

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
	emulate_close(&e);
	return 0;
}

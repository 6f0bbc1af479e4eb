/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _DEFAULT_SOURCE /* usleep */
#include "worker.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine.h"
#include "loops.h"

enum { MOST_RUNS = 1000, SPIN_US = 2000, FEW = 3 };
#define LONG_MS 100 /* a run that takes so long is its own calibration */
#define FEW_MS 1e3  /* a case whose run takes so long is sampled a few times */
#define ONCE_MS 1e4 /* and one whose run takes so long once */

struct contender {
	struct suite_run *run; /* or, if NULL: */
	const struct native_loops *loops;
	unsigned runs, samples; /* runs in a sample, samples to take */
};

static struct worker {
	const struct plan *plan;
	const struct suite_case *c;
	void *data;
	int fd;
	enum column current;
	bool launched; /* an engine has left results */
} w;                   /* global because on_failure() takes no such argument */

static void tell(const struct message *m)
{
	if (write(w.fd, m, sizeof *m) != (ssize_t)sizeof *m)
		_exit(EXIT_FAILURE);
}

static void begin(enum column column)
{
	w.current = column;
	tell(&(struct message){.kind = MESSAGE_BEGIN, .column = column});
}

static _Noreturn void fail(const char *text)
{
	struct message m = {.kind = MESSAGE_FAIL, .column = w.current};
	snprintf(m.text, sizeof m.text, "%s", text);
	tell(&m);
	_exit(EXIT_SUCCESS);
}

static void on_failure(const char *text)
{
	fail(text);
}

/* Sets the variables that the peers read when they start. */
static void set_environment(unsigned threads)
{
	char count[16], cache[PLAN_PATH];
	snprintf(count, sizeof count, "%u", threads);
	snprintf(cache, sizeof cache, "%s/pocl", w.plan->work);
	setenv("OMP_NUM_THREADS", count, 1);
	setenv("KMP_BLOCKTIME", "1", 1); /* milliseconds that idle threads spin */
	setenv("POCL_MAX_PTHREAD_COUNT", count, 1);
	setenv("POCL_AFFINITY", "1", 1);
	setenv("POCL_CACHE_DIR", cache, 1);
}

static const struct engine *opencl(void)
{
	char path[PLAN_PATH + 32];
	snprintf(path, sizeof path, "%s/../bench/engine-opencl.so", w.plan->bin);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const struct engine *engine = library ? dlsym(library, "engine_opencl") : NULL;
	if (!engine)
		bench_fail("%s", dlerror());
	return engine;
}

static void open_column(struct contender *c, const struct prepared *from, unsigned threads)
{
	struct engine_file file = {.path = from->path,
		.c = w.c,
		.options = from->options,
		.threads = threads,
		.scheduler = 1,
		.batched = column_variant(w.current) == VARIANT_BATCHED,
		.profile = column_variant(w.current) == VARIANT_PROFILE};
	switch (column_kind(w.current)) {
	case KIND_IMAGE:
		c->run = engine_image.open(&file);
		break;
	case KIND_LOOPS:
		c->loops = loops_load(from->path);
		break;
	case KIND_OPENCL:
		c->run = opencl()->open(&file);
		break;
	case KIND_GCCBRIG:
		c->run = engine_gccbrig.open(&file);
		break;
	case KIND_COUNT:
		break;
	}
	bool from_brig =
		column_kind(w.current) == KIND_IMAGE || column_kind(w.current) == KIND_GCCBRIG;
	if (from_brig && w.plan->language == LANGUAGE_CUDA && prepare_original(w.plan, w.c))
		c->run->names = w.c->original.cuda_names;
}

static struct bench_time run_once(const struct contender *c)
{
	if (!c->loops) {
		if (w.c->reset)
			w.c->reset(w.data);
		c->run->time = (struct bench_time){0, 0};
		w.c->run(c->run, w.data);
		suite_wait(c->run);
		return c->run->time;
	}
	struct bench_time time = {0, 0};
	if (w.c->reset_native)
		w.c->reset_native(w.data);
	bench_take_host();
	struct bench_time start = bench_now();
	w.c->native(c->loops, w.data);
	bench_add_since(&time, start);
	struct bench_time host = bench_take_host();
	return (struct bench_time){time.cpu_ns - host.cpu_ns, time.wall_ns - host.wall_ns};
}

static void verify(void)
{
	char text[PLAN_TEXT] = "";
	FILE *message = fmemopen(text, sizeof text - 1, "w");
	if (!message)
		fail("out of memory");
	bool good = w.c->verify(w.data, message);
	fclose(message);
	if (!good)
		fail(text);
}

/* Makes a first run, which also warms up, and verifies the results once an engine has left some.
 * Chooses the numbers of runs and samples from the time of the first run, or of a second one if the
 * first was short. */
static void check_and_calibrate(struct contender *c)
{
	double ms = (double)run_once(c).wall_ns / 1e6;
	w.launched = w.launched || c->run;
	if (w.launched)
		verify();
	if (ms < LONG_MS)
		ms = (double)run_once(c).wall_ns / 1e6;
	unsigned most = ms < FEW_MS ? PLAN_MAX_REPEAT : ms < ONCE_MS ? FEW : 1;
	c->samples = w.plan->repeat < most ? w.plan->repeat : most;
	double runs = w.plan->least_ms / (ms > 1e-4 ? ms : 1e-4);
	c->runs = runs > MOST_RUNS ? MOST_RUNS : runs < 1 ? 1 : (unsigned)runs;
}

static void sample(const struct contender *c)
{
	struct bench_time sum = {0, 0};
	for (unsigned i = 0; i < c->runs; i++) {
		struct bench_time t = run_once(c);
		sum.cpu_ns += t.cpu_ns;
		sum.wall_ns += t.wall_ns;
	}
	tell(&(struct message){
		.kind = MESSAGE_SAMPLE,
		.column = w.current,
		.cpu_ms = (double)sum.cpu_ns / 1e6 / c->runs,
		.wall_ms = (double)sum.wall_ns / 1e6 / c->runs,
	});
	if (c->loops)
		usleep(SPIN_US); /* lets OpenMP's threads come to rest */
}

/* Returns the gigabytes a second that triad moves in arrays of so many bytes together, 0 without
 * its library. */
static double measure_triad(const struct plan *plan, double bytes, unsigned threads)
{
	enum { TRIES = 10, LEAST = 1024 };
	const struct native_loops *loops = loops_any(plan->bin, threads);
	size_t n = (size_t)(bytes / (3 * sizeof(float)));
	uint64_t least_ns = UINT64_MAX;
	n = n < LEAST ? LEAST : n;
	float *a = suite_alloc(n * sizeof *a), *b = suite_alloc(n * sizeof *a);
	float *c = suite_alloc(n * sizeof *a);
	for (int i = 0; loops && i < TRIES; i++) {
		struct bench_time t = {0, 0}, start = bench_now();
		loops->triad(a, b, c, 3, n);
		bench_add_since(&t, start);
		uint64_t ns = threads == 1 ? t.cpu_ns : t.wall_ns;
		least_ns = ns > 0 && ns < least_ns ? ns : least_ns;
	}
	return loops ? 3.0 * sizeof(float) * (double)n / (double)least_ns : 0;
}

static void tell_work(const struct plan *plan, unsigned threads)
{
	struct message m = {.kind = MESSAGE_WORK};
	if (!w.c->work)
		return;
	m.work = w.c->work(w.data);
	m.triad_gbs = measure_triad(plan, m.work.bytes, threads);
	tell(&m);
}

void worker_run(const struct plan *plan, const struct row *row,
	const struct prepared files[COLUMN_COUNT], const bool todo[COLUMN_COUNT], int fd)
{
	struct contender contenders[COLUMN_COUNT] = {{0}};
	w = (struct worker){.plan = plan, .c = suite_cases[row->index].c, .fd = fd};
	bench_on_failure = on_failure;
	set_environment(row->threads);
	w.data = w.c->setup(row->size);
	tell_work(plan, row->threads);
	if (w.c->reset_native)
		w.c->reset_native(w.data);
	if (w.c->native)
		w.c->native(loops_reference(plan->bin), w.data);
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		if (!todo[k])
			continue;
		begin(k);
		open_column(&contenders[k], &files[k], row->threads);
		check_and_calibrate(&contenders[k]);
	}
	for (unsigned i = 0; i < plan->repeat; i++) {
		for (enum column k = 0; k < COLUMN_COUNT; k++) {
			if (!todo[k] || i >= contenders[k].samples)
				continue;
			begin(k);
			sample(&contenders[k]);
		}
	}
	_exit(EXIT_SUCCESS);
}

/* hsaemu-bench: runs the suite, verifies every case against its C loop and prints both times. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hsaemu/cli.h"
#include "run.h"

struct bench_options {
	const char *images;
	struct cli_strings only;
	uint64_t threads, repeat;
	int scheduler;
	bool small, verify_only, json;
};

static const char *const schedulers[] = {"static", "dynamic", NULL};

#define OPTION(field) offsetof(struct bench_options, field)
static const struct cli_option options[] = {
	{"--images", NULL, CLI_STRING, OPTION(images), "DIR", NULL,
		"directory of the linked examples, NAME.img each"},
	{"--only", NULL, CLI_STRINGS, OPTION(only), "NAME", NULL, "run only this case; repeatable"},
	{"--threads", NULL, CLI_UINT, OPTION(threads), "N", NULL,
		"worker threads, 0 for one per CPU; 1 by default"},
	{"--scheduler", NULL, CLI_CHOICE, OPTION(scheduler), "KIND", schedulers,
		"how work-groups are given to compute units"},
	{"--repeat", NULL, CLI_UINT, OPTION(repeat), "N", NULL,
		"take the median of N runs; 5 by default"},
	{"--small", NULL, CLI_FLAG, OPTION(small), NULL, NULL,
		"small odd sizes instead of full ones"},
	{"--verify", NULL, CLI_FLAG, OPTION(verify_only), NULL, NULL,
		"run and compare once, print no times"},
	{"--json", NULL, CLI_FLAG, OPTION(json), NULL, NULL, "one JSON object per case"},
};

static const struct cli_tool tool = {
	.name = "hsaemu-bench",
	.summary = "time the example kernels against C loops",
	.usage = "[options] --images DIR",
	.description =
		"Runs every example kernel on the runtime, runs the same computation as a C "
		"loop in the same process, compares the results and prints the medians of "
		"both times and their ratio. Times of kernels are the sums of their dispatches' "
		"times.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

static double now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
	qsort(v, n, sizeof *v, compare_doubles);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static bool wanted(const struct bench_options *o, const char *name)
{
	for (size_t i = 0; i < o->only.count; i++)
		if (strcmp(o->only.items[i], name) == 0)
			return true;
	return o->only.count == 0;
}

static void print_times(const struct bench_options *o, const struct suite_case *c, unsigned threads,
	double kernel_ms, double native_ms)
{
	double ratio = native_ms > 0 ? kernel_ms / native_ms : 0;
	if (o->json)
		printf("{\"case\":\"%s\",\"size\":\"%s\",\"threads\":%u,\"kernel_ms\":%.4f,"
		       "\"native_ms\":%.4f,\"ratio\":%.3f}\n",
			c->name, o->small ? "small" : c->what, threads, kernel_ms, native_ms,
			ratio);
	else
		printf("%-12s %12.3f %12.3f %9.2f   %s\n", c->name, kernel_ms, native_ms, ratio,
			o->small ? "small" : c->what);
	fflush(stdout);
}

/* Runs one case o->repeat times; false when its results are wrong. */
static bool run_case(const struct bench_options *o, const struct suite_case *c)
{
	struct rt_options rt = {.threads = (unsigned)o->threads, .scheduler = o->scheduler};
	struct suite_run run;
	char path[4096];
	if (snprintf(path, sizeof path, "%s/%s.img", o->images, c->name) >= (int)sizeof path) {
		fprintf(stderr, "hsaemu-bench: the path of %s.img is too long\n", c->name);
		return false;
	}
	suite_run_open(&run, &rt, path);
	void *data = c->setup(o->small ? SUITE_SMALL : SUITE_FULL);
	double *kernel_ms = suite_alloc(o->repeat * sizeof(double));
	double *native_ms = suite_alloc(o->repeat * sizeof(double));
	bool good = true;
	for (size_t i = 0; i < o->repeat && good; i++) {
		if (c->reset)
			c->reset(data);
		run.dispatch_ns = 0;
		c->run(&run, data);
		kernel_ms[i] = (double)run.dispatch_ns / 1e6;
		double start = now_ms();
		c->native(data);
		native_ms[i] = now_ms() - start;
		good = c->verify(data, stderr);
	}
	if (!good)
		fprintf(stderr, "\nhsaemu-bench: %s is wrong\n", c->name);
	else if (!o->verify_only)
		print_times(o, c, rt_thread_count(run.rt), median(kernel_ms, o->repeat),
			median(native_ms, o->repeat));
	suite_run_close(&run);
	suite_free_all();
	return good;
}

int main(int argc, char **argv)
{
	struct bench_options o = {.threads = 1, .repeat = 5, .scheduler = RT_SCHEDULER_DYNAMIC};
	struct cli_result cli;
	int status;
	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_EXIT)
		return status;
	if (!o.images || o.repeat == 0) {
		fprintf(stderr, "hsaemu-bench: --images DIR is needed, --repeat at least 1\n");
		return EXIT_USAGE;
	}
	if (o.verify_only)
		o.repeat = 1;
	if (!o.json && !o.verify_only)
		printf("%-12s %12s %12s %9s   %s\n", "case", "kernel ms", "C loop ms", "ratio",
			"size");
	size_t wrong = 0, ran = 0;
	for (size_t i = 0; i < suite_case_count; i++) {
		if (!wanted(&o, suite_cases[i]->name))
			continue;
		ran++;
		wrong += !run_case(&o, suite_cases[i]);
	}
	if (o.verify_only)
		printf("%zu cases verified, %zu wrong\n", ran - wrong, wrong);
	cli_release(&cli);
	return wrong || !ran ? EXIT_REFUSED : EXIT_DONE;
}

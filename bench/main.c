/* hsaemu-bench: compares the suite's kernels as our tools compile them with C loops, PoCL and
 * gccbrig. */
#include <stdlib.h>
#include <unistd.h>

#include "compare.h"
#include "comparison.h"
#include "engine.h"
#include "machine.h"
#include "options.h"
#include "table.h"
#include "verify.h"

const struct row *comparison_single(const struct comparison *c, const struct row *row)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->rows[i].index == row->index && c->rows[i].size == row->size &&
			c->rows[i].threads == 1 && row->threads > 1)
			return &c->rows[i];
	return NULL;
}

static bool run_table(struct comparison *c, enum suite_size size, unsigned threads)
{
	size_t first = c->count;
	table_head(&c->plan, size, threads);
	for (size_t i = 0; i < suite_case_count; i++) {
		struct row *row = &c->rows[c->count];
		if (!c->plan.cases[i])
			continue;
		row->index = i;
		row->size = size;
		row->threads = threads;
		if (!compare_row(&c->plan, c->files[i], row)) {
			fprintf(stderr, "hsaemu-bench: stopped, or no process could be run\n");
			return false;
		}
		table_row(&c->plan, row, comparison_single(c, row));
		c->count++;
	}
	table_foot(&c->plan, c->rows + first, c->count - first);
	return true;
}

static void print_machine(const struct plan *plan)
{
	char model[PLAN_TEXT];
	machine_model(model, sizeof model);
	printf("%s, %u CPUs, load %.2f; hsail-fin -O2 -mcpu=%s, C by gcc and clang -O3 "
	       "-march=native\n",
		model, machine_cpus(), machine_load(), plan->cpu);
	for (size_t i = 0; i < suite_case_count; i++) {
		const char *original = prepare_original(plan, suite_cases[i].c);
		if (plan->cases[i] && original)
			printf("%s: kernels of %s/%s\n", suite_cases[i].c->name, plan->source,
				original);
	}
}

static bool run_tables(struct comparison *c)
{
	for (enum suite_size s = 0; s < SUITE_SIZE_COUNT; s++)
		for (size_t t = 0; c->plan.sizes[s] && t < c->plan.thread_count_count; t++)
			if (!run_table(c, s, c->plan.thread_counts[t]))
				return false;
	return true;
}

/* A column that is right in nothing is missing, one that is wrong is an error. */
static bool all_right(const struct comparison *c)
{
	for (size_t i = 0; i < c->count; i++)
		for (enum column k = 0; k < COLUMN_COUNT; k++)
			if (c->plan.column[k] && column_kind(k) == KIND_IMAGE &&
				c->rows[i].cells[k].samples == 0 &&
				!c->files[c->rows[i].index][k].why[0])
				return false;
	return true;
}

static int run_comparison(struct comparison *c, const struct bench_options *o)
{
	size_t tables = SUITE_SIZE_COUNT * c->plan.thread_count_count;
	c->rows = calloc(suite_case_count * tables, sizeof *c->rows);
	c->files = calloc(suite_case_count, sizeof *c->files);
	int status = EXIT_IO;
	const char *folder = getenv("TMPDIR");
	snprintf(c->plan.work, sizeof c->plan.work, "%s/hsaemu-bench.XXXXXX",
		folder && *folder ? folder : "/tmp");
	if (!c->rows || !c->files || !mkdtemp(c->plan.work)) {
		fprintf(stderr, "hsaemu-bench: no memory or no temporary folder\n");
	} else {
		compare_stop_on_signals();
		print_machine(&c->plan);
		if (run_tables(c)) {
			finalize_suite(&c->plan, c->files);
			if (c->plan.growth)
				finalize_growth(&c->plan, c->growth);
			status = all_right(c) ? EXIT_DONE : EXIT_REFUSED;
			if ((o->json && !comparison_json(c, o->json)) ||
				(o->svg && !comparison_svg(c, o->svg)))
				status = EXIT_IO;
		}
		machine_remove(c->plan.work);
	}
	free(c->rows);
	free(c->files);
	return status;
}

static int run(const struct bench_options *o)
{
	struct comparison c = {.count = 0};
	int status = EXIT_IO;
	c.plan.cases = calloc(suite_case_count, sizeof *c.plan.cases);
	if (!c.plan.cases || !machine_bin(c.plan.bin, sizeof c.plan.bin)) {
		fprintf(stderr, "hsaemu-bench: no memory or no /proc\n");
	} else if ((status = bench_plan(o, &c.plan)) == EXIT_DONE) {
		if (!o->verify)
			status = run_comparison(&c, o);
		else if (!verify_images(o->verify, c.plan.bin, c.plan.cases,
				 c.plan.sizes[SUITE_FULL] ? SUITE_FULL : SUITE_SMALL,
				 &(struct engine_file){.threads = c.plan.thread_counts[0],
					 .scheduler = o->scheduler}))
			status = EXIT_REFUSED;
	}
	free(c.plan.cases);
	return status;
}

int main(int argc, char **argv)
{
	struct bench_options o = {.top = ".",
		.cpu = "native",
		.repeat = 5,
		.least_ms = 10,
		.patience_s = 120,
		.scheduler = 1};
	struct cli_result cli;
	int status;
	if (cli_parse(&bench_tool, argc, argv, &o, &cli, &status) == CLI_RUN)
		status = run(&o);
	cli_release(&cli);
	return status;
}

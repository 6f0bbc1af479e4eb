/* hsaemu-bench: compares the suite's kernels as our tools compile them with C loops, PoCL and
 * gccbrig. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "compare.h"
#include "comparison.h"
#include "engine.h"
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

/* One table of rows that are there. */
static void print_table(const struct comparison *c, const struct row *rows, size_t count)
{
	table_head(&c->plan, rows->size, rows->threads);
	for (size_t i = 0; i < count; i++)
		table_row(&c->plan, &rows[i], comparison_single(c, &rows[i]));
	table_foot(&c->plan, rows, count);
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

static void print_machine(const struct comparison *c)
{
	const struct machine *m = &c->machine;
	printf("%s, %u CPUs, %" PRIu64
	       " GiB, %s, load %.2f; hsail-fin -O2 -mcpu=%s, C by gcc and clang "
	       "-O3 -march=native\n",
		m->model, m->cpus, (m->memory_mib + 512) / 1024, m->system, m->load, c->plan.cpu);
}

static void print_originals(const struct plan *plan)
{
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

/* False after a message. */
static bool write_files(const struct comparison *c, const struct bench_options *o)
{
	bool json = !o->json || comparison_json(c, o->json);
	bool svg = !o->svg || comparison_svg(c, o->svg);
	return (!o->curves || comparison_curves(c, o->curves)) && svg && json;
}

static int run_comparison(struct comparison *c, const struct bench_options *o)
{
	size_t tables = SUITE_SIZE_COUNT * c->plan.thread_count_count;
	c->rows = ARENA_ARRAY(c->arena, struct row, suite_case_count * tables);
	c->files = calloc(suite_case_count, sizeof *c->files);
	int status = EXIT_IO;
	const char *folder = getenv("TMPDIR");
	snprintf(c->plan.work, sizeof c->plan.work, "%s/hsaemu-bench.XXXXXX",
		folder && *folder ? folder : "/tmp");
	if (!c->files || !mkdtemp(c->plan.work)) {
		fprintf(stderr, "hsaemu-bench: no memory or no temporary folder\n");
	} else {
		compare_stop_on_signals();
		machine_describe(&c->machine);
		print_machine(c);
		print_originals(&c->plan);
		if (run_tables(c)) {
			finalize_suite(&c->plan, c->files);
			if (c->plan.growth)
				finalize_growth(&c->plan, c->growth);
			status = all_right(c) ? EXIT_DONE : EXIT_REFUSED;
			if (!write_files(c, o))
				status = EXIT_IO;
		}
		machine_remove(c->plan.work);
	}
	free(c->files);
	return status;
}

/* Tables and figures of an earlier run. */
static int report_saved(struct comparison *c, const struct bench_options *o)
{
	if (o->cases.count + o->suites.count + o->simd.count + o->peers.count + o->sizes.count +
			o->threads.count ||
		o->json || o->verify || o->source || o->quick || o->growth)
		return cli_usage_error(&bench_tool, "--from goes with --svg and --curves only");
	int status = comparison_load(c, o->from);
	if (status != EXIT_DONE)
		return status;
	print_machine(c);
	for (size_t i = 0, n; i < c->count; i += n) {
		for (n = 1; i + n < c->count && c->rows[i + n].size == c->rows[i].size &&
			    c->rows[i + n].threads == c->rows[i].threads;)
			n++;
		print_table(c, c->rows + i, n);
	}
	return write_files(c, o) ? EXIT_DONE : EXIT_IO;
}

static int run(const struct bench_options *o)
{
	struct arena arena;
	struct comparison c = {.arena = &arena};
	int status = EXIT_IO;
	arena_init(&arena);
	c.plan.cases = ARENA_ARRAY(&arena, bool, suite_case_count);
	if (o->from)
		status = report_saved(&c, o);
	else if (!machine_bin(c.plan.bin, sizeof c.plan.bin))
		fprintf(stderr, "hsaemu-bench: no /proc\n");
	else if ((status = bench_plan(o, &c.plan)) != EXIT_DONE)
		;
	else if (!o->verify)
		status = run_comparison(&c, o);
	else if (!verify_images(o->verify, c.plan.bin, c.plan.cases,
			 c.plan.sizes[SUITE_FULL] ? SUITE_FULL : SUITE_SMALL,
			 &(struct engine_file){
				 .threads = c.plan.thread_counts[0], .scheduler = o->scheduler}))
		status = EXIT_REFUSED;
	arena_release(&arena);
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

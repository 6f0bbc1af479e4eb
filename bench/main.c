/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsaemu-bench: compares the suite's kernels as our tools compile them with C loops, PoCL and
 * gccbrig. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "comparison.h"
#include "engine.h"
#include "hsaemu/fileio.h"
#include "options.h"
#include "rows.h"
#include "verify.h"
#include "versus.h"

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

/* Whether all went well: a peer may be missing, but our tools and sources must be there, and
 * right. */
static bool all_right(const struct comparison *c)
{
	bool right = true;
	for (size_t i = 0; i < c->count; i++) {
		const struct row *row = &c->rows[i];
		for (enum column k = 0; k < COLUMN_COUNT; k++) {
			if (!c->plan.column[k] || column_kind(k) != KIND_IMAGE ||
				row->cells[k].samples)
				continue;
			fprintf(stderr, "hsaemu-bench: error: %s of %s: %s\n", column_name(k),
				suite_cases[row->index].c->name, row->cells[k].why);
			right = false;
		}
	}
	return right;
}

/* Tries, before the hours of measuring, whether the file can be written, and says so if not. */
static bool can_write(const char *path, const char *suffix)
{
	struct buf name = BUF_INIT;
	struct diag d;
	if (!path)
		return true;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	buf_printf(&name, "%s%s", path, suffix);
	buf_u8(&name, 0);
	bool good = file_can_write((const char *)name.data, &d);
	diag_flush(&d, stderr);
	diag_release(&d);
	buf_release(&name);
	return good;
}

static bool can_write_all(const struct bench_options *o)
{
	return can_write(o->json, "") && can_write(o->svg, "") && can_write(o->svg, ".gp") &&
	       can_write(o->csv, "") && can_write(o->curves, "") && can_write(o->curves, ".gp");
}

/* Writes the other files that were asked for; returns false after a message. */
static bool write_files(const struct comparison *c, const struct bench_options *o)
{
	bool svg = !o->svg || comparison_svg(c, o->svg);
	bool csv = !o->csv || comparison_csv(c, o->csv);
	return (!o->curves || comparison_curves(c, o->curves)) && svg && csv;
}

/* Measures what the plan asks for, save what `saved` (or NULL) has. */
static int measure(struct comparison *c, const struct bench_options *o,
	const struct comparison *saved)
{
	struct json_log log;
	int status = EXIT_REFUSED;
	if (o->json && !json_log_open(&log, c, o->json, saved ? saved->whole_bytes : 0))
		return EXIT_IO;
	print_machine(c);
	print_originals(&c->plan);
	if (saved)
		memcpy(c->growth, saved->growth, sizeof c->growth);
	if (rows_measure(c, saved, o->json ? &log : NULL)) {
		finalize_suite(&c->plan, c->rows, c->count);
		if (c->plan.growth)
			finalize_growth(&c->plan, c->growth);
		status = all_right(c) ? EXIT_DONE : EXIT_REFUSED;
	}
	c->interrupted = command_stopped() != 0;
	if (o->json && !json_log_close(&log, c))
		status = EXIT_IO;
	if (c->count > 0 && !write_files(c, o))
		status = EXIT_IO;
	return status;
}

static int run_comparison(struct comparison *c, const struct bench_options *o)
{
	struct comparison *saved = NULL;
	size_t tables = SUITE_SIZE_COUNT * c->plan.thread_count_count;
	machine_describe(&c->machine);
	int status = o->resume ? comparison_resume(c, o->json, &saved) : EXIT_DONE;
	if (status != EXIT_DONE)
		return status;
	c->rows = ARENA_ARRAY(c->arena, struct row, suite_case_count * tables);
	c->files = calloc(suite_case_count, sizeof *c->files);
	const char *folder = getenv("TMPDIR");
	snprintf(c->plan.work, sizeof c->plan.work, "%s/hsaemu-bench.XXXXXX",
		folder && *folder ? folder : "/tmp");
	if (!c->files || !mkdtemp(c->plan.work)) {
		fprintf(stderr, "hsaemu-bench: no memory or no temporary folder\n");
		status = EXIT_IO;
	} else {
		command_stop_on_signals();
		status = measure(c, o, saved);
		machine_remove(c->plan.work);
	}
	free(c->files);
	return status;
}

/* If a signal stopped the run, says so and raises it again, so that our parent sees it end us. */
static void end_by_signal(const struct comparison *c, const struct bench_options *o)
{
	if (!command_stopped())
		return;
	if (o->json && c->count > 0)
		fprintf(stderr,
			"hsaemu-bench: interrupted; %s has what was measured, --resume goes on\n",
			o->json);
	else
		fprintf(stderr, "hsaemu-bench: interrupted\n");
	fflush(stdout);
	signal(command_stopped(), SIG_DFL);
	raise(command_stopped());
}

static int list_cases(const struct plan *plan)
{
	for (size_t i = 0; i < suite_case_count; i++) {
		if (!plan->cases[i])
			continue;
		printf("%-24s", suite_cases[i].c->name);
		const char *separator = " ";
		for (const struct suite_set_name *s = suite_set_names; s->name; s++) {
			if (!(suite_cases[i].sets & s->sets))
				continue;
			printf("%s%s", separator, s->name);
			separator = ",";
		}
		printf("\n");
	}
	if (fflush(stdout) == 0)
		return EXIT_DONE;
	perror("hsaemu-bench: error: <stdout>");
	return EXIT_IO;
}

/* Checks that writing `path` would not overwrite the saved run; returns false after a message. */
static bool spares_saved(const char *path, const char *from)
{
	struct diag d;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	bool good = !path || file_spares(path, "input file", from, &d);
	diag_flush(&d, stderr);
	diag_release(&d);
	return good;
}

/* Prints the tables and draws the figures of an earlier run; returns the exit status. */
static int report_saved(struct comparison *c, const struct bench_options *o)
{
	if (!spares_saved(o->svg, o->from) || !spares_saved(o->curves, o->from) ||
		!spares_saved(o->csv, o->from))
		return EXIT_USAGE;
	if (!can_write_all(o))
		return EXIT_IO;
	int status = comparison_load(c, o->from);
	if (status != EXIT_DONE)
		return status;
	print_machine(c);
	if (c->interrupted)
		printf("the run was interrupted, so not all is here\n");
	rows_print(c);
	return write_files(c, o) ? EXIT_DONE : EXIT_IO;
}

/* Compares two earlier runs; returns the exit status. */
static int compare_saved(struct comparison *old, const struct bench_options *o)
{
	struct comparison now = {.arena = old->arena};
	now.plan.cases = ARENA_ARRAY(now.arena, bool, suite_case_count);
	if (!spares_saved(o->csv, o->compare) || !spares_saved(o->csv, o->operand))
		return EXIT_USAGE;
	if (!can_write_all(o))
		return EXIT_IO;
	int status = comparison_load(old, o->compare);
	if (status == EXIT_DONE)
		status = comparison_load(&now, o->operand);
	if (status != EXIT_DONE)
		return status;
	versus_print(old, &now);
	return !o->csv || versus_csv(old, &now, o->csv) ? EXIT_DONE : EXIT_IO;
}

/* One size is enough; without --size it is the small one. */
static enum suite_size size_to_verify(const struct bench_options *o, const struct plan *p)
{
	if (o->sizes.count == 0 || p->sizes[SUITE_SMALL])
		return SUITE_SMALL;
	return p->sizes[SUITE_FULL] ? SUITE_FULL : SUITE_CACHE;
}

static int run(const struct bench_options *o)
{
	struct arena arena;
	struct comparison c = {.arena = &arena, .version = hsaemu_version};
	int status = EXIT_IO;
	arena_init(&arena);
	c.plan.cases = ARENA_ARRAY(&arena, bool, suite_case_count);
	if ((status = bench_plan(o, &c.plan)) != EXIT_DONE)
		;
	else if (o->compare)
		status = compare_saved(&c, o);
	else if (o->from)
		status = report_saved(&c, o);
	else if (o->list)
		status = list_cases(&c.plan);
	else if (!machine_bin(c.plan.bin, sizeof c.plan.bin)) {
		fprintf(stderr, "hsaemu-bench: no /proc\n");
		status = EXIT_IO;
	} else if (!o->verify)
		status = can_write_all(o) ? run_comparison(&c, o) : EXIT_IO;
	else if (!verify_images(o->verify, c.plan.bin, c.plan.cases, size_to_verify(o, &c.plan),
			 &(struct engine_file){.threads = c.plan.thread_counts[0],
				 .scheduler = o->scheduler < 0 ? 1 : o->scheduler,
				 .batched = o->deferred,
				 .deep = o->deep < 0 ? NULL : bench_models[o->deep]}))
		status = EXIT_REFUSED;
	end_by_signal(&c, o);
	arena_release(&arena);
	return status;
}

int main(int argc, char **argv)
{
	struct bench_options o = {.top = ".",
		.repeat = BENCH_UNSET,
		.least_ms = BENCH_UNSET,
		.patience_s = BENCH_UNSET,
		.scheduler = -1,
		.deep = -1,
		.language = -1};
	struct cli_result cli;
	int status;
	/* A parent that ignores the ends of its children hands that setting down to us, and then
	 * there would be no ends to wait for. */
	signal(SIGCHLD, SIG_DFL);
	if (cli_parse(&bench_tool, argc, argv, &o, &cli, &status) == CLI_RUN) {
		o.operand = cli.files.count ? cli.files.items[0] : NULL;
		status = run(&o);
	}
	cli_release(&cli);
	return status;
}

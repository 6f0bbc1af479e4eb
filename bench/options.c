/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "hsaemu/gcn_models.h"
#include "hsaemu/similar.h"
#include "machine.h"

enum { MOST_PATIENCE_S = 1000000 }; /* its milliseconds must fit an int */

static const char *const schedulers[] = {"static", "dynamic", NULL};

const char *const bench_models[] = {GCN_MODELS(GCN_MODEL_NAME) NULL};

static const char *const languages[] = {"opencl", "cuda", NULL};

#define OPTION(field) offsetof(struct bench_options, field)
static const struct cli_option options[] = {
	{"--case", NULL, CLI_STRINGS, OPTION(cases), "NAME,...", NULL,
		"only these cases; with --suite those of them that are in its sets"},
	{"--suite", NULL, CLI_STRINGS, OPTION(suites), "NAME,...", NULL,
		"only cases of these sets: papers, design, others, empty, hsail (those four), "
		"rodinia, amd, ispc; all by default"},
	{"--simd", NULL, CLI_STRINGS, OPTION(simd), "LEVEL,...", NULL,
		"levels of hsail-fin: off, sse, avx2, avx512, auto; all that this machine has by "
		"default; sse, avx2 and avx512 are what auto makes of so many lanes at most; also "
		"profile and timeout, which are auto with --profile and with --preempt=timeout"},
	{"--peers", NULL, CLI_STRINGS, OPTION(peers), "NAME,...", NULL,
		"what to compare with: gcc, clang (C loops), gcc-mvec, clang-mvec (with the vectors' "
		"functions of libmvec), gcc-assoc, clang-assoc (with -fassociative-math), pocl, "
		"ispc (of that suite only), "
		"pocl-batch (launches are enqueued together and waited for once, as programs do), "
		"gccbrig or none; all by default, gcc,clang with --quick"},
	{"--size", NULL, CLI_STRINGS, OPTION(sizes), "SIZE,...", NULL,
		"small, cache (data that stay in the caches) or full (sizes of the literature); "
		"cache,full by default"},
	{"--threads", NULL, CLI_STRINGS, OPTION(threads), "N,...", NULL,
		"numbers of threads, 0 for one per CPU; 1 and doubled up to the CPUs by default"},
	{"--quick", NULL, CLI_FLAG, OPTION(quick), NULL, NULL,
		"for use in between: size cache, one thread, seven samples of 2 ms"},
	{"--growth", NULL, CLI_FLAG, OPTION(growth), NULL, NULL,
		"finalize generated kernels of 100 to 20,000 instructions, also with --quick or "
		"--case"},
	{"--repeat", NULL, CLI_UINT, OPTION(repeat), "N", NULL,
		"samples of which minimum and median are taken; 15 by default"},
	{"--least", NULL, CLI_UINT, OPTION(least_ms), "MS", NULL,
		"length of a sample at least; 4 by default"},
	{"--medians", NULL, CLI_FLAG, OPTION(medians), NULL, NULL,
		"print the medians of all rows below their minima, not of noisy ones only"},
	{"--patience", NULL, CLI_UINT, OPTION(patience_s), "S", NULL,
		"give up what does not end in that time; 120 by default"},
	{"-mcpu", NULL, CLI_STRING, OPTION(cpu), "NAME", NULL,
		"processor that hsail-fin makes code for; native by default"},
	{"--json", NULL, CLI_STRING, OPTION(json), "FILE", NULL,
		"write all samples, too, as lines of JSON, a row when it is measured"},
	{"--resume", NULL, CLI_FLAG, OPTION(resume), NULL, NULL,
		"go on with the FILE of --json, if it is there: only what it lacks is measured"},
	{"--csv", NULL, CLI_STRING, OPTION(csv), "FILE", NULL,
		"write minima and medians as comma-separated values, a line for each row and column; "
		"with --compare minima, ratios and probabilities"},
	{"--svg", NULL, CLI_STRING, OPTION(svg), "FILE", NULL,
		"draw bars: how many times faster threads and lanes make the kernels, and than peers "
		"they are; needs gnuplot, whose script stays in FILE.gp"},
	{"--curves", NULL, CLI_STRING, OPTION(curves), "FILE", NULL,
		"draw curves of speed-up over the numbers of threads and the --simd levels, the same "
		"way"},
	{"--from", NULL, CLI_STRING, OPTION(from), "FILE", NULL,
		"run nothing: tables and figures of what --json wrote to FILE"},
	{"--compare", NULL, CLI_STRING, OPTION(compare), "OLD", NULL,
		"run nothing: print how many times faster the rows of the file NEW are than those of "
		"OLD, both written by --json, their geometric means, and which of them differ by more "
		"than chance"},
	{"--list", NULL, CLI_FLAG, OPTION(list), NULL, NULL,
		"print the cases that the other options choose, with their sets, and run nothing"},
	{"--top", NULL, CLI_STRING, OPTION(top), "DIR", NULL,
		"the source tree; the current folder by default"},
	{"--source", NULL, CLI_STRING, OPTION(source), "DIR", NULL,
		"take the kernels of rodinia and amd from the original benchmarks in DIR, where the "
		"case knows their path; needs their compiler"},
	{"--language", NULL, CLI_CHOICE, OPTION(language), "LANGUAGE", languages,
		"with --source: the kernels' language, opencl by default"},
	{"--verify", NULL, CLI_STRING, OPTION(verify), "DIR", NULL,
		"only run the cases' images NAME.img in DIR once and compare, print no times"},
	{"--scheduler", NULL, CLI_CHOICE, OPTION(scheduler), "KIND", schedulers,
		"with --verify: how work-groups are given to compute units"},
	{"--deferred", NULL, CLI_FLAG, OPTION(deferred), NULL, NULL,
		"with --verify: run the dispatches of a case only where it waits for them"},
	{"--deep", NULL, CLI_CHOICE, OPTION(deep), "MODEL", bench_models,
		"with --verify: run the images as machine code of a GPU (hsa-run --deep), and compare "
		"what they leave with what the host's code leaves, byte by byte, too"},
};

const struct cli_tool bench_tool = {
	.name = "hsaemu-bench",
	.summary = "compare kernels with C loops and other implementations",
	.usage = "[options] [NEW]",
	.max_files = 1,
	.description =
		"Compiles every kernel of the suite for each --simd level, runs it and its peers in "
		"turn, verifies all results and prints the minima of the times and their ratios. "
		"With one thread times are CPU times of the process, with more threads wall times: "
		"from the submission of the first of several dispatches, each of which is waited for, "
		"to the end of the last one before the host looks at what they did.\n\n"
		"Samples are short, many, and of all columns in turn, so that what else the machine "
		"does makes some of each longer, not all of one. Ratios and their means are those of "
		"minima. A row is noisy when the median of a column is more than 10 % above its "
		"minimum: it says so, and has its medians and their ratios below.\n\n"
		"The ratio to C is that to the faster one of gcc and clang with -O3 -march=native "
		"-fno-math-errno, whose results are exact; C-mvec is that to the faster one with "
		"libmvec, whose functions are wrong by up to 4 ulp.\n\n"
		"Where a case says how many bytes it has to move and how many operations on floats it "
		"has to do, its row has the GB/s and GFLOP/s that the last column of ours reaches, and "
		"the share of what STREAM's triad moves in as many bytes with as many threads.\n\n"
		"SIGINT, SIGTERM, SIGHUP and SIGXCPU end the run: the row at hand, the means and the "
		"figures are printed and written with the samples that there are, then the signal ends "
		"hsaemu-bench, which shells show as status 128 and its number. On a terminal, standard "
		"error has a line that says how much is left.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

/* How to look up the names in the value of an option. */
struct naming {
	const char *what;
	bool (*choose)(struct plan *plan, const char *name); /* false: no such name exists */
	void (*try_all)(struct similar *s);                  /* tries all names that exist */
};

static int refuse_name(const struct naming *naming, const char *name)
{
	struct similar known = similar_to(str_from(name));
	struct buf hint = BUF_INIT;
	naming->try_all(&known);
	similar_say(&known, &hint);
	int status = cli_usage_error(&bench_tool, "there is no %s '%s'%.*s", naming->what, name,
		(int)hint.len, hint.len ? (const char *)hint.data : "");
	buf_release(&hint);
	return status;
}

/* Chooses every name of comma-separated lists, up to the first that is refused. */
static int choose_names(const struct cli_strings *lists, const struct naming *naming,
	struct plan *plan)
{
	for (size_t i = 0; i < lists->count; i++) {
		const char *at = lists->items[i];
		while (*at) {
			char name[64];
			size_t len = strcspn(at, ",");
			snprintf(name, sizeof name, "%.*s", (int)len, at);
			if (!naming->choose(plan, name))
				return refuse_name(naming, name);
			at += len + (at[len] == ',');
		}
	}
	return EXIT_DONE;
}

/* Chooses a case; choices by --case and by --suite add up in plan->cases. */
static bool choose_case(struct plan *plan, const char *name)
{
	for (size_t i = 0; i < suite_case_count; i++) {
		if (strcmp(suite_cases[i].c->name, name) == 0) {
			plan->cases[i] = true;
			return true;
		}
	}
	return false;
}

static void try_cases(struct similar *s)
{
	for (size_t i = 0; i < suite_case_count; i++)
		similar_try(s, suite_cases[i].c->name);
}

static const struct naming case_names = {"case", choose_case, try_cases};

static bool choose_suite(struct plan *plan, const char *name)
{
	for (const struct suite_set_name *s = suite_set_names; s->name; s++) {
		if (strcmp(s->name, name) != 0)
			continue;
		for (size_t i = 0; i < suite_case_count; i++)
			plan->cases[i] = plan->cases[i] || (suite_cases[i].sets & s->sets);
		return true;
	}
	return false;
}

static void try_suites(struct similar *s)
{
	for (const struct suite_set_name *set = suite_set_names; set->name; set++)
		similar_try(s, set->name);
}

static const struct naming suite_names = {"suite", choose_suite, try_suites};

static bool choose_column(struct plan *plan, const char *name, bool image)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		if (strcmp(column_name(k), name) == 0 && (column_kind(k) == KIND_IMAGE) == image) {
			plan->column[k] = true;
			return true;
		}
	}
	return false;
}

static void try_columns(struct similar *s, bool image)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if ((column_kind(k) == KIND_IMAGE) == image)
			similar_try(s, column_name(k));
}

static bool choose_level(struct plan *plan, const char *name)
{
	return choose_column(plan, name, true);
}

static void try_levels(struct similar *s)
{
	try_columns(s, true);
}

static const struct naming level_names = {"level", choose_level, try_levels};

static bool choose_peer(struct plan *plan, const char *name)
{
	return strcmp(name, "none") == 0 || choose_column(plan, name, false);
}

static void try_peers(struct similar *s)
{
	similar_try(s, "none");
	try_columns(s, false);
}

static const struct naming peer_names = {"peer", choose_peer, try_peers};

static bool choose_size(struct plan *plan, const char *name)
{
	for (enum suite_size s = 0; s < SUITE_SIZE_COUNT; s++) {
		if (strcmp(suite_size_name(s), name) == 0)
			return plan->sizes[s] = true;
	}
	return false;
}

static void try_sizes(struct similar *s)
{
	for (enum suite_size size = 0; size < SUITE_SIZE_COUNT; size++)
		similar_try(s, suite_size_name(size));
}

static const struct naming size_names = {"size", choose_size, try_sizes};

static bool choose_threads(struct plan *plan, const char *text)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);
	if (*end || end == text || n > 1024 || plan->thread_count_count == PLAN_MAX_THREAD_COUNTS)
		return false;
	plan->thread_counts[plan->thread_count_count++] = n ? (unsigned)n : machine_cpus();
	return true;
}

static void try_nothing(struct similar *s)
{
	(void)s;
}

static const struct naming thread_counts = {"number of threads", choose_threads, try_nothing};

/* Chooses the peers for a first look. */
static void quick_peers(struct plan *plan)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (column_kind(k) != KIND_IMAGE)
			plan->column[k] =
				column_kind(k) == KIND_LOOPS && column_variant(k) == VARIANT_PLAIN;
}

static void default_columns(struct plan *plan, bool image)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if ((column_kind(k) == KIND_IMAGE) == image)
			plan->column[k] = column_usable(k);
}

static void default_threads(struct plan *plan, bool quick)
{
	unsigned cpus = quick ? 1 : machine_cpus();
	for (unsigned n = 1; n < cpus && plan->thread_count_count + 1 < PLAN_MAX_THREAD_COUNTS;
		n *= 2)
		plan->thread_counts[plan->thread_count_count++] = n;
	plan->thread_counts[plan->thread_count_count++] = cpus;
}

/* Refuses options that do nothing with --from or --verify, and options that lack another that they
 * need. */
static int refuse_useless(const struct bench_options *o)
{
	size_t chosen = o->cases.count + o->suites.count, columns = o->simd.count + o->peers.count;
	bool measures = o->repeat != BENCH_UNSET || o->least_ms != BENCH_UNSET ||
	                o->patience_s != BENCH_UNSET || o->quick || o->growth || o->resume ||
	                o->cpu || o->json || o->source || o->language >= 0 || columns != 0;
	if (o->compare && (measures || chosen + o->sizes.count + o->threads.count != 0 ||
				  o->verify || o->list || o->scheduler >= 0 || o->from || o->svg ||
				  o->curves || o->medians))
		return cli_usage_error(&bench_tool, "--compare goes with --csv only");
	if (!o->compare != !o->operand)
		return cli_usage_error(&bench_tool,
			o->compare ? "--compare OLD needs NEW" : "'%s' is no option", o->operand);
	if (o->from && (measures || chosen + o->sizes.count + o->threads.count != 0 || o->verify ||
			       o->list || o->scheduler >= 0))
		return cli_usage_error(&bench_tool,
			"--from goes with --svg, --curves, --csv and --medians only");
	if (o->verify && (measures || o->svg || o->curves || o->csv || o->list || o->medians))
		return cli_usage_error(&bench_tool,
			"--verify goes with --case, --suite, --size, --threads, --scheduler, "
			"--deferred and --deep only");
	if (o->scheduler >= 0 && !o->verify)
		return cli_usage_error(&bench_tool, "--scheduler goes with --verify only");
	if (o->deferred && !o->verify)
		return cli_usage_error(&bench_tool, "--deferred goes with --verify only");
	if (o->deep >= 0 && !o->verify)
		return cli_usage_error(&bench_tool, "--deep goes with --verify only");
	if (o->resume && (!o->json || strcmp(o->json, "-") == 0))
		return cli_usage_error(&bench_tool, "--resume needs the file of --json");
	if (o->language >= 0 && !o->source && !getenv("BENCH_SRC"))
		return cli_usage_error(&bench_tool, "--language goes with --source only");
	return EXIT_DONE;
}

static int choose_cases(const struct bench_options *o, struct plan *plan)
{
	size_t left = 0;
	bool *named = mem_new(suite_case_count, sizeof *named);
	int status = choose_names(&o->cases, &case_names, plan);
	for (size_t i = 0; i < suite_case_count; i++) {
		named[i] = plan->cases[i] || o->cases.count == 0;
		plan->cases[i] = o->suites.count == 0;
	}
	if (status == EXIT_DONE)
		status = choose_names(&o->suites, &suite_names, plan);
	for (size_t i = 0; i < suite_case_count; i++)
		left += plan->cases[i] = plan->cases[i] && named[i];
	free(named);
	if (status == EXIT_DONE && left == 0)
		status = cli_usage_error(&bench_tool, "no case of --case is in a set of --suite");
	return status;
}

static uint64_t given(uint64_t value, uint64_t usual)
{
	return value == BENCH_UNSET ? usual : value;
}

static void set_measure(const struct bench_options *o, struct plan *plan)
{
	plan->top = o->top;
	plan->source = o->source ? o->source : getenv("BENCH_SRC");
	plan->language = o->language < 0 ? LANGUAGE_OPENCL : (enum plan_language)o->language;
	plan->cpu = o->cpu ? o->cpu : "native";
	plan->repeat = (unsigned)given(o->repeat, o->quick ? 7 : 15);
	plan->least_ms = (double)given(o->least_ms, o->quick ? 2 : 4);
	plan->growth = o->growth || (!o->quick && o->cases.count + o->suites.count == 0);
	plan->finalize_runs = o->quick ? 1 : 3;
	plan->patience_s = (unsigned)given(o->patience_s, 120);
}

int bench_plan(const struct bench_options *o, struct plan *plan)
{
	int status = refuse_useless(o);
	plan->medians = o->medians;
	if (status != EXIT_DONE || o->from || o->compare)
		return status;
	if ((status = choose_cases(o, plan)) != EXIT_DONE)
		return status;
	if ((status = choose_names(&o->simd, &level_names, plan)) != EXIT_DONE ||
		(status = choose_names(&o->peers, &peer_names, plan)) != EXIT_DONE ||
		(status = choose_names(&o->sizes, &size_names, plan)) != EXIT_DONE ||
		(status = choose_names(&o->threads, &thread_counts, plan)) != EXIT_DONE)
		return status;
	set_measure(o, plan);
	if (plan->repeat < 1 || given(o->repeat, 1) > PLAN_MAX_REPEAT)
		return cli_usage_error(&bench_tool, "--repeat takes 1 to %d", PLAN_MAX_REPEAT);
	if (given(o->patience_s, 1) < 1 || given(o->patience_s, 1) > MOST_PATIENCE_S)
		return cli_usage_error(&bench_tool, "--patience takes 1 to %d", MOST_PATIENCE_S);
	if (o->simd.count == 0)
		default_columns(plan, true);
	if (o->peers.count == 0)
		default_columns(plan, false);
	if (o->peers.count == 0 && o->quick)
		quick_peers(plan);
	if (o->sizes.count == 0) {
		plan->sizes[SUITE_CACHE] = true;
		plan->sizes[SUITE_FULL] = !o->quick && !o->verify;
	}
	if (plan->thread_count_count == 0)
		default_threads(plan, o->quick);
	return EXIT_DONE;
}

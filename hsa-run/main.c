/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsa-run runs kernels of an image on buffers, as its command line or a run file describes. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "hsaemu/gcn_models.h"
#include "hsaemu/gcn_timing.h"
#include "command_line.h"
#include "execute.h"
#include "host_program.h"
#include "interrupt.h"
#include "write_elements.h"

#define OPTION(name, alias, type, field, arg, choices, help) \
	{name, alias, type, offsetof(struct run_args, field), arg, choices, help}

static const char *const schedulers[] = {"static", "dynamic", "shuffle", NULL};
static const char *const preemptions[] = {"sync", "timeout", "none", NULL};
static const char *const deep_models[] = {"no", GCN_MODELS(GCN_MODEL_NAME) NULL};
static const char *const profiles[] = {"none", "text", "json", NULL}; /* enum run_profile_kind */
static const char *const opt_levels[] = {"0", "1", "2", "3", NULL};

static const struct cli_option options[] = {
	OPTION("--kernel", "-k", CLI_STRING, kernel, "NAME", NULL,
		"kernel to dispatch, by its name in HSAIL (&x), C or C++ (x, x<float>, 'x(float*, int)'); "
		"default: the only one of the image"),
	OPTION("--grid", NULL, CLI_STRING, grid, "X[,Y[,Z]]", NULL, "grid size in work-items"),
	OPTION("--group", NULL, CLI_STRING, group, "X[,Y[,Z]]", NULL,
		"work-group size; default: what the kernel requires, else up to 256 items in x"),
	OPTION("--offset", NULL, CLI_STRING, offset, "X[,Y[,Z]]", NULL,
		"where global ids of OpenCL C begin; default: 0"),
	OPTION("--arg", "-a", CLI_ORDERED, values, "VALUE", NULL,
		"next kernel argument: NUMBER, TYPE:NUMBER, list(...), [NAME=]TYPE[COUNT][:INIT] for a "
		"buffer, [NAME=]ACCESS:GEOMETRY[SIZES]:ORDER:TYPE[:INIT] for an image, "
		"[NAME=]samp:COORD:FILTER:ADDRESSING for a sampler, NAME for one of these again, "
		"&NAME for the address of a program variable"),
	OPTION("--set", NULL, CLI_ORDERED, values, "&NAME=INIT", NULL,
		"set a program variable before the dispatch; with --deep and without &: a parameter of the "
		"model"),
	OPTION("--check", NULL, CLI_ORDERED, values, "NAME=FILE[:TOL]", NULL,
		"compare a buffer or &variable with a binary file or an INIT; TOL is NUMBER (relative above "
		"1, absolute below), abs=NUMBER, rel=NUMBER or ulp=NUMBER; default: exact"),
	OPTION("--out", NULL, CLI_ORDERED, values, "NAME=FILE", NULL,
		"write a buffer as raw binary"),
	OPTION("--text", NULL, CLI_ORDERED, values, "NAME=FILE", NULL,
		"write a buffer as text, one number a line"),
	OPTION("--print", "-p", CLI_ORDERED, values, "NAME[[FIRST,COUNT]]", NULL,
		"print elements of a buffer"),
	OPTION("--dynamic-group", NULL, CLI_STRING, dynamic, "BYTES", NULL,
		"group memory beyond the kernel's own; it begins at offset group_base"),
	OPTION("--run", "-r", CLI_STRING, run, "FILE", NULL,
		"work through a run file (hsa-run(5)); an IMAGE operand replaces its images"),
	OPTION("--threads", "-j", CLI_UINT, threads, "N", NULL,
		"worker threads; default: all CPUs"),
	OPTION("--cus", NULL, CLI_UINT, cus, "N", NULL,
		"compute units; default: as many as threads; threads beyond the CUs are not started"),
	OPTION("--scheduler", NULL, CLI_CHOICE, scheduler, "KIND", schedulers,
		"static: each CU runs a contiguous share of the groups, default with --profile, so that "
		"its counts are the same each time; dynamic, default without: CUs take the next groups; "
		"shuffle: CUs take groups in a random order, to find kernels that rely on an order"),
	OPTION("--seed", NULL, CLI_UINT, seed, "N", NULL,
		"with --scheduler=shuffle: which order, for each dispatch another one; the same each time "
		"with --threads=1; default: 0"),
	OPTION("--preempt", NULL, CLI_CHOICE, preempt, "WHEN", preemptions,
		"passed to hsail-fin: where work-items let others run; sync (default) in loops that wait for "
		"others through atomics or signals, timeout also in loops that may wait by plain loads and take "
		"long"),
	OPTION("--repeat", NULL, CLI_UINT, repeat, "N", NULL,
		"do everything N times, print in the last pass; times are medians"),
	OPTION("--time", "-t", CLI_FLAG, time, NULL, NULL, "print dispatch times"),
	OPTION("--json", NULL, CLI_FLAG, json, NULL, NULL,
		"print one JSON object per run with status, times, checks and printed values"),
	OPTION("--deep", NULL, CLI_OPTIONAL, deep, NULL, deep_models,
		"run kernels as machine code of a Southern Islands GPU, and print how many cycles they "
		"take and where: by a model of a Tahiti (default), or of the simulator Multi2Sim; none is "
		"the emulator alone, without a model of time; sources are built for it, and images must "
		"be made with hsail-fin -mcpu=native,gfx600, or be code objects of another compiler, "
		"such as clang -target amdgcn-amd-amdhsa -mcpu=tahiti"),
	OPTION("--model", NULL, CLI_STRING, model_file, "FILE", NULL,
		"with --deep: take parameters of the model from lines 'name = value'; --set NAME=VALUE "
		"sets one, --print-model prints all"),
	OPTION("--print-model", NULL, CLI_FLAG, print_model, NULL, NULL,
		"with --deep: print the model's parameters, as --model reads them, and do nothing else"),
	OPTION("--report", NULL, CLI_STRING, report, "FILE", NULL,
		"with --deep: write the report to a file, as JSON if its name ends in .json"),
	OPTION("--trace", NULL, CLI_STRING, trace, "FILE", NULL,
		"with --deep: write a trace for chrome://tracing or Perfetto: which wavefronts are on which "
		"SIMDs, and what L2 and memory move"),
	OPTION("--profile", NULL, CLI_OPTIONAL, profile, NULL, profiles,
		"print what the dispatches did, in total, by CU and by function: instructions, accesses to "
		"memory, branches, data-TLB misses; the image must be made with hsail-fin --profile, which "
		"is done when hsa-run makes it"),
	OPTION("--tlb", NULL, CLI_STRING, tlb, "ENTRIES[,WAYS[,PAGE]]", NULL,
		"the data TLB that --profile models for each CU, with the last recently used entry of a set "
		"replaced; default: 64,4,4096; as many ways as entries: fully associative"),
	OPTION("--timeout", NULL, CLI_STRING, timeout, "SEC", NULL,
		"give a dispatch at most SEC seconds; then it is stopped, and it is said where it was"),
	OPTION("-O", NULL, CLI_JOINED, opt_level, "LEVEL", opt_levels, "passed to hsail-fin"),
	OPTION("-mcpu", NULL, CLI_STRING, cpu, "CPU", NULL, "passed to hsail-fin"),
	OPTION("--simd", NULL, CLI_STRING, simd, "LEVEL", NULL, "passed to hsail-fin"),
	OPTION("--fin", NULL, CLI_STRINGS, fin, "FLAG", NULL, "passed to hsail-fin"),
	OPTION("--cc", NULL, CLI_STRINGS, cc, "FLAG", NULL,
		"passed to hsaemu-cc, which compiles OpenCL C and CUDA C; such as --cc=-DN=16"),
};

static const struct cli_status statuses[] = {
	{RUN_DONE, "all ran and all checks passed"},
	{RUN_CHECK_FAILED, "a check failed"},
	{RUN_USAGE, "mistake in the command line or the run file"},
	{RUN_IO, "an output file could not be written"},
	{RUN_TIMEOUT, "a dispatch did not end in time and was stopped"},
	{RUN_FAILURE, "bad image, failed tool, or refused dispatch"},
	{RUN_FAULT, "fault or trap in a kernel"},
	{RUN_NOT_FOUND, "no such file, kernel or variable"},
	{0, NULL},
};

static const struct cli_env environment[] = {
	{"HSAEMU_BINDIR", "folder of the other tools; default: beside hsa-run, then PATH"},
	{"HSAEMU_PERF", "1: names of kernels for perf, in /tmp/perf-PID.map"},
	CLI_ENV_CACHE,
#define ENV_NUMBER(name, member, min, max, meaning) {name, "of PROGRAM: " meaning},
#define ENV_WORDS(name, member, words, meaning) {name, "of PROGRAM: " meaning},
#define ENV_TEXT(name, member, meaning) {name, "of PROGRAM: " meaning},
#define ENV_FILE(name, meaning) {name, meaning},
#include "hsaemu/environment.def"
	{NULL, NULL},
};

static const struct cli_tool tool = {
	.name = "hsa-run",
	.summary = "run HSAIL kernels on the CPU",
	.usage = "[options] IMAGE|-\n       hsa-run [options] --run FILE [IMAGE]\n"
		 "       hsa-run -- PROGRAM [ARG...]",
	.description =
		"hsa-run loads an image made by hsa-ld, packs the kernel's arguments, dispatches it through a "
		"user-mode queue and reports. An object, BRIG, HSAIL, PTX, OpenCL C (.cl) or CUDA C (.cu) file is "
		"taken, too: the other tools make an image of it first.\n\n"
		"An INIT is NUMBER, ramp(START, STEP), random(SEED, LOW, HIGH), list(A, B, ...), "
		"each(EXPRESSION of i), of(BUFFER), @FILE (raw binary) or text@FILE; on a command line "
		"ramp:START:STEP and so on spare the quotes. TYPE is u8 to u64, s8 to s64, b8 to b64, f16, f32 "
		"or f64. With @FILE and list, COUNT may be left out. Images and samplers are described in "
		"HSAIL's words, as in roimg:2d[64,32]:rgba:unorm_int8:@in.raw and "
		"samp:normalized:linear:clamp_to_edge; see hsa-run(5).\n\n"
		"With several runs in a run file the exit status is the highest one of them.\n\n"
		"After a time-out, and at SIGINT, SIGTERM and SIGHUP while kernels run, the dispatch is stopped "
		"and it is said where its work-groups were; hsa-run then ends by the signal. A second one ends "
		"it at once.\n\n"
		"With -- as its first argument hsa-run becomes PROGRAM, a program for CPUs that uses the HSA "
		"runtime, whether it is linked with libhsa-runtime64.so.1 or opens it: the loader looks for it in "
		"our folder first. The exit status is PROGRAM's. Options are environment variables (--help=env).",
	.examples =
		"hsa-run vadd.hso -k '&vadd' --grid 1000 -a f32[1000]:ramp:0:1 -a f32[1000]:2 "
		"-a c=f32[1000] -p c[0,8]\n"
		"hsa-run x.hsail -k '&x' --grid 64,64 --group 8,8 -a in=u32[]:@in.bin -a out=u32[4096] "
		"--check out=expected.bin --time\n"
		"hsa-run --run tests.run --json --threads 4\n"
		"HSAEMU_THREADS=4 hsa-run -- rocminfo",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.statuses = statuses,
	.env = environment,
	.max_files = 1,
};

/* Whether there are options about the command line's dispatch. */
static bool has_values(const struct run_args *args)
{
	for (size_t i = 0; i < args->values.count; i++)
		if (!run_is_model_setting(&args->values.items[i]))
			return true;
	return false;
}

static int usage(const struct run_args *args, const struct cli_result *cli)
{
	if (args->print_model)
		return RUN_DONE;
	if (args->run != NULL) {
		if (args->kernel != NULL || args->grid != NULL || args->group != NULL ||
			args->offset != NULL || args->dynamic != NULL || has_values(args))
			return cli_usage_error(&tool,
				"--run takes its dispatches from the file alone");
		return RUN_DONE;
	}
	if (cli->files.count == 0 && isatty(STDIN_FILENO))
		return cli_usage_error(&tool, "no image");
	if (args->grid == NULL)
		return cli_usage_error(&tool, "expected --grid, or --run");
	return RUN_DONE;
}

static int print_model(const struct run_options *o, struct diag *d)
{
	struct gcn_device *gpu;
	struct buf text = BUF_INIT;
	if (!gcn_device_new(&o->gpu, &gpu, d))
		return RUN_USAGE;
	gcn_model_print(gcn_device_model(gpu), &text);
	(void)fwrite(text.data, 1, text.len, stdout);
	buf_release(&text);
	gcn_device_free(gpu);
	return RUN_DONE;
}

static int run(struct run_session *s, struct run_stmt *first, const char *run_file, struct diag *d)
{
	int status = run_spares_inputs(s, first, run_file) ? run_execute(s, first) : RUN_USAGE;
	if (s->gpu != NULL && !gcn_device_finish(s->gpu, d) && status < RUN_IO)
		status = RUN_IO;
	return status;
}

static int parse_and_run(const struct run_args *args, const struct cli_result *cli, struct arena *a,
	struct source *source, struct diag *d)
{
	struct run_options o;
	struct run_session s;
	struct run_stmt *first = NULL;
	if (args->run != NULL && !source_load(source, args->run, d))
		return RUN_NOT_FOUND;
	const char *image = cli->files.count != 0 ? cli->files.items[0] : "-";
	if (!run_args_options(args, cli, a, d, &o))
		return RUN_USAGE;
	if (args->print_model)
		return print_model(&o, d);
	if (!(args->run != NULL ? run_parse_file(source, a, d, &first)
				: run_args_statements(args, image, a, d, &first)))
		return RUN_USAGE;
	if (!run_session_init(&s, &o, d))
		return d->memory_count != 0 ? RUN_NO_MEMORY
		       : d->io_count != 0   ? RUN_NOT_FOUND
		                            : RUN_USAGE;
	int status = run(&s, first, args->run, d);
	run_session_release(&s);
	return status;
}

int main(int argc, char **argv)
{
	struct run_args args = {.repeat = 1,
		.opt_level = RUN_OPT_LEVELS,
		.deep = RUN_DEEP_BY_ENVIRONMENT,
		.scheduler = RT_SCHEDULER_COUNT};
	struct cli_result cli;
	int status = RUN_DONE;
	if (argc > 1 && strcmp(argv[1], "--") == 0)
		return run_host_program(argv + 2);
	if (cli_parse(&tool, argc, argv, &args, &cli, &status) == CLI_RUN &&
		(status = usage(&args, &cli)) == RUN_DONE) {
		struct arena arena;
		struct source source = {0};
		struct diag d;
		arena_init(&arena);
		diag_init(&d, &cli.diag);
		status = parse_and_run(&args, &cli, &arena, &source, &d);
		if ((fflush(stdout) != 0 || ferror(stdout)) && status < RUN_IO) {
			diag_io(&d, "<stdout>", "write", errno);
			status = RUN_IO;
		}
		diag_flush(&d, stderr);
		diag_release(&d);
		source_release(&source);
		arena_release(&arena);
	}
	cli_release(&cli);
	/* hsa-run ends by the signal, as the sender expects. */
	if (run_interrupted() != 0)
		raise(run_interrupted());
	return status;
}

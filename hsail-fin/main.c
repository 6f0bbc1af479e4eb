/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsail-fin: makes a relocatable object from BRIG. */
#include "hsaemu/cli.h"
#include "hsaemu/fileio.h"
#include "hsaemu/finalize.h"
#include "hsaemu/origin.h"
#include "hsaemu/stage.h"
#include "cached.h"

struct options {
	const char *output, *cpu, *attrs;
	const char *detect, *breaks, *source;
	struct cli_strings controls;
	int opt_level, emit, simd, fibers, preempt, flow, along, stack, round, pass, remarks,
		missed;
	bool profile, time_passes, assembly, debug_info, verify, cache, force;
};

static const char *const opt_levels[] = {"0", "1", "2", "3", NULL};
static const char *const simd_levels[] = {"auto", "off", "sse", "avx2", "avx512", "up-to-sse",
	"up-to-avx2", "up-to-avx512", NULL};                             /* enum finalize_simd */
static const char *const fiber_forms[] = {"auto", "wave", "item", NULL}; /* enum finalize_fibers */
static const char *const preemptions[] = {
	"sync", "timeout", "none", NULL};                        /* enum finalize_preempt */
static const char *const flows[] = {"auto", "dispatcher", NULL}; /* enum finalize_flow */
/* enum finalize_lanes_along */
static const char *const dimensions[] = {"auto", "x", "y", "z", NULL};
static const char *const stacks[] = {"auto", "off", "2", "4", "8", NULL}; /* enum finalize_stack */
static const char *const rounds[] = {"near", "zero", NULL};               /* enum finalize_round */
static const char *const remark_passes[] = {"none", "simd", NULL};
static const char *const emit_kinds[] = {
	"obj", "asm", "llvm-ir", "ir", NULL}; /* enum finalize_emit */

#define PASS(id, name, run, products, needs, gives, what) name,
static const char *const passes[] = {
#include "pipeline/passes.def"
	"all", NULL};
#define PASS(id, name, run, products, needs, gives, what) PRINT_##id,
enum {
#include "pipeline/passes.def"
};

#define OPTION(name, alias, type, field, arg, choices, help) \
	{name, alias, type, offsetof(struct options, field), arg, choices, help}

static const struct cli_option option_table[] = {
	OPTION("-o", "--output", CLI_STRING, output, "FILE", NULL,
		"write to FILE (default: x.o for x.brig, x.s for assembly, x.ll for LLVM IR; "
		"standard output for -)"),
	OPTION("-O", NULL, CLI_JOINED, opt_level, "LEVEL", opt_levels,
		"how hard to optimise (default: 2)"),
	OPTION("-mcpu", NULL, CLI_STRING, cpu, "NAME", NULL,
		"processor to make code for: native (default), x86-64-v2, -v3, -v4 or a "
		"processor's name; several of them, separated by commas, make as many versions of the "
		"code, of which the loader takes the best that the machine can run; or gfx600, "
		"AMD's Southern Islands GPUs, for code objects that gcn-dis lists"),
	OPTION("-mattr", NULL, CLI_STRING, attrs, "LIST", NULL,
		"processor features to add or leave out, such as +avx2,-fma"),
	OPTION("--simd", NULL, CLI_CHOICE, simd, "LEVEL", simd_levels,
		"work-items in the lanes of vectors: 4 with sse, 8 with avx2, 16 with avx512, off "
		"for scalar code save in kernels with cross-lane operations, which have 4 then, "
		"or as auto if they are large; up-to-LEVEL for no more than so many, where scalar code "
		"or fewer would not be better "
		"(default: auto, up to as many as the processor has)"),
	OPTION("--fibers", NULL, CLI_CHOICE, fibers, "KIND", fiber_forms,
		"kernels that run on fibers: auto (default) for those that have to wait inside of "
		"a work-group, wave or item for all, with a fiber for each wave or work-item"),
	OPTION("--preempt", NULL, CLI_CHOICE, preempt, "WHEN", preemptions,
		"where fibers let others run: sync (default) in loops that wait for other "
		"work-items through atomics or signals, timeout also in loops that may wait by plain "
		"loads and take long, none at barriers only"),
	OPTION("--flow", NULL, CLI_CHOICE, flow, "KIND", flows,
		"how vector code goes through a kernel's blocks: dispatcher takes one after the other, "
		"as auto does only where a loop has two entries (default: auto)"),
	OPTION("--lanes-along", NULL, CLI_CHOICE, along, "DIM", dimensions,
		"lanes are along dimension x, y or z of work-groups that are whole parts there, in "
		"kernels that know nothing of waves; auto (default) takes y or z where accesses "
		"are consecutive along them and not along x"),
	OPTION("--stack", NULL, CLI_CHOICE, stack, "PARTS", stacks,
		"so many vectors of work-items behind each other run at once, in kernels that know nothing "
		"of waves, and load once what they have alike; auto (default) takes up to 4 "
		"where that is much"),
	OPTION("--default-rounding", NULL, CLI_CHOICE, round, "MODE", rounds,
		"rounding of a module whose own default is $default (default: near)"),
	OPTION("--profile", NULL, CLI_FLAG, profile, NULL, NULL,
		"code that counts what it does, wave by wave, for hsa-run --profile"),
	OPTION("--detect", NULL, CLI_STRING, detect, "LIST", NULL,
		"exceptions that kernels detect, besides those of their directives: invalid, "
		"divbyzero, overflow, underflow, inexact, separated by commas, or all"),
	OPTION("--break", NULL, CLI_STRING, breaks, "LIST", NULL,
		"exceptions that end the dispatch, likewise"),
	OPTION("--control", NULL, CLI_STRINGS, controls, "NAME[=VALUE]", NULL,
		"a control directive for all kernels (PRM 13.4), which must agree with those of the module: "
		"requirenopartialworkgroups, maxdynamicgroupsize=N, maxflatworkgroupsize=N, "
		"requiredworkgroupsize=X,Y,Z, requireddim=N, maxflatgridsize=N or requiredgridsize=X,Y,Z; "
		"again for another one"),
	OPTION("--emit", NULL, CLI_CHOICE, emit, "KIND", emit_kinds,
		"what to write (default: obj); ir is the finalizer's own form, as text"),
	OPTION("--print-after", NULL, CLI_CHOICE, pass, "PASS", passes,
		"with --emit=ir, the pass whose result is written, or all (default: ssa); "
		"--simd says what code it is for, vector code unless it is off"),
	OPTION("-S", NULL, CLI_FLAG, assembly, NULL, NULL, "same as --emit=asm"),
	OPTION("-g", NULL, CLI_FLAG, debug_info, NULL, NULL,
		"functions and line tables for debuggers, from the module's loc directives; with -O0 "
		"each instruction is there once, in scalar code unless --simd asks for vectors"),
	OPTION("--source", NULL, CLI_STRING, source, "NAME", NULL,
		"what FILE was compiled from: messages name this file and its lines, by loc"),
	OPTION("-Rpass", NULL, CLI_CHOICE, remarks, "PASS", remark_passes,
		"say which kernels became vector code, and what is computed again after barriers"),
	OPTION("-Rpass-missed", NULL, CLI_CHOICE, missed, "PASS", remark_passes,
		"say which kernels did not, which loads and stores became gathers and scatters, what "
		"is done lane by lane and which branches diverge; by line where the module has loc "
		"directives (hsail-as -g)"),
	OPTION("--time-passes", NULL, CLI_FLAG, time_passes, NULL, NULL,
		"say how much CPU time each pass took"),
	OPTION("--verify-ir", NULL, CLI_FLAG, verify, NULL, NULL,
		"run LLVM's verifier on the generated code and after every pass"),
	OPTION("--cache", NULL, CLI_FLAG, cache, NULL, NULL,
		"take the object from the cache if it was made before, and keep it there; --help=env "
		"says where; without effect with -Rpass, -Rpass-missed, --time-passes, --verify-ir and "
		"--emit but obj"),
	OPTION("-f", "--force", CLI_FLAG, force, NULL, NULL,
		"write binary output even to a terminal"),
};

static const struct cli_env environment[] = {
	CLI_ENV_CACHE,
	{NULL, NULL},
};

static const struct cli_tool tool = {
	.name = "hsail-fin",
	.summary = "finalize BRIG to an x86-64 object",
	.usage = "[options] FILE|-",
	.description =
		"hsail-fin verifies a BRIG 1.0 module and compiles it to a relocatable x86-64 ELF "
		"object: one function per kernel, which runs a whole work-group, and a descriptor "
		"beside it. hsa-ld makes an image of such objects.\n\n"
		"With -mcpu=gfx600 it compiles the module to a relocatable code object for AMD's "
		"Southern Islands GPUs (amdgcn-amd-amdhsa).\n\n"
		"Valid input that needs something not supported yet is refused with exit status 3.",
	.examples = "hsail-fin vadd.brig\n"
		    "hsail-fin -O3 -mcpu=x86-64-v3 vadd.brig -o vadd.o\n"
		    "hsail-as vadd.hsail -o - | hsail-fin - --emit=llvm-ir -o -",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
	.env = environment,
	.version_extra = "LLVM 19",
	.min_files = 1,
	.max_files = 1,
};

/* The default output for an input: "-" for "-", dir/x.o for dir/x.brig and for dir/x. */
static const char *output_name(const char *input, int emit, struct arena *a)
{
	static const char *const suffixes[] = {[FINALIZE_OBJ] = "o",
		[FINALIZE_ASM] = "s",
		[FINALIZE_LLVM_IR] = "ll",
		[FINALIZE_IR] = "ir"};
	static const char brig[] = ".brig";
	size_t n = strlen(input), s = sizeof brig - 1;

	if (strcmp(input, "-") == 0)
		return input;
	if (n > s && strcmp(input + n - s, brig) == 0)
		n -= s;
	return arena_printf(a, "%.*s.%s", (int)n, input, suffixes[emit]);
}

/* Exceptions in the order of their bits (PRM 12.2). */
static const char *const exceptions[] = {
	"invalid", "divbyzero", "overflow", "underflow", "inexact"};

static uint32_t exception_of(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(exceptions); i++)
		if (str_is(name, exceptions[i]))
			return (uint32_t)1 << i;
	return str_is(name, "all") ? ((uint32_t)1 << ARRAY_LEN(exceptions)) - 1 : 0;
}

static bool take_exceptions(const char *option, const char *list, uint32_t *out, struct diag *d)
{
	struct str rest = list == NULL ? STR("") : str_from(list);

	while (rest.n != 0) {
		size_t n = 0;
		uint32_t bit;

		while (n < rest.n && rest.p[n] != ',')
			n++;
		bit = exception_of((struct str){rest.p, n});
		if (bit == 0) {
			diag_usage(d,
				"%s: '" STR_FMT
				"' is no exception, but invalid, divbyzero, overflow, "
				"underflow, inexact and all are",
				option, (int)n, rest.p);
			return false;
		}
		*out |= bit;
		rest = str_skip(rest, n < rest.n ? n + 1 : n);
	}
	return true;
}

static bool take_controls(const struct options *o, struct finalize_controls *c, struct diag *d)
{
	bool ok = true;

	for (size_t i = 0; i < o->controls.count; i++)
		ok = fin_control_option(c, o->controls.items[i], d) && ok;
	return ok;
}

static bool make_object(const struct options *o, const char *name, struct str brig,
	const struct finalize_options *fo, struct buf *out, struct diag *d)
{
	bool made = o->cache ? fin_finalize_cached(name, brig, fo, out, d)
	                     : finalize(name, brig.p, brig.n, fo, out, d);
	return made && !diag_failed(d);
}

static void finalize_file(const struct options *o, struct cli_result *cli, struct origin *origin,
	struct diag *d)
{
	const char *input = cli->files.items[0];
	int emit = o->assembly ? FINALIZE_ASM : o->emit;
	struct finalize_options fo = {.opt_level = o->opt_level,
		.cpu = o->cpu,
		.attrs = o->attrs,
		.emit = (enum finalize_emit)emit,
		.print_after = passes[o->pass],
		.simd = (enum finalize_simd)o->simd,
		.fibers = (enum finalize_fibers)o->fibers,
		.preempt = (enum finalize_preempt)o->preempt,
		.flow = (enum finalize_flow)o->flow,
		.along = (enum finalize_lanes_along)o->along,
		.stack = (enum finalize_stack)o->stack,
		.program_round = (enum finalize_round)o->round,
		.remark_done = o->remarks == 1,
		.remark_missed = o->missed == 1,
		.profile = o->profile,
		.time_passes = o->time_passes,
		.debug_info = o->debug_info,
		.origin = origin,
		.verify_each = o->verify};
	const char *output = o->output != NULL ? o->output : output_name(input, emit, &cli->memory);
	struct file_data brig;
	struct buf out = BUF_INIT;

	if (!take_exceptions("--detect", o->detect, &fo.detect_mask, d) ||
		!take_exceptions("--break", o->breaks, &fo.break_mask, d) ||
		!take_controls(o, &fo.controls, d) || !file_spares_all(output, cli, d) ||
		!file_read(&brig, input, d))
		return;
	const char *name = strcmp(input, "-") == 0 ? "<stdin>" : input;
	struct str bytes = {(const char *)brig.bytes, brig.len};
	if (stage_expect(tool.name, STAGE_BRIG, input, bytes, d) &&
		make_object(o, name, bytes, &fo, &out, d) &&
		!file_write(output, out.data, out.len,
			emit == FINALIZE_OBJ ? FILE_BINARY : FILE_TEXT, o->force, d))
		diag_flush(d, stderr);
	file_release(&brig);
	buf_release(&out);
}

/* Runs before LLVM's own initialisers, because they take memory, too. */
__attribute__((section(".preinit_array"),
	used)) static void (*const watch_memory)(void) = fin_watch_memory;

static void finalize_with_origin(const struct options *o, struct cli_result *cli, struct diag *d)
{
	struct origin origin;

	if (o->source == NULL) {
		finalize_file(o, cli, NULL, d);
		return;
	}
	origin_open(&origin, o->source);
	finalize_file(o, cli, &origin, d);
	diag_flush(d, stderr); /* the messages refer to `origin` */
	origin_close(&origin);
}

int main(int argc, char **argv)
{
	struct options o = {.cpu = "native", .opt_level = 2, .pass = PRINT_SSA};
	struct cli_result cli;
	struct diag d;
	int status;

	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_RUN) {
		diag_init(&d, &cli.diag);
		finalize_with_origin(&o, &cli, &d);
		diag_flush(&d, stderr);
		status = diag_exit_status(&d);
		diag_release(&d);
	}
	cli_release(&cli);
	return status;
}

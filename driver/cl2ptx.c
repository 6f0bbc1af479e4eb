/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl2ptx: makes PTX of what clang makes of OpenCL C, by the library that compiles it for programs,
 * too. A step of hsaemu-cc. */
#include "hsaemu/compiler.h"
#include "hsaemu/fileio.h"

struct options {
	const char *output, *arch, *library;
	int level, unroll, vectorize, vectorize_slp;
};

#define OPTION(name, type, field, arg, choices, help) \
	{name, NULL, type, offsetof(struct options, field), arg, choices, help}

static const char *const levels[] = {"0", "1", "2", "3", NULL};
static const char *const choices[] = {"level", "yes", "no", NULL}; /* enum hsaemu_choice */

static const struct cli_option option_table[] = {
	OPTION("-o", CLI_STRING, output, "FILE", NULL, "write to FILE (default: standard output)"),
	OPTION("-O", CLI_JOINED, level, "LEVEL", levels, "how hard to optimise (default: 2)"),
	OPTION("-arch", CLI_STRING, arch, "NAME", NULL, "the virtual GPU (default: sm_75)"),
	OPTION("--library", CLI_STRING, library, "FILE", NULL,
		"bitcode with what libclc lacks (default: opencl/library.bc of share/hsaemu)"),
	OPTION("--unroll-loops", CLI_CHOICE, unroll, "WHEN", choices,
		"as clang's -funroll-loops and -fno-unroll-loops"),
	OPTION("--vectorize", CLI_CHOICE, vectorize, "WHEN", choices,
		"as clang's -fvectorize and -fno-vectorize"),
	OPTION("--slp-vectorize", CLI_CHOICE, vectorize_slp, "WHEN", choices,
		"as clang's -fslp-vectorize and -fno-slp-vectorize"),
};

static const struct cli_tool tool = {
	.name = "cl2ptx",
	.summary = "make PTX of OpenCL C's bitcode",
	.usage = "[options] FILE|-",
	.description = "cl2ptx links what clang makes of a file of OpenCL C, with -emit-llvm and "
		       "-disable-llvm-passes, with libclc and makes PTX of it. It is a step of "
		       "hsaemu-cc.",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
	.min_files = 1,
	.max_files = 1,
};

static enum exit_status status_of(enum hsaemu_status status)
{
	switch (status) {
	case HSAEMU_OK:
		return EXIT_DONE;
	case HSAEMU_UNSUPPORTED:
		return EXIT_UNSUPPORTED;
	case HSAEMU_NO_COMPILER:
		return EXIT_IO;
	case HSAEMU_NO_MEMORY:
		return EXIT_BUG;
	default:
		return EXIT_REFUSED;
	}
}

static int make(const struct options *o, const char *name, const struct file_data *bitcode,
	struct diag *d)
{
	const struct hsaemu_cl_module m = {.name = name,
		.bitcode = bitcode->bytes,
		.count = bitcode->len,
		.library = o->library,
		.arch = o->arch,
		.optimisation = (unsigned)o->level + 1,
		.unroll = (enum hsaemu_choice)o->unroll,
		.vectorize = (enum hsaemu_choice)o->vectorize,
		.vectorize_slp = (enum hsaemu_choice)o->vectorize_slp};
	struct hsaemu_result r = {0};
	struct buf why = BUF_INIT;
	const struct hsaemu_compiler *half = hsaemu_half_open(&why);
	if (half == NULL) {
		diag_error(d, (struct diag_place){0}, "OpenCL C cannot be compiled: " STR_FMT,
			STR_ARG(buf_slice(&why)));
		buf_release(&why);
		return EXIT_IO;
	}
	half->cl_to_ptx(&m, &r);
	if (r.messages != NULL && r.messages[0] != 0)
		fprintf(stderr, "%s%s", r.messages,
			r.messages[strlen(r.messages) - 1] == '\n' ? "" : "\n");
	int status = (int)status_of(r.status);
	if (r.status == HSAEMU_OK &&
		!file_write(o->output, r.image, r.image_bytes, FILE_TEXT, true, d))
		status = diag_exit_status(d);
	half->release_result(&r);
	return status;
}

static int run(const struct options *o, const struct cli_result *cli)
{
	struct file_data f;
	struct diag d;
	diag_init(&d, &cli->diag);
	int status = EXIT_IO;
	if (file_read(&f, cli->files.items[0], &d)) {
		status = make(o, cli->files.items[0], &f, &d);
		file_release(&f);
	} else {
		status = diag_exit_status(&d);
	}
	diag_flush(&d, stderr);
	diag_release(&d);
	return status;
}

int main(int argc, char **argv)
{
	struct options o = {.output = "-", .arch = "sm_75", .level = 2};
	struct cli_result cli;
	int status;
	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_RUN)
		status = run(&o, &cli);
	cli_release(&cli);
	return status;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsail-as translates HSAIL text to BRIG. */
#include "hsaemu/assemble.h"
#include "hsaemu/cli.h"
#include "hsaemu/fileio.h"
#include "hsaemu/stage.h"

struct options {
	const char *output;
	bool debug_lines, verify_only, force;
};

#define OPTION(name, alias, type, field, arg, help) \
	{name, alias, type, offsetof(struct options, field), arg, NULL, help}

static const struct cli_option option_table[] = {
	OPTION("-o", "--output", CLI_STRING, output, "FILE",
		"write to FILE (default: x.brig for x.hsail, standard output for -)"),
	OPTION("-g", NULL, CLI_FLAG, debug_lines, NULL,
		"add loc directives for the lines of FILE itself, up to the first one it has"),
	OPTION("--verify-only", NULL, CLI_FLAG, verify_only, NULL, "check FILE, write nothing"),
	OPTION("-f", "--force", CLI_FLAG, force, NULL, "write binary output even to a terminal"),
};

static const struct cli_tool tool = {
	.name = "hsail-as",
	.summary = "assemble HSAIL text to BRIG",
	.usage = "[options] FILE|-",
	.description =
		"hsail-as translates a module of HSAIL 1.0 text to BRIG 1.0 and verifies the "
		"result. "
		"It reports as many mistakes as it finds, with the line, the place and what is "
		"allowed there; when there is one, nothing is written.\n\n"
		"Comments are kept: each line of one becomes a comment entry of the module.",
	.examples = "hsail-as vadd.hsail\n"
		    "hsail-as vadd.hsail -o - | brig-dis -\n"
		    "hsail-as --verify-only vadd.hsail",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
	.min_files = 1,
	.max_files = 1,
};

/* Returns the output's name for an input: "-" for "-", and dir/x.brig for dir/x.hsail or dir/x. */
static const char *output_name(const char *input, struct arena *a)
{
	static const char suffix[] = ".hsail";
	size_t n = strlen(input), s = sizeof suffix - 1;
	if (strcmp(input, "-") == 0)
		return input;
	if (n > s && strcmp(input + n - s, suffix) == 0)
		n -= s;
	return arena_printf(a, "%.*s.brig", (int)n, input);
}

static int run(const struct options *o, struct cli_result *cli)
{
	const char *input = cli->files.items[0];
	const struct assemble_options as = {.debug_lines = o->debug_lines};
	struct source text;
	struct buf out = BUF_INIT;
	struct diag d;
	const char *output = o->output != NULL ? o->output : output_name(input, &cli->memory);
	diag_init(&d, &cli->diag);
	if ((o->verify_only || file_spares_all(output, cli, &d)) && source_load(&text, input, &d)) {
		struct str bytes = {text.text, text.len};
		bool good = stage_expect(tool.name, STAGE_HSAIL, input, bytes, &d) &&
		            assemble(&text, &as, &out, &d);
		if (good && !o->verify_only && !diag_failed(&d))
			good = file_write(output, out.data, out.len, FILE_BINARY, o->force, &d);
		diag_flush(&d, stderr);
		(void)good; /* the exit status follows from the diagnostics */
		source_release(&text);
	}
	diag_flush(&d, stderr);
	int status = diag_exit_status(&d);
	diag_release(&d);
	buf_release(&out);
	return status;
}

int main(int argc, char **argv)
{
	struct options o = {.output = NULL};
	struct cli_result cli;
	int status;
	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_RUN)
		status = run(&o, &cli);
	cli_release(&cli);
	return status;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command-line contract on a table that has every type of option. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "hsaemu/cli.h"

struct values {
	bool force;
	const char *output, *cpu;
	struct cli_strings libs;
	struct cli_settings args;
	uint64_t threads;
	int emit, level;
};

static const char *const emits[] = {"obj", "asm", "llvm-ir", NULL};
static const char *const levels[] = {"0", "1", "2", NULL};
#define AT(member) offsetof(struct values, member)
static const struct cli_option options[] = {
	{"-o", "--output", CLI_STRING, AT(output), "FILE", NULL, "write to FILE"},
	{"-f", "--force", CLI_FLAG, AT(force), NULL, NULL, "write to a terminal"},
	{"-mcpu", NULL, CLI_STRING, AT(cpu), "CPU", NULL, "generate code for CPU"},
	{"-l", NULL, CLI_STRINGS, AT(libs), "NAME", NULL, "add a library"},
	{"--arg", NULL, CLI_ORDERED, AT(args), "SPEC", NULL, "an argument"},
	{"--buffer", NULL, CLI_ORDERED, AT(args), "SPEC", NULL, "a buffer"},
	{"--threads", "-j", CLI_UINT, AT(threads), "N", NULL, "threads"},
	{"--emit", NULL, CLI_CHOICE, AT(emit), NULL, emits, "what to write"},
	{"-O", NULL, CLI_JOINED, AT(level), NULL, levels, "optimisation level"},
};
static const struct cli_tool tool = {
	.name = "test",
	.summary = "test command lines",
	.usage = "[options] FILE",
	.description = "One.\n\nTwo:\n  literal\n",
	.examples = "test x\n",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.min_files = 1,
	.max_files = 3,
};

static struct values v;
static struct cli_result r;
static int status;

#define PARSE(...) parse((const char *[]){"test", __VA_ARGS__, NULL})
static enum cli_outcome parse(const char **args)
{
	char *argv[32];
	int argc = 0;
	while (args[argc] != NULL)
		argc++;
	memcpy(argv, args, ((size_t)argc + 1) * sizeof *argv);
	v = (struct values){.level = 2};
	return cli_parse(&tool, argc, argv, &v, &r, &status);
}

static void refused(enum cli_outcome outcome, const char *message)
{
	cr_assert_eq(outcome, CLI_EXIT);
	cr_assert_eq(status, EXIT_USAGE);
	fflush(stderr);
	cr_assert_stderr_eq_str(message);
	cli_release(&r);
}

TestSuite(usage, .init = cr_redirect_stderr);

Test(cli, every_spelling)
{
	cr_assert_eq(PARSE("a", "-oX", "-mcpu=v3", "-lfoo", "-l", "bar", "-j4", "--emit", "asm",
			     "-O0", "-f", "b", "-"),
		CLI_RUN);
	cr_assert_str_eq(v.output, "X");
	cr_assert_str_eq(v.cpu, "v3");
	cr_assert(v.libs.count == 2 && strcmp(v.libs.items[1], "bar") == 0);
	cr_assert(v.threads == 4 && v.emit == 1 && v.level == 0 && v.force);
	cr_assert(r.files.count == 3 && strcmp(r.files.items[2], "-") == 0);
	cli_release(&r);
	cr_assert_eq(PARSE("--output=Y", "--threads=0x10K", "-o", "-", "x"), CLI_RUN);
	cr_assert_str_eq(v.output, "-");
	cr_assert_eq(v.threads, 16384);
	cr_assert(v.level == 2, "the preset value stays");
	cli_release(&r);
}

Test(cli, ordered_options_keep_their_order)
{
	cr_assert_eq(PARSE("--arg", "1", "--buffer=2", "--arg=3", "x"), CLI_RUN);
	cr_assert_eq(v.args.count, 3);
	cr_assert_str_eq(v.args.items[1].name, "--buffer");
	cr_assert_str_eq(v.args.items[1].value, "2");
	cr_assert_str_eq(v.args.items[2].value, "3");
	cli_release(&r);
}

Test(cli, common_options)
{
	cr_assert_eq(PARSE("-v", "-Werror", "-ferror-limit=3", "--color=never",
			     "--diagnostic-format=json", "x"),
		CLI_RUN);
	cr_assert(r.verbose && r.diag.warnings_are_errors && r.diag.error_limit == 3);
	cr_assert(r.diag.color == DIAG_COLOR_NEVER && r.diag.format == DIAG_FORMAT_JSON);
	cr_assert_str_eq(r.diag.tool, "test");
	cli_release(&r);
}

Test(cli, operands_after_two_dashes)
{
	cr_assert_eq(PARSE("--", "-f", "--"), CLI_RUN);
	cr_assert(r.files.count == 2 && !v.force);
	cr_assert_str_eq(r.files.items[0], "-f");
	cli_release(&r);
}

Test(cli, response_files)
{
	char name[] = "/tmp/test_cli.XXXXXX", at[40];
	FILE *f = fdopen(mkstemp(name), "w");
	fputs("-l 'a b' \"-l c d\"\n-o\\ x  'it''s' ", f);
	fclose(f);
	snprintf(at, sizeof at, "@%s", name);
	cr_assert_eq(PARSE(at, "@/nonexistent"), CLI_RUN);
	unlink(name);
	cr_assert_str_eq(v.libs.items[0], "a b");
	cr_assert_str_eq(v.libs.items[1], " c d");
	cr_assert_str_eq(v.output, " x");
	cr_assert_str_eq(r.files.items[0], "its");
	cr_assert_str_eq(r.files.items[1], "@/nonexistent");
	cli_release(&r);
}

Test(cli, help_and_version_go_to_stdout, .init = cr_redirect_stdout)
{
	cr_assert_eq(PARSE("--version"), CLI_EXIT);
	cr_assert_eq(status, EXIT_DONE);
	cr_assert_stdout_eq_str("test (HSAemu) 0.2.0\n");
	cli_release(&r);
}

Test(usage, suggestions)
{
	refused(PARSE("--ouput=x"),
		"test: error: unknown option '--ouput'; did you mean '--output'?\n");
}

Test(usage, unknown_option)
{
	refused(PARSE("-x"), "test: error: unknown option '-x' (--help lists all)\n");
}

Test(usage, flags_take_no_value)
{
	refused(PARSE("--force=yes"), "test: error: option '--force' takes no value\n");
}

Test(usage, missing_value)
{
	refused(PARSE("x", "--arg"), "test: error: option '--arg' needs a value: --arg=SPEC\n");
}

Test(usage, missing_equals)
{
	refused(PARSE("-mcpu", "x"), "test: error: option '-mcpu' needs a value: -mcpu=CPU\n");
}

Test(usage, wrong_choice)
{
	refused(PARSE("--emit=llvmir"), "test: error: 'llvmir' is no value of --emit "
					"(obj|asm|llvm-ir); did you mean 'llvm-ir'?\n");
}

Test(usage, wrong_level)
{
	refused(PARSE("-O9"), "test: error: '9' is no value of -O (0|1|2)\n");
}

Test(usage, numbers_that_are_none)
{
	static const char *const wrong[] = {
		"", "x", "1x", "0x", "-1", "99999999999999999999", "1KK", "99999999999999G", "K"};
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		cr_assert_eq(PARSE("--threads", wrong[i]), CLI_EXIT, "%s", wrong[i]);
		cr_assert_eq(status, EXIT_USAGE);
		cli_release(&r);
	}
}

Test(usage, too_many_operands)
{
	refused(PARSE("a", "b", "c", "d"), "test: error: unexpected operand 'd'\n");
}

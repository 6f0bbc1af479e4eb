/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parser: each argument is looked up in the tool's table, then in the common one. */
#include <errno.h>
#include <unistd.h>
#include "cli_impl.h"

/* ---- arguments ---- */

static enum cli_step needs_value(struct cli_parser *p, const struct cli_option *o,
	const char *spelling)
{
	static const char *const glue[] = {"", "=", " ", "", "="}; /* by enum cli_attach */
	struct buf scratch = BUF_INIT;
	cli_wrong(p, "option '%s' needs a value: %s%s%s", spelling, spelling,
		glue[cli_attach_of(o, spelling)], cli_value_name(o, &scratch));
	buf_release(&scratch);
	return CLI_STEP_WRONG;
}

/* Takes an argument that is the option's spelling and nothing else. */
static enum cli_step set_bare(struct cli_parser *p, struct cli_target t, const char *spelling)
{
	bool takes_next = spelling[1] == '-' || strlen(spelling) == 2;
	if (t.option->type == CLI_FLAG) {
		*(bool *)(t.base + t.option->offset) = true;
		return CLI_STEP_NEXT;
	}
	if (t.option->type == CLI_OPTIONAL)
		return cli_set_value(p, t, t.option->choices[1]);
	if (t.option->type == CLI_JOINED || !takes_next || p->next == p->args.count)
		return needs_value(p, t.option, spelling);
	return cli_set_value(p, t, p->args.items[p->next++]);
}

/* Takes an argument in which `rest`, which is not empty, follows the option's spelling. */
static enum cli_step set_with_rest(struct cli_parser *p, struct cli_target t, const char *rest,
	const char *arg)
{
	switch (cli_attach_of(t.option, t.spelling)) {
	case CLI_ATTACH_NONE:
		if (rest[0] == '=')
			return cli_wrong(p, "option '%s' takes no value", t.spelling);
		break;
	case CLI_ATTACH_EQUALS:
	case CLI_ATTACH_OPTIONAL:
		if (rest[0] == '=')
			return cli_set_value(p, t, rest + 1);
		break;
	case CLI_ATTACH_SPACE:
	case CLI_ATTACH_JOINED:
		return cli_set_value(p, t, rest);
	}
	return cli_unknown_option(p, arg);
}

/* The longest spelling that the argument starts with wins: -ferror-limit=1 is not -f. */
static enum cli_step parse_option(struct cli_parser *p, const char *arg)
{
	struct cli_target found = {.option = NULL};
	size_t best = 0;
	for (size_t i = 0; i < 2 * cli_option_count(p); i++) {
		struct cli_target t = cli_option_at(p, i / 2);
		t.spelling = i % 2 == 0 ? t.option->name : t.option->alias;
		size_t n = t.spelling == NULL ? 0 : strlen(t.spelling);
		if (n > best && strncmp(arg, t.spelling, n) == 0) {
			best = n;
			found = t;
		}
	}
	if (found.option == NULL)
		return cli_unknown_option(p, arg);
	if (arg[best] == '\0')
		return set_bare(p, found, found.spelling);
	return set_with_rest(p, found, arg + best, arg);
}

/* ---- help and version ---- */

static enum cli_step print(struct cli_parser *p, struct buf *text)
{
	bool ok = fwrite(text->data, 1, text->len, stdout) == text->len;
	ok = fflush(stdout) == 0 && ok;
	int err = errno;
	buf_release(text);
	if (ok)
		return CLI_STEP_DONE;
	cli_wrong(p, "cannot write to standard output: %s", strerror(err));
	return CLI_STEP_IO;
}

static void put_examples(struct buf *out, const struct cli_tool *tool)
{
	if (tool->examples != NULL)
		buf_puts(out, tool->examples);
	if (out->len != 0 && out->data[out->len - 1] != '\n')
		buf_u8(out, '\n');
}

typedef void put_text(struct buf *out, const struct cli_tool *tool);

static const struct {
	const char *arg;
	put_text *put;
} texts[] = {
	{"-h", cli_put_help},
	{"--help", cli_put_help},
	{"--help=env", cli_put_env},
	{"--help=examples", put_examples},
	{"--help=man", cli_put_man},
	{"--help=completion", cli_put_completion},
	{"-V", cli_put_version},
	{"--version", cli_put_version},
};

/* Finds the function that prints for -h, --help, --help=topic or --version; NULL for other
 * arguments. */
static put_text *text_asked_for(const char *arg)
{
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (strcmp(arg, texts[i].arg) == 0)
			return texts[i].put;
	return NULL;
}

/* Finds out whether the argument is an option with '=' that has another text behind it than those
 * above. */
static enum cli_step no_such_text(struct cli_parser *p, const char *arg)
{
	static const char help[] = "--help=";
	struct buf topics = BUF_INIT;
	if (strncmp(arg, help, strlen(help)) != 0)
		return cli_wrong(p, "option '--version' takes no value");
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (strncmp(texts[i].arg, help, strlen(help)) == 0)
			buf_printf(&topics, "%s%s", topics.len == 0 ? "" : ", ",
				texts[i].arg + strlen(help));
	cli_wrong(p, "no help on '%s'; expected one of " STR_FMT, arg + strlen(help),
		STR_ARG(buf_slice(&topics)));
	buf_release(&topics);
	return CLI_STEP_WRONG;
}

/* ---- the whole ---- */

static enum cli_step parse_all(struct cli_parser *p)
{
	enum cli_step step = CLI_STEP_NEXT;
	bool ended = false;
	while (step == CLI_STEP_NEXT && p->next < p->args.count) {
		const char *arg = p->args.items[p->next++];
		put_text *put = ended ? NULL : text_asked_for(arg);
		struct buf text = BUF_INIT;
		if (ended || arg[0] != '-' || arg[1] == '\0') {
			cli_strings_add(&p->result->files, &p->result->memory, arg);
		} else if (strcmp(arg, "--") == 0) {
			ended = true;
		} else if (strncmp(arg, "--help=", 7) == 0 && put == NULL) {
			step = no_such_text(p, arg);
		} else if (strncmp(arg, "--version=", 10) == 0) {
			step = no_such_text(p, arg);
		} else if (put != NULL) {
			put(&text, p->tool);
			step = print(p, &text);
		} else {
			step = parse_option(p, arg);
		}
	}
	return step;
}

static enum cli_step check_files(struct cli_parser *p)
{
	struct cli_strings *files = &p->result->files;
	if (files->count == 0 && p->tool->min_files == 1 && !isatty(STDIN_FILENO))
		cli_strings_add(files, &p->result->memory, "-");
	if (files->count < p->tool->min_files)
		return cli_wrong(p, "%s (--help shows the usage)",
			files->count == 0 ? "no input file" : "too few operands");
	if (files->count > p->tool->max_files)
		return cli_wrong(p, "unexpected operand '%s'", files->items[p->tool->max_files]);
	return CLI_STEP_NEXT;
}

static void take_common(struct cli_parser *p)
{
	const struct cli_common *c = &p->common;
	p->result->verbose = c->verbose;
	p->result->diag = (struct diag_options){
		.tool = p->tool->name,
		.format = (enum diag_format)c->format,
		.color = (enum diag_color)c->color,
		.error_limit = c->error_limit > UINT32_MAX ? 0 : (unsigned)c->error_limit,
		.warnings_are_errors = c->warnings_are_errors,
	};
}

enum cli_outcome cli_parse(const struct cli_tool *tool, int argc, char **argv, void *values,
	struct cli_result *result, int *status)
{
	struct cli_parser p = {.tool = tool, .values = values, .result = result};
	const char *bad;
	p.common.error_limit = 20;
	*result = (struct cli_result){.verbose = false};
	arena_init(&result->memory);
	enum cli_step step = CLI_STEP_NEXT;
	if (!cli_expand(&p.args, &result->responses, &result->memory, argc, argv, &bad))
		step = cli_wrong(&p, "response files nest too deeply at '%s'", bad);
	if (step == CLI_STEP_NEXT)
		step = parse_all(&p);
	if (step == CLI_STEP_NEXT)
		step = check_files(&p);
	take_common(&p);
	*status = step == CLI_STEP_WRONG ? EXIT_USAGE : step == CLI_STEP_IO ? EXIT_IO : EXIT_DONE;
	return step == CLI_STEP_NEXT ? CLI_RUN : CLI_EXIT;
}

void cli_release(struct cli_result *result)
{
	arena_release(&result->memory);
	*result = (struct cli_result){.verbose = false};
}

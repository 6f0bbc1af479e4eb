/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints --help, --help=env and --version. */
#include "cli_impl.h"

enum { LINE_COLUMNS = 80, OPTION_COLUMN = 2, HELP_COLUMN = 26 };

static void put_newline(struct buf *out, size_t indent)
{
	buf_printf(out, "\n%*s", (int)indent, "");
}

/* Fills lines with the words of `text`, starting at column `column` of the current one; a blank
 * line separates paragraphs, lines that begin with a space stay as they are. */
static void put_wrapped(struct buf *out, const char *text, size_t indent, size_t column)
{
	for (const char *p = text; *p != '\0';) {
		size_t word = strcspn(p, " \n");
		if (column > indent && column + 1 + word > LINE_COLUMNS) {
			put_newline(out, indent);
			column = indent;
		} else if (column > indent) {
			buf_u8(out, ' ');
			column++;
		}
		buf_append(out, p, word);
		column += word;
		p += word;
		bool paragraph = strncmp(p, "\n\n", 2) == 0;
		while (*p == '\n' || (*p == ' ' && p[-1] != '\n'))
			p++;
		if (*p == ' ' || (paragraph && *p != '\0')) {
			buf_puts(out, paragraph ? "\n" : "");
			put_newline(out, indent);
			column = indent;
		}
		for (; *p == ' ' && p[-1] == '\n'; p += *p == '\n') {
			size_t line = strcspn(p, "\n");
			buf_append(out, p, line);
			p += line;
			put_newline(out, indent);
		}
	}
	buf_u8(out, '\n');
}

static void put_option(struct buf *out, const struct cli_option *o)
{
	struct buf scratch = BUF_INIT;
	size_t begin = out->len;
	static const char *const glue[] = {"", "=", " ", "", "[="}; /* by enum cli_attach */
	const char *first = cli_spelling(o, 0), *last = cli_spelling(o, 1);
	buf_printf(out, "%*s%s", OPTION_COLUMN, "", first);
	if (last != NULL)
		buf_printf(out, ", %s", last);
	else
		last = first;
	if (o->type != CLI_FLAG)
		buf_printf(out, "%s%s", glue[cli_attach_of(o, last)], cli_value_name(o, &scratch));
	if (o->type == CLI_OPTIONAL)
		buf_puts(out, "]");
	size_t column = out->len - begin;
	if (column + 2 > HELP_COLUMN) {
		buf_u8(out, '\n');
		column = 0;
	}
	buf_printf(out, "%*s", (int)(HELP_COLUMN - column), "");
	put_wrapped(out, o->help, HELP_COLUMN, HELP_COLUMN);
	buf_release(&scratch);
}

static void put_statuses(struct buf *out, const struct cli_tool *tool)
{
	const struct cli_status *s = NULL;
	while ((s = cli_next_status(tool, s == NULL ? -1 : s->status)) != NULL) {
		buf_printf(out, "  %-4d", s->status);
		put_wrapped(out, s->meaning, 6, 6);
	}
}

void cli_put_help(struct buf *out, const struct cli_tool *tool)
{
	buf_printf(out, "Usage: %s %s\n\n", tool->name, tool->usage);
	put_wrapped(out, tool->description, 0, 0);
	buf_puts(out, "\nOptions:\n");
	for (size_t i = 0; i < tool->option_count; i++)
		put_option(out, &tool->options[i]);
	buf_puts(out, "\nOptions of all HSAemu tools:\n");
	for (size_t i = 0; i < cli_common_option_count; i++)
		put_option(out, &cli_common_options[i]);
	buf_puts(out,
		"  -h, --help[=env|examples]\n"
		"                          print this, the environment variables or examples\n"
		"  -V, --version           print the version\n"
		"\nExit status:\n");
	put_statuses(out, tool);
}

void cli_put_env(struct buf *out, const struct cli_tool *tool)
{
	const struct cli_env *const lists[] = {tool->env, cli_common_env};
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		for (const struct cli_env *e = lists[i]; e != NULL && e->name != NULL; e++) {
			buf_printf(out, "%s\n  ", e->name);
			put_wrapped(out, e->meaning, 2, 2);
		}
	}
}

void cli_put_version(struct buf *out, const struct cli_tool *tool)
{
	buf_printf(out, "%s (HSAemu) %s\n", tool->name, hsaemu_version);
	if (tool->version_extra != NULL && tool->version_extra[0] != '\0')
		buf_printf(out, "%s\n", tool->version_extra);
}

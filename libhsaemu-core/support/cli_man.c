/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The manual page (mdoc) and the bash completion, from the same tables as --help. */
#include <ctype.h>
#include "cli_impl.h"

#define MAN_DATE "November 20, 2026"

enum { MAN_COLUMNS = 78 };

static void put_escaped(struct buf *out, struct str text)
{
	if (text.n > 0 && (text.p[0] == '.' || text.p[0] == '\''))
		buf_puts(out, "\\&");
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\')
			buf_puts(out, "\\e");
		else if (text.p[i] == '-')
			buf_puts(out, "\\-");
		else
			buf_u8(out, (uint8_t)text.p[i]);
	}
}

static bool ends_sentence(struct str word)
{
	return word.n > 0 && strchr(".!?", word.p[word.n - 1]) != NULL;
}

/* Appends words in lines that are broken where mdoc wants it: after a sentence and before the 80th
 * column. */
static void put_filled(struct buf *out, struct str line)
{
	size_t column = 0;
	bool sentence_ended = false;
	while (line.n > 0) {
		struct str word = {line.p, 0};
		while (word.n < line.n && line.p[word.n] != ' ')
			word.n++;
		if (column > 0 && (sentence_ended || column + 1 + word.n > MAN_COLUMNS)) {
			buf_u8(out, '\n');
			column = 0;
		}
		if (column > 0)
			buf_u8(out, ' ');
		put_escaped(out, word);
		column += word.n + 1;
		sentence_ended = ends_sentence(word);
		line = str_skip(line, word.n + (word.n < line.n));
	}
	buf_u8(out, '\n');
}

/* Appends filled text. A blank line ends a paragraph, and lines that begin with a space are a
 * display. */
static void put_text(struct buf *out, const char *text)
{
	bool literal = false;
	while (*text != '\0') {
		struct str line = {text, strcspn(text, "\n")};
		bool starts_literal = text[0] == ' ';
		if (literal != starts_literal)
			buf_puts(out, literal ? ".Ed\n" : ".Bd -literal -offset indent\n");
		literal = starts_literal;
		text += line.n + (text[line.n] == '\n');
		if (literal) {
			put_escaped(out, line);
			buf_u8(out, '\n');
		} else if (line.n > 0) {
			put_filled(out, line);
		} else if (*text != ' ' && *text != '\0') {
			buf_puts(out, ".Pp\n");
		}
	}
	if (literal)
		buf_puts(out, ".Ed\n");
}

/* Appends words on a macro line, where those that look like macros are protected. */
static void put_arg(struct buf *out, const char *word)
{
	buf_puts(out, " \\&");
	for (; *word != '\0'; word++) {
		if (*word == '\\')
			buf_puts(out, "\\e");
		else if (*word == '-')
			buf_puts(out, "\\-");
		else if (*word == ' ')
			buf_puts(out, "\\ ");
		else
			buf_u8(out, (uint8_t)*word);
	}
}

static void put_option_name(struct buf *out, const struct cli_option *o, const char *spelling)
{
	static const char *const glue[] = {NULL, " Ns = Ns Ar", " Ar", " Ns Ar", " Ns Op = Ns Ar"};
	struct buf scratch = BUF_INIT;
	buf_puts(out, " Fl");
	put_arg(out, spelling + 1);
	if (o->type != CLI_FLAG) {
		buf_puts(out, glue[cli_attach_of(o, spelling)]);
		put_arg(out, cli_value_name(o, &scratch));
	}
	buf_release(&scratch);
}

static void put_option(struct buf *out, const struct cli_option *o)
{
	buf_puts(out, ".It");
	put_option_name(out, o, cli_spelling(o, 0));
	if (o->alias != NULL) {
		buf_puts(out, " ,");
		put_option_name(out, o, cli_spelling(o, 1));
	}
	buf_u8(out, '\n');
	put_text(out, o->help);
}

static void put_options(struct buf *out, const struct cli_option *o, size_t count)
{
	for (size_t i = 0; i < count; i++)
		put_option(out, &o[i]);
}

static void put_statuses(struct buf *out, const struct cli_tool *tool)
{
	const struct cli_status *s = NULL;
	while ((s = cli_next_status(tool, s == NULL ? -1 : s->status)) != NULL) {
		buf_printf(out, ".It %d\n", s->status);
		put_text(out, s->meaning);
	}
}

static void put_env(struct buf *out, const struct cli_env *e)
{
	for (; e != NULL && e->name != NULL; e++) {
		buf_printf(out, ".It Ev %s\n", e->name);
		put_text(out, e->meaning);
	}
}

static void put_head(struct buf *out, const struct cli_tool *tool)
{
	buf_puts(out, ".Dd " MAN_DATE "\n.Dt ");
	for (const char *c = tool->name; *c != '\0'; c++)
		buf_u8(out, (uint8_t)toupper((unsigned char)*c));
	buf_printf(out, " 1\n.Os HSAemu %s\n.Sh NAME\n.Nm %s\n.Nd %s\n", hsaemu_version, tool->name,
		tool->summary);
	buf_puts(out, ".Sh SYNOPSIS\n.Nm\n");
	put_text(out, tool->usage);
	buf_puts(out, ".Sh DESCRIPTION\n");
	put_text(out, tool->description);
}

void cli_put_man(struct buf *out, const struct cli_tool *tool)
{
	put_head(out, tool);
	buf_puts(out, ".Pp\nThe options are:\n.Bl -tag -width Ds\n");
	put_options(out, tool->options, tool->option_count);
	put_options(out, cli_common_options, cli_common_option_count);
	buf_puts(out, ".It Fl h , Fl \\-help Ns Op = Ns Ar env|examples\n"
		      "print a summary, the environment variables or examples\n"
		      ".It Fl V , Fl \\-version\nprint the version\n.El\n");
	buf_puts(out,
		".Pp\n.Ql \\-\\-\nends the options;\n.Ar @file\n"
		"stands for the arguments in that file, separated by white space, with quotes\n"
		"and backslashes as in the shell;\n.Ql \\-\nis standard input or output.\n");
	buf_puts(out, ".Sh ENVIRONMENT\n.Bl -tag -width Ds\n");
	put_env(out, tool->env);
	put_env(out, cli_common_env);
	buf_puts(out, ".El\n.Sh EXIT STATUS\n.Bl -tag -width Ds\n");
	put_statuses(out, tool);
	buf_puts(out, ".El\n");
	if (tool->examples != NULL) {
		buf_puts(out, ".Sh EXAMPLES\n.Bd -literal\n");
		for (const char *p = tool->examples; *p != '\0';) {
			size_t n = strcspn(p, "\n");
			put_escaped(out, (struct str){p, n});
			buf_u8(out, '\n');
			p += n + (p[n] == '\n');
		}
		buf_puts(out, ".Ed\n");
	}
}

static void put_names(struct buf *out, const struct cli_option *o, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		buf_printf(out, " %s", o[i].name);
		if (o[i].alias != NULL)
			buf_printf(out, " %s", o[i].alias);
	}
}

static void put_choices(struct buf *out, const struct cli_option *o, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (o[i].type != CLI_CHOICE && o[i].type != CLI_OPTIONAL)
			continue;
		buf_printf(out, "\t%s) words=\"", o[i].name);
		for (size_t k = 0; o[i].choices[k] != NULL; k++)
			buf_printf(out, "%s%s", k == 0 ? "" : " ", o[i].choices[k]);
		buf_puts(out, "\" ;;\n");
	}
}

void cli_put_completion(struct buf *out, const struct cli_tool *tool)
{
	struct buf function = BUF_INIT;
	for (const char *c = tool->name; *c != '\0'; c++)
		buf_u8(&function, (uint8_t)(*c == '-' ? '_' : *c));
	struct str f = buf_slice(&function);
	buf_printf(out, "# bash completion for %s\n_" STR_FMT "()\n{\n", tool->name, STR_ARG(f));
	buf_puts(out, "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} "
		      "words=\n\tif [ \"$cur\" = = ]; then\n\t\tcur=\n"
		      "\telif [ \"$prev\" = = ]; then\n\t\tprev=${COMP_WORDS[COMP_CWORD-2]}\n\tfi\n"
		      "\tcase $prev in\n");
	put_choices(out, tool->options, tool->option_count);
	put_choices(out, cli_common_options, cli_common_option_count);
	buf_puts(out, "\tesac\n\tif [ -z \"$words\" ] && [ \"${cur:0:1}\" = - ]; then\n");
	buf_puts(out, "\t\twords=\"--help --version");
	put_names(out, tool->options, tool->option_count);
	put_names(out, cli_common_options, cli_common_option_count);
	buf_printf(out,
		"\"\n\tfi\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\n"
		"complete -o default -F _" STR_FMT " %s\n",
		STR_ARG(f), tool->name);
	buf_release(&function);
}

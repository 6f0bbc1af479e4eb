/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The common part of every tool's table, and what can be asked of an option. */
#include "cli_impl.h"

static const char *const color_choices[] = {"auto", "always", "never", NULL};
static const char *const format_choices[] = {"text", "json", NULL};

const struct cli_option cli_common_options[] = {
	{"--color", NULL, CLI_CHOICE, offsetof(struct cli_common, color), NULL, color_choices,
		"colour the messages (auto: on a terminal, unless NO_COLOR is set)"},
	{"--diagnostic-format", NULL, CLI_CHOICE, offsetof(struct cli_common, format), NULL,
		format_choices, "print messages as text or as one JSON object a line"},
	{"-ferror-limit", NULL, CLI_UINT, offsetof(struct cli_common, error_limit), "N", NULL,
		"stop after N errors, 0 for no limit (default 20)"},
	{"-Werror", NULL, CLI_FLAG, offsetof(struct cli_common, warnings_are_errors), NULL, NULL,
		"treat warnings as errors"},
	{"-v", "--verbose", CLI_FLAG, offsetof(struct cli_common, verbose), NULL, NULL,
		"say on standard error what is done"},
};
const size_t cli_common_option_count = ARRAY_LEN(cli_common_options);

static const struct cli_status cli_common_statuses[] = {
	{EXIT_DONE, "all was done"},
	{EXIT_REFUSED, "the input was refused, messages say why"},
	{EXIT_USAGE, "wrong command line"},
	{EXIT_UNSUPPORTED, "valid input that needs a feature this version does not support"},
	{EXIT_IO, "a file could not be read or written"},
	{EXIT_BUG, "internal error, or out of memory"},
	{0, NULL},
};

const struct cli_env cli_common_env[] = {
	{"NO_COLOR", "when set and not empty, messages are not coloured"},
	{NULL, NULL},
};

const char *cli_value_name(const struct cli_option *o, struct buf *scratch)
{
	if (o->choices == NULL)
		return o->arg != NULL ? o->arg : "VALUE";
	buf_clear(scratch);
	for (size_t i = 0; o->choices[i] != NULL; i++)
		buf_printf(scratch, "%s%s", i == 0 ? "" : "|", o->choices[i]);
	buf_u8(scratch, '\0');
	return (const char *)scratch->data;
}

const char *cli_spelling(const struct cli_option *o, int which)
{
	if (o->alias == NULL)
		return which == 0 ? o->name : NULL;
	bool alias_first = strlen(o->alias) < strlen(o->name);
	return (which == 0) == alias_first ? o->alias : o->name;
}

static const struct cli_status *next_in(const struct cli_status *list, int after)
{
	const struct cli_status *best = NULL;
	for (; list != NULL && list->meaning != NULL; list++)
		if (list->status > after && (best == NULL || list->status < best->status))
			best = list;
	return best;
}

const struct cli_status *cli_next_status(const struct cli_tool *tool, int after)
{
	const struct cli_status *own = next_in(tool->statuses, after);
	const struct cli_status *common = next_in(cli_common_statuses, after);
	return common == NULL || (own != NULL && own->status <= common->status) ? own : common;
}

enum cli_attach cli_attach_of(const struct cli_option *o, const char *spelling)
{
	if (o->type == CLI_FLAG)
		return CLI_ATTACH_NONE;
	if (o->type == CLI_JOINED)
		return CLI_ATTACH_JOINED;
	if (o->type == CLI_OPTIONAL)
		return CLI_ATTACH_OPTIONAL;
	bool is_long = strlen(spelling) > 2;
	return is_long ? CLI_ATTACH_EQUALS : CLI_ATTACH_SPACE;
}

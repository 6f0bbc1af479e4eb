/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of options: conversion, and the "did you mean" for wrong ones. */
#include "cli_impl.h"
#include "hsaemu/similar.h"

static void PRINTF_LIKE(2, 0) say(const struct cli_tool *tool, const char *fmt, va_list ap)
{
	const struct diag_options options = {.tool = tool->name};
	struct buf text = BUF_INIT;
	struct diag d;
	diag_init(&d, &options);
	buf_vprintf(&text, fmt, ap);
	diag_error(&d, (struct diag_place){.kind = DIAG_NOWHERE}, STR_FMT,
		STR_ARG(buf_slice(&text)));
	diag_flush(&d, stderr);
	diag_release(&d);
	buf_release(&text);
}

int cli_usage_error(const struct cli_tool *tool, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	say(tool, fmt, ap);
	va_end(ap);
	return EXIT_USAGE;
}

enum cli_step cli_wrong(struct cli_parser *p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	say(p->tool, fmt, ap);
	va_end(ap);
	return CLI_STEP_WRONG;
}

size_t cli_option_count(const struct cli_parser *p)
{
	return p->tool->option_count + cli_common_option_count;
}

struct cli_target cli_option_at(struct cli_parser *p, size_t i)
{
	if (i < p->tool->option_count)
		return (struct cli_target){.option = &p->tool->options[i], .base = p->values};
	return (struct cli_target){.option = &cli_common_options[i - p->tool->option_count],
		.base = (char *)&p->common};
}

/* ---- "did you mean" ---- */

enum cli_step cli_unknown_option(struct cli_parser *p, const char *arg)
{
	struct str word = {arg, strcspn(arg, "=")};
	struct similar known = similar_to(word);
	similar_try(&known, "--help");
	similar_try(&known, "--version");
	for (size_t i = 0; i < cli_option_count(p); i++) {
		similar_try(&known, cli_option_at(p, i).option->name);
		similar_try(&known, cli_option_at(p, i).option->alias);
	}
	if (known.best == NULL)
		return cli_wrong(p, "unknown option '" STR_FMT "' (--help lists all)",
			STR_ARG(word));
	return cli_wrong(p, "unknown option '" STR_FMT "'; did you mean '%s'?", STR_ARG(word),
		known.best);
}

/* ---- values ---- */

static unsigned digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : UINT32_MAX;
}

static bool parse_uint(const char *z, uint64_t *value)
{
	unsigned base = 10;
	uint64_t v = 0;
	const char *digits = z;
	if (z[0] == '0' && (z[1] == 'x' || z[1] == 'X')) {
		base = 16;
		digits = z += 2;
	}
	for (;; z++) {
		unsigned digit = digit_value(*z);
		if (digit >= base)
			break;
		if (v > (UINT64_MAX - digit) / base)
			return false;
		v = v * base + digit;
	}
	unsigned shift = *z == 'K' ? 10 : *z == 'M' ? 20 : *z == 'G' ? 30 : 0;
	if (z == digits || z[shift != 0] != '\0' || (shift != 0 && v > UINT64_MAX >> shift))
		return false;
	*value = v << shift;
	return true;
}

static enum cli_step set_choice(struct cli_parser *p, struct cli_target t, const char *value)
{
	struct similar known = similar_to(str_from(value));
	for (int i = 0; t.option->choices[i] != NULL; i++) {
		if (strcmp(t.option->choices[i], value) == 0) {
			memcpy(t.base + t.option->offset, &i, sizeof i);
			return CLI_STEP_NEXT;
		}
		similar_try(&known, t.option->choices[i]);
	}
	struct buf names = BUF_INIT;
	const char *all = cli_value_name(t.option, &names);
	if (known.best != NULL)
		cli_wrong(p, "'%s' is no value of %s (%s); did you mean '%s'?", value,
			t.option->name, all, known.best);
	else
		cli_wrong(p, "'%s' is no value of %s (%s)", value, t.option->name, all);
	buf_release(&names);
	return CLI_STEP_WRONG;
}

static void settings_add(struct cli_settings *list, struct arena *memory, const char *name,
	const char *value)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity == 0 ? 8 : list->capacity * 2;
		struct cli_setting *items = ARENA_ARRAY(memory, struct cli_setting, capacity);
		for (size_t i = 0; i < list->count; i++)
			items[i] = list->items[i];
		list->items = items;
		list->capacity = capacity;
	}
	list->items[list->count++] = (struct cli_setting){name, value};
}

enum cli_step cli_set_value(struct cli_parser *p, struct cli_target t, const char *value)
{
	void *place = t.base + t.option->offset;
	uint64_t number;
	switch (t.option->type) {
	case CLI_FLAG:
		break;
	case CLI_STRING:
		memcpy(place, &value, sizeof value);
		return CLI_STEP_NEXT;
	case CLI_STRINGS:
		cli_strings_add(place, &p->result->memory, value);
		return CLI_STEP_NEXT;
	case CLI_ORDERED:
		settings_add(place, &p->result->memory, t.option->name, value);
		return CLI_STEP_NEXT;
	case CLI_UINT:
		if (!parse_uint(value, &number))
			return cli_wrong(p,
				"'%s' is no value of %s (a whole number, 0x hex, K, M or G after it)",
				value, t.option->name);
		memcpy(place, &number, sizeof number);
		return CLI_STEP_NEXT;
	case CLI_CHOICE:
	case CLI_JOINED:
	case CLI_OPTIONAL:
		return set_choice(p, t, value);
	}
	BUG("option type %d", (int)t.option->type);
}

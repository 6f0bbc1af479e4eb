/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options of OpenCL C (OpenCL 3.0, 5.8.6 and 5.8.7), and what they are for clang. Beside those
 * of the standard there are -U, -O and -x, as programs pass them to each platform. */
#include "hsaemu/opencl_c.h"

enum value {
	ALONE,
	MACRO, /* in this word or the next one, as the others */
	NAME,
	FOLDER,
	VERSION,
	LEVEL,
	LANGUAGE,
};

struct option {
	const char *text;
	bool compiles, links; /* of which tools it is one */
	enum value value;
	uint32_t flag;
	const char *words[3]; /* for clang */
};

#define DEBUG_LINES "-debug-info-kind=line-tables-only", "-dwarf-version=2"

/* Those without words are permissions of which no use is made, or what is done anyway. */
static const struct option options[] = {
	{"-D", true, false, MACRO, 0, {"-D"}},
	{"-U", true, false, NAME, 0, {"-U"}},
	{"-I", true, false, FOLDER, 0, {"-I"}},
	{"-x", true, false, LANGUAGE, 0, {NULL}},
	{"-O", true, false, LEVEL, 0, {NULL}},
	{"-w", true, false, ALONE, 0, {"-w"}},
	{"-Werror", true, false, ALONE, 0, {"-Werror"}},
	{"-g", true, false, ALONE, CLC_DEBUG_INFO, {DEBUG_LINES}},
	{"-cl-std=", true, false, VERSION, 0, {NULL}},
	{"-cl-kernel-arg-info", true, false, ALONE, CLC_ARG_INFO, {NULL}},
	{"-cl-opt-disable", true, false, ALONE, CLC_NO_OPTIMISATION, {NULL}},
	{"-cl-strict-aliasing", true, false, ALONE, 0, {NULL}},
	{"-cl-single-precision-constant", true, false, ALONE, 0, {"-cl-single-precision-constant"}},
	{"-cl-fp32-correctly-rounded-divide-sqrt", true, false, ALONE, 0,
		{"-cl-fp32-correctly-rounded-divide-sqrt"}},
	{"-cl-uniform-work-group-size", true, false, ALONE, 0, {"-cl-uniform-work-group-size"}},
	{"-cl-mad-enable", true, false, ALONE, 0, {"-cl-mad-enable"}},
	{"-cl-denorms-are-zero", true, true, ALONE, 0, {NULL}},
	{"-cl-no-subgroup-ifp", true, true, ALONE, 0, {NULL}},
	{"-cl-no-signed-zeros", true, true, ALONE, 0, {"-cl-no-signed-zeros"}},
	{"-cl-no-signed-zeroes", true, true, ALONE, 0, {"-cl-no-signed-zeros"}},
	{"-cl-unsafe-math-optimizations", true, true, ALONE, 0, {"-cl-unsafe-math-optimizations"}},
	{"-cl-finite-math-only", true, true, ALONE, 0,
		{"-cl-finite-math-only", "-D__FINITE_MATH_ONLY__=1"}},
	{"-cl-fast-relaxed-math", true, true, ALONE, 0,
		{"-cl-fast-relaxed-math", "-D__FAST_RELAXED_MATH__=1", "-D__FINITE_MATH_ONLY__=1"}},
	{"-create-library", false, true, ALONE, CLC_LIBRARY, {NULL}},
	{"-enable-link-options", false, true, ALONE, CLC_LINK_OPTIONS, {NULL}},
};

struct reader {
	enum clc_tool tool;
	struct arena *arena;
	struct clc_options *out;
	struct buf *why;
	const char *at; /* in the text */
	struct buf word;
	bool ok;
};

static void PRINTF_LIKE(2, 3) refuse(struct reader *r, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	buf_puts(r->why, "error: ");
	buf_vprintf(r->why, fmt, ap);
	buf_u8(r->why, '\n');
	va_end(ap);
	r->ok = false;
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads a word to `word`, with a 0 behind it. Returns NULL at the end of the text. */
static const char *next_word(struct reader *r)
{
	char quote = 0;
	buf_clear(&r->word);
	while (is_space(*r->at))
		r->at++;
	if (*r->at == 0)
		return NULL;
	for (; *r->at != 0 && (quote != 0 || !is_space(*r->at)); r->at++) {
		if (*r->at == quote)
			quote = 0;
		else if (quote == 0 && (*r->at == '"' || *r->at == '\''))
			quote = *r->at;
		else if (*r->at == '\\' && quote != '\'' && r->at[1] != 0)
			buf_u8(&r->word, (uint8_t)*++r->at);
		else
			buf_u8(&r->word, (uint8_t)*r->at);
	}
	buf_u8(&r->word, 0);
	if (quote != 0)
		refuse(r, "a quoted word in the options has no end");
	return (const char *)r->word.data;
}

static void put_word(struct reader *r, const char *word)
{
	ARRAY_GROW(r->out->words, r->out->count, r->out->capacity);
	r->out->words[r->out->count++] = word;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool is_name_byte(char c, bool first)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0 ||
	       (!first && c >= '0' && c <= '9');
}

/* Returns what follows the name that the text begins with; the text itself if there is none. */
static const char *skip_name(const char *text)
{
	const char *at = text;
	while (is_name_byte(*at, at == text))
		at++;
	return at;
}

static bool is_macro(const char *value)
{
	const char *end = skip_name(value);
	return end != value && (*end == 0 || *end == '=' || *end == '(');
}

static bool is_one_name(const char *value)
{
	const char *end = skip_name(value);
	return end != value && *end == 0;
}

static bool take_version(struct reader *r, const char *value)
{
	static const struct {
		const char *name;
		enum clc_language language;
	} known[] = {{"CL1.0", CLC_12}, {"CL1.1", CLC_12}, {"CL1.2", CLC_12}, {"CL2.0", CLC_20},
		{"CL3.0", CLC_30}, {"CLC++", CLC_CXX_10}, {"CLC++1.0", CLC_CXX_10},
		{"CLC++2021", CLC_CXX_2021}, {"clc++", CLC_CXX_10}, {"clc++1.0", CLC_CXX_10},
		{"clc++2021", CLC_CXX_2021}};
	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		if (strcmp(value, known[i].name) == 0) {
			r->out->language = known[i].language;
			return true;
		}
	}
	return false;
}

/* Programs that say -x clc++ are in AMD's C++ for kernels, most of which is C++ for OpenCL. */
static bool take_language(struct reader *r, const char *value)
{
	bool is_cxx = strcmp(value, "clc++") == 0 || strcmp(value, "clcpp") == 0;
	if (is_cxx && r->out->language != CLC_CXX_2021)
		r->out->language = CLC_CXX_10;
	return is_cxx || strcmp(value, "cl") == 0 || strcmp(value, "clc") == 0;
}

static bool take_level(struct reader *r, const char *value)
{
	if (value[0] < '0' || value[0] > '3' || value[1] != 0)
		return false;
	r->out->level = arena_printf(r->arena, "%s", value);
	return true;
}

static bool take_value(struct reader *r, const struct option *o, const char *value)
{
	switch (o->value) {
	case ALONE:
		return true;
	case VERSION:
		return take_version(r, value);
	case LEVEL:
		return take_level(r, value);
	case LANGUAGE:
		return take_language(r, value);
	case MACRO:
		if (!is_macro(value))
			return false;
		break;
	case NAME:
		if (!is_one_name(value))
			return false;
		break;
	case FOLDER:
		if (*value == 0)
			return false;
		break;
	}
	put_word(r, arena_printf(r->arena, "%s%s", o->words[0], value));
	return true;
}

/* ---- options --------------------------------------------------------------------------------- */

static const struct option *find(const struct reader *r, const char *word)
{
	for (size_t i = 0; i < ARRAY_LEN(options); i++) {
		const struct option *o = &options[i];
		bool is_it = o->value == ALONE ? strcmp(word, o->text) == 0
		                               : strncmp(word, o->text, strlen(o->text)) == 0;
		if (is_it && (r->tool == CLC_COMPILE ? o->compiles : o->links))
			return o;
	}
	return NULL;
}

/* The value of an option may be the next word. */
static void take_with_value(struct reader *r, const struct option *o, const char *word)
{
	const char *value = word + strlen(o->text);
	if (*value == 0 && o->value != VERSION && o->value != LEVEL)
		value = next_word(r);
	if (value == NULL)
		refuse(r, "option '%s' needs a value", o->text);
	else if (!take_value(r, o, value))
		refuse(r, "'%.200s' is no value of option '%s'", value, o->text);
}

static void take(struct reader *r, const char *word)
{
	const struct option *o = find(r, word);
	if (o == NULL) {
		refuse(r, "unknown %s option '%.200s'",
			r->tool == CLC_COMPILE ? "compiler" : "linker", word);
		return;
	}
	r->out->flags |= o->flag;
	if (o->value != ALONE) {
		take_with_value(r, o, word);
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(o->words) && o->words[i] != NULL; i++)
		put_word(r, o->words[i]);
}

bool clc_options_read(enum clc_tool tool, const char *text, struct arena *a, struct clc_options *o,
	struct buf *why)
{
	struct reader r = {.tool = tool, .arena = a, .out = o, .why = why, .ok = true};
	const char *word;
	*o = (struct clc_options){0};
	r.at = text != NULL ? text : "";
	r.word = (struct buf)BUF_INIT;
	while ((word = next_word(&r)) != NULL)
		take(&r, word);
	buf_release(&r.word);
	if ((o->flags & CLC_LINK_OPTIONS) != 0 && (o->flags & CLC_LIBRARY) == 0)
		refuse(&r, "-enable-link-options goes with -create-library");
	return r.ok;
}

void clc_options_release(struct clc_options *o)
{
	mem_free(o->words);
}

bool clc_options_check(enum clc_tool tool, const char *text, uint32_t *flags, struct buf *why)
{
	struct clc_options o;
	struct arena a;
	arena_init(&a);
	bool ok = clc_options_read(tool, text, &a, &o, why);
	if (flags != NULL)
		*flags = o.flags;
	clc_options_release(&o);
	arena_release(&a);
	return ok;
}

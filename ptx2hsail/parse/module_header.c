/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file reads the directives .version, .target and .address_size (PTX ISA 11.1).
 *
 * All versions up to PTX_NEWEST are known. Later minor versions of the same major one are accepted,
 * as they add instructions and take none away; another major version may change anything. Targets
 * are known, too, but a module of a later version may name a target that we do not know. */
#include "hsaemu/buf.h"
#include "parse/module_header.h"
#include "parse/tokens.h"

enum { NEWEST_TARGET = 121 };

static void complain(struct ptx_parser *p, const struct ptx_span *loc, const char *what,
	struct str text)
{
	if (!diag_at_limit(p->diag))
		diag_error(p->diag, ptx_place(p->module, *loc), "%s '" STR_FMT "'", what,
			STR_ARG(text));
}

/* Reads a number. Returns false when there is none, or one too large for any version. */
static bool take_number(struct str *s, uint32_t *number)
{
	enum { BOUND = 1000 };
	uint64_t value = 0;
	bool is_number = str_take_decimal(s, &value) && value < BOUND;
	*number = is_number ? (uint32_t)value : 0;
	return is_number;
}

/* ---- .version ------------------------------------------------------------------------------ */

static bool is_known_version(uint32_t major, uint32_t minor)
{
	static const uint32_t last_minor[PTX_NEWEST_MAJOR] = {0, 5, 3, 2, 3, 1, 5, 8, 8};
	if (major == 0 || major > PTX_NEWEST_MAJOR)
		return false;
	return major == PTX_NEWEST_MAJOR || minor <= last_minor[major];
}

void ptx_act_version(struct ptx_parser *p, struct ptx_span *loc, struct str version)
{
	struct str rest = version;
	uint32_t major = 0, minor = 0;
	bool is_number = take_number(&rest, &major) && rest.n > 0 && rest.p[0] == '.';
	if (is_number)
		rest = str_skip(rest, 1);
	if (!is_number || !take_number(&rest, &minor) || rest.n != 0)
		complain(p, loc, "version must be two numbers, not", version);
	else if (!is_known_version(major, minor))
		complain(p, loc, "there is no known PTX version", version);
	else if (p->module->version != 0)
		complain(p, loc, "there is a second '.version'", version);
	p->module->version = PTX_VERSION(major, minor);
}

/* ---- .target ------------------------------------------------------------------------------- */

/* Targets with suffix "a" are for one architecture only, those with "f" for one family. */
static const struct {
	uint32_t number;
	const char *suffixes;
} targets[] = {
	{10, ""},
	{11, ""},
	{12, ""},
	{13, ""},
	{20, ""},
	{21, ""},
	{30, ""},
	{32, ""},
	{35, ""},
	{37, ""},
	{50, ""},
	{52, ""},
	{53, ""},
	{60, ""},
	{61, ""},
	{62, ""},
	{70, ""},
	{72, ""},
	{75, ""},
	{80, ""},
	{86, ""},
	{87, ""},
	{88, ""},
	{89, ""},
	{90, "a"},
	{100, "af"},
	{101, "af"},
	{103, "af"},
	{110, "af"},
	{120, "af"},
	{121, "af"},
};

static bool is_known_target(const struct ptx_module *m, uint32_t number, struct str suffix)
{
	bool is_plain = suffix.n == 0, is_letter = suffix.n == 1;
	for (size_t i = 0; i < ARRAY_LEN(targets); i++)
		if (targets[i].number == number)
			return is_plain ||
			       (is_letter && strchr(targets[i].suffixes, suffix.p[0]) != NULL);
	return number > NEWEST_TARGET && m->version > PTX_NEWEST &&
	       (is_plain || (is_letter && strchr("af", suffix.p[0]) != NULL));
}

static bool is_option(struct str word)
{
	return str_is(word, "texmode_unified") || str_is(word, "texmode_independent") ||
	       str_is(word, "debug") || str_is(word, "map_f64_to_f32");
}

void ptx_act_target(struct ptx_parser *p, struct ptx_span *loc, struct str word)
{
	bool is_sm = str_starts(word, STR("sm_")), is_compute = str_starts(word, STR("compute_"));
	struct str rest = str_skip(word, is_sm        ? strlen("sm_")
					 : is_compute ? strlen("compute_")
						      : 0);
	uint32_t number = 0;
	if (is_option(word))
		return;
	if ((!is_sm && !is_compute) || !take_number(&rest, &number) ||
		!is_known_target(p->module, number, rest)) {
		complain(p, loc, "unknown target", word);
		return;
	}
	if (p->module->target.n != 0)
		return;
	p->module->target = word;
	p->module->target_number = number;
}

/* ---- .address_size ------------------------------------------------------------------------- */

void ptx_act_address_size(struct ptx_parser *p, struct ptx_span *loc, uint64_t bits)
{
	const struct ptx_module *m = p->module;
	struct str text = ptx_lex_text(p, loc);
	if (bits != 32 && bits != 64)
		complain(p, loc, "address size must be 32 or 64, not", text);
	else if (m->version < PTX_VERSION(2, 3))
		complain(p, loc, "PTX before version 2.3 has no '.address_size'", text);
	else if (m->address_bits != 0)
		complain(p, loc, "there is a second '.address_size'", text);
	p->module->address_bits = bits;
}

/* ---- the whole ----------------------------------------------------------------------------- */

bool ptx_has_version(struct ptx_parser *p)
{
	const struct ptx_module *m = p->module;
	if (m->version != 0 && m->target.n != 0)
		return true;
	diag_error(p->diag, ptx_place(m, (struct ptx_span){0, 0}),
		"no '%s' directive: a PTX module begins with '.version 8.0', '.target sm_80' and "
		"'.address_size 64'",
		m->version == 0 ? ".version" : ".target");
	return false;
}

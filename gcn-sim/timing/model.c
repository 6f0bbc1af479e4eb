/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models: sets of parameters, from a name, a file, or the command line. */
#include <ctype.h>
#include "hsaemu/gcn_timing.h"
#include "hsaemu/similar.h"

static const struct gcn_parameter_info infos[GCN_PARAMETER_COUNT] = {
#define GCN_PARAMETER(id, tahiti, multi2sim, min, max, unit, text) \
	[GCN_P_##id] = {#id, unit, text, min, max},
#include "hsaemu/gcn_parameters.def"
};

static const struct gcn_model models[] = {
	{"tahiti",
		{
#define GCN_PARAMETER(id, tahiti, multi2sim, min, max, unit, text) [GCN_P_##id] = tahiti,
#include "hsaemu/gcn_parameters.def"
		}},
	{"multi2sim",
		{
#define GCN_PARAMETER(id, tahiti, multi2sim, min, max, unit, text) [GCN_P_##id] = multi2sim,
#include "hsaemu/gcn_parameters.def"
		}},
};

const char *gcn_model_name(unsigned n)
{
	return n < ARRAY_LEN(models) ? models[n].name : NULL;
}

bool gcn_model_find(struct gcn_model *m, const char *name)
{
	for (unsigned n = 0; n < ARRAY_LEN(models); n++)
		if (strcmp(models[n].name, name) == 0) {
			*m = models[n];
			return true;
		}
	return false;
}

const struct gcn_parameter_info *gcn_parameter_info(enum gcn_parameter p)
{
	return &infos[p];
}

/* ---- settings -------------------------------------------------------------------------------- */

static struct str trimmed(struct str s)
{
	while (s.n > 0 && isspace((unsigned char)s.p[0]))
		s = (struct str){s.p + 1, s.n - 1};
	while (s.n > 0 && isspace((unsigned char)s.p[s.n - 1]))
		s.n--;
	return s;
}

/* Splits `name = value`. False when there is no such thing. */
static bool split(struct str line, struct str *name, struct str *value)
{
	const char *at = memchr(line.p, '=', line.n);

	if (at == NULL)
		return false;
	*name = trimmed((struct str){line.p, (size_t)(at - line.p)});
	*value = trimmed((struct str){at + 1, line.n - (size_t)(at + 1 - line.p)});
	return name->n != 0 && value->n != 0;
}

static void refuse_name(struct str name, struct diag_place place, struct diag *d)
{
	struct similar similar = similar_to(name);
	struct buf hint = BUF_INIT;

	for (unsigned n = 0; n < GCN_PARAMETER_COUNT; n++)
		similar_try(&similar, infos[n].name);
	similar_say(&similar, &hint);
	diag_error(d, place, "the timing model has no parameter '" STR_FMT "'" STR_FMT,
		STR_ARG(name), STR_ARG(buf_slice(&hint)));
	buf_release(&hint);
}

static bool set(struct gcn_model *m, struct str name, struct str value, struct diag_place place,
	struct diag *d)
{
	const struct gcn_parameter_info *info;
	struct str rest = value;
	uint64_t number;
	unsigned n = 0;

	while (n < GCN_PARAMETER_COUNT && !str_is(name, infos[n].name))
		n++;
	if (n == GCN_PARAMETER_COUNT) {
		refuse_name(name, place, d);
		return false;
	}
	info = &infos[n];
	if (!str_take_decimal(&rest, &number) || rest.n != 0) {
		diag_error(d, place, "the value of '%s' must be a number, not '" STR_FMT "'",
			info->name, STR_ARG(value));
		return false;
	}
	if (number < info->min || number > info->max) {
		diag_error(d, place, "'%s' must be from %llu to %llu, not %llu", info->name,
			(unsigned long long)info->min, (unsigned long long)info->max,
			(unsigned long long)number);
		return false;
	}
	m->values[n] = number;
	return true;
}

bool gcn_model_set(struct gcn_model *m, const char *setting, struct diag *d)
{
	struct str name, value;

	if (split(str_from(setting), &name, &value))
		return set(m, name, value, (struct diag_place){0}, d);
	diag_error(d, (struct diag_place){0}, "a setting is NAME=VALUE, not '%s'", setting);
	return false;
}

static bool read_line(struct gcn_model *m, struct str line, bool *is_first, struct diag_place place,
	struct diag *d)
{
	struct str name, value;
	bool was_first = *is_first;

	*is_first = false;
	if (!split(line, &name, &value)) {
		diag_error(d, place, "expected 'name = value', not '" STR_FMT "'", STR_ARG(line));
		return false;
	}
	if (!str_is(name, "model"))
		return set(m, name, value, place, d);
	for (unsigned n = 0; n < ARRAY_LEN(models) && was_first; n++)
		if (str_is(value, models[n].name)) {
			*m = models[n];
			return true;
		}
	diag_error(d, place,
		was_first ? "there is no model '" STR_FMT "'"
			  : "'model' must be the first line, not behind others (" STR_FMT ")",
		STR_ARG(value));
	return false;
}

static size_t to_end(const char *p, size_t n, char end)
{
	const char *at = memchr(p, end, n);

	return at == NULL ? n : (size_t)(at - p);
}

bool gcn_model_read(struct gcn_model *m, struct source *source, struct diag *d)
{
	struct str text = str_skip_bom((struct str){source->text, source->len});
	bool ok = true, is_first = true;
	size_t n;

	for (size_t at = 0; at < text.n; at += n + 1) {
		n = to_end(text.p + at, text.n - at, '\n');
		struct str line = trimmed((struct str){text.p + at, to_end(text.p + at, n, '#')});
		if (line.n != 0)
			ok = read_line(m, line, &is_first,
				     diag_at_text(source, (uint32_t)(line.p - source->text),
					     (uint32_t)line.n),
				     d) &&
			     ok;
	}
	return ok;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static bool check_cache(const struct gcn_model *m, enum gcn_parameter bytes,
	enum gcn_parameter ways, struct diag *d)
{
	if (m->values[bytes] % (64 * m->values[ways]) == 0)
		return true;
	diag_error(d, (struct diag_place){0},
		"'%s' (%llu) must be a multiple of 64 times '%s' (%llu)", infos[bytes].name,
		(unsigned long long)m->values[bytes], infos[ways].name,
		(unsigned long long)m->values[ways]);
	return false;
}

static bool check_multiple(const struct gcn_model *m, enum gcn_parameter a, uint64_t b,
	const char *of, struct diag *d)
{
	if (m->values[a] % b == 0)
		return true;
	diag_error(d, (struct diag_place){0}, "'%s' (%llu) must be a multiple of %s (%llu)",
		infos[a].name, (unsigned long long)m->values[a], of, (unsigned long long)b);
	return false;
}

bool gcn_model_check(const struct gcn_model *m, struct diag *d)
{
	const uint64_t *v = m->values;
	bool ok = check_cache(m, GCN_P_sl1_bytes, GCN_P_sl1_ways, d);

	ok = check_cache(m, GCN_P_vl1_bytes, GCN_P_vl1_ways, d) && ok;
	ok = check_cache(m, GCN_P_l2_bank_bytes, GCN_P_l2_ways, d) && ok;
	ok = check_multiple(m, GCN_P_l2_banks, v[GCN_P_memory_channels], "'memory_channels'", d) &&
	     ok;
	ok = check_multiple(m, GCN_P_l2_interleave, 64, "a line", d) && ok;
	return check_multiple(m, GCN_P_memory_row_bytes, 64, "a line", d) && ok;
}

void gcn_model_print(const struct gcn_model *m, struct buf *out)
{
	buf_printf(out, "model = %s\n", m->name);
	for (unsigned n = 0; n < GCN_PARAMETER_COUNT; n++)
		buf_printf(out, "%s = %llu # %s%s%s\n", infos[n].name,
			(unsigned long long)m->values[n], infos[n].unit,
			infos[n].unit[0] != '\0' ? ": " : "", infos[n].text);
}

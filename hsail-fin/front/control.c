/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Control directives that are given when the finalizer is invoked (PRM 13.4). They hold for all
 * kernels and functions, and must agree with the directives that the module has. */
#include "hsaemu/finalize.h"
#include "ir/ir.h"
#include "front/front.h"

_Static_assert((int)BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS < (int)FINALIZE_CONTROLS,
	"finalize_controls has all");

static const struct {
	enum BrigControlDirective directive;
	unsigned values; /* how many numbers the directive takes */
	bool is_wide;    /* the numbers are u64, not u32 */
	uint64_t least, most;
} directives[] = {
	{BRIG_CONTROL_MAXDYNAMICGROUPSIZE, 1, false, 0, UINT32_MAX},
	{BRIG_CONTROL_MAXFLATGRIDSIZE, 1, true, 1, UINT64_MAX},
	{BRIG_CONTROL_MAXFLATWORKGROUPSIZE, 1, false, 1, UINT32_MAX},
	{BRIG_CONTROL_REQUIREDDIM, 1, false, 1, 3},
	{BRIG_CONTROL_REQUIREDGRIDSIZE, 3, true, 1, UINT64_MAX},
	{BRIG_CONTROL_REQUIREDWORKGROUPSIZE, 3, false, 1, UINT32_MAX},
	{BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS, 0, false, 0, 0},
};

static const char *name_of(enum BrigControlDirective directive)
{
	return isa_modifier_text(ISA_MOD_CONTROL, directive);
}

/* ---- the option ------------------------------------------------------------------------------ */

static bool take_numbers(struct str s, size_t row, uint64_t values[3])
{
	for (unsigned i = 0; i < directives[row].values; i++) {
		if (i > 0 && (s.n == 0 || s.p[0] != ','))
			return false;
		if (i > 0)
			s = str_skip(s, 1);
		if (!str_take_decimal(&s, &values[i]) || values[i] < directives[row].least ||
			values[i] > directives[row].most)
			return false;
	}
	return s.n == 0;
}

bool fin_control_option(struct finalize_controls *c, const char *text, struct diag *d)
{
	const char *equals = strchr(text, '=');
	struct str name = {text, equals != NULL ? (size_t)(equals - text) : strlen(text)};
	uint64_t values[3] = {0};
	size_t row = 0;

	while (row < ARRAY_LEN(directives) && !str_is(name, name_of(directives[row].directive)))
		row++;
	if (row == ARRAY_LEN(directives)) {
		diag_usage(d, "--control: '" STR_FMT "' is no control directive%s", STR_ARG(name),
			str_starts(name, STR("enable")) ? "; see --detect and --break" : "");
		return false;
	}
	if ((equals != NULL) != (directives[row].values > 0) ||
		(equals != NULL && !take_numbers(str_from(equals + 1), row, values))) {
		diag_usage(d, "--control: '%s' takes %s", name_of(directives[row].directive),
			directives[row].values == 0   ? "no value"
			: directives[row].values == 1 ? "a number that it allows"
						      : "three numbers from 1 on, with commas");
		return false;
	}
	c->given |= UINT32_C(1) << directives[row].directive;
	memcpy(c->values[directives[row].directive], values, sizeof values);
	return true;
}

/* ---- with those of the module ---------------------------------------------------------------- */

static bool is_given(const struct finalize_controls *c, enum BrigControlDirective directive)
{
	return (c->given >> directive & 1) != 0;
}

/* Whether a value in the module, 0 for none, allows the one in --control: a limit may be lowered,
 * any other value must be the same. */
static bool agrees(const struct fin_function *f, const struct finalize_controls *c,
	enum BrigControlDirective directive, uint64_t have, unsigned k)
{
	uint64_t given = c->values[directive][k];
	bool is_limit = directive == BRIG_CONTROL_MAXFLATGRIDSIZE ||
	                directive == BRIG_CONTROL_MAXFLATWORKGROUPSIZE;

	if (!is_given(c, directive) || have == 0 || given == have || (is_limit && given < have))
		return true;
	diag_error(f->module->diag, fin_place(f->module, f->off),
		"'%s' has %llu in " STR_FMT ", but %llu in --control (PRM 13.4)",
		name_of(directive), (unsigned long long)have, STR_ARG(f->name),
		(unsigned long long)given);
	return false;
}

static bool all_agree(const struct fin_function *f, const struct finalize_controls *c)
{
	const struct fin_control *k = &f->control;
	bool ok = agrees(f, c, BRIG_CONTROL_MAXFLATGRIDSIZE, k->max_flat_grid, 0) &&
	          agrees(f, c, BRIG_CONTROL_MAXFLATWORKGROUPSIZE, k->max_flat_wg, 0) &&
	          agrees(f, c, BRIG_CONTROL_REQUIREDDIM, k->required_dim, 0);

	if (ok && k->has_dynamic_group && is_given(c, BRIG_CONTROL_MAXDYNAMICGROUPSIZE) &&
		k->max_dynamic_group != c->values[BRIG_CONTROL_MAXDYNAMICGROUPSIZE][0]) {
		diag_error(f->module->diag, fin_place(f->module, f->off),
			"'%s' of " STR_FMT " has another value in --control (PRM 13.4)",
			name_of(BRIG_CONTROL_MAXDYNAMICGROUPSIZE), STR_ARG(f->name));
		return false;
	}
	for (unsigned i = 0; i < 3 && ok; i++)
		ok = agrees(f, c, BRIG_CONTROL_REQUIREDGRIDSIZE, k->required_grid[i], i) &&
		     agrees(f, c, BRIG_CONTROL_REQUIREDWORKGROUPSIZE, k->required_wg[i], i);
	return ok;
}

static void apply(struct fin_control *k, const struct finalize_controls *c)
{
	if (is_given(c, BRIG_CONTROL_MAXDYNAMICGROUPSIZE)) {
		k->has_dynamic_group = true;
		k->max_dynamic_group = (uint32_t)c->values[BRIG_CONTROL_MAXDYNAMICGROUPSIZE][0];
	}
	if (is_given(c, BRIG_CONTROL_MAXFLATGRIDSIZE))
		k->max_flat_grid = c->values[BRIG_CONTROL_MAXFLATGRIDSIZE][0];
	if (is_given(c, BRIG_CONTROL_MAXFLATWORKGROUPSIZE))
		k->max_flat_wg = (uint32_t)c->values[BRIG_CONTROL_MAXFLATWORKGROUPSIZE][0];
	if (is_given(c, BRIG_CONTROL_REQUIREDDIM))
		k->required_dim = (uint32_t)c->values[BRIG_CONTROL_REQUIREDDIM][0];
	for (unsigned i = 0; i < 3; i++) {
		if (is_given(c, BRIG_CONTROL_REQUIREDGRIDSIZE))
			k->required_grid[i] = c->values[BRIG_CONTROL_REQUIREDGRIDSIZE][i];
		if (is_given(c, BRIG_CONTROL_REQUIREDWORKGROUPSIZE))
			k->required_wg[i] =
				(uint32_t)c->values[BRIG_CONTROL_REQUIREDWORKGROUPSIZE][i];
	}
	k->no_partial_groups |= is_given(c, BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS);
}

/* The product of three numbers, or UINT64_MAX when it overflows. */
static uint64_t product(uint64_t x, uint64_t y, uint64_t z)
{
	uint64_t p;

	if (__builtin_mul_overflow(x, y, &p) || __builtin_mul_overflow(p, z, &p))
		return UINT64_MAX;
	return p;
}

/* Says why the directives cannot hold together, or returns NULL when they can. */
static const char *contradiction(const struct fin_control *k)
{
	uint64_t groups = product(k->required_wg[0], k->required_wg[1], k->required_wg[2]);
	uint64_t grid = product(k->required_grid[0], k->required_grid[1], k->required_grid[2]);

	if (k->max_flat_wg != 0 && groups > k->max_flat_wg)
		return "'requiredworkgroupsize' is above 'maxflatworkgroupsize'";
	if (k->max_flat_grid != 0 && grid > k->max_flat_grid)
		return "'requiredgridsize' is above 'maxflatgridsize'";
	for (unsigned i = k->required_dim; i != 0 && i < 3; i++)
		if (k->required_wg[i] > 1 || k->required_grid[i] > 1)
			return "sizes beyond 'requireddim' must be 1";
	return NULL;
}

bool fin_apply_controls(struct fin_module *m, const struct finalize_controls *c)
{
	bool ok = true;

	for (size_t i = 0; i < m->function_count && c->given != 0; i++) {
		struct fin_function *f = m->functions[i];
		const char *why;

		if (!f->definition)
			continue;
		ok = all_agree(f, c) && ok;
		apply(&f->control, c);
		why = contradiction(&f->control);
		if (ok && why != NULL) {
			diag_error(m->diag, fin_place(m, f->off),
				"with --control, in " STR_FMT ": %s (PRM 13.4)", STR_ARG(f->name),
				why);
			ok = false;
		}
	}
	return ok;
}

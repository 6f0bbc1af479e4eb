/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Control directives that a client gives for all kernels (hsa_ext_control_directives_t), as options
 * of the finalizer, and whether they agree with those of the modules (PRM 13.4). */
#include <string.h>
#include "hsaemu/kernel_abi.h"
#include "program_impl.h"

/* How a value has to agree with that of a module: a limit may be lowered. */
static const struct rule {
	enum BrigControlDirective directive;
	unsigned values;
	bool is_limit;
	uint64_t most;
} rules[] = {
	{BRIG_CONTROL_MAXDYNAMICGROUPSIZE, 1, false, UINT32_MAX},
	{BRIG_CONTROL_MAXFLATGRIDSIZE, 1, true, UINT64_MAX},
	{BRIG_CONTROL_MAXFLATWORKGROUPSIZE, 1, true, UINT32_MAX},
	{BRIG_CONTROL_REQUIREDDIM, 1, false, 3},
	{BRIG_CONTROL_REQUIREDGRIDSIZE, 3, false, UINT64_MAX},
	{BRIG_CONTROL_REQUIREDWORKGROUPSIZE, 3, false, UINT32_MAX},
	{BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS, 0, false, 0},
};

/* The directives whose bits a client may set: those above and the two of exceptions. */
static const uint64_t known_bits = UINT64_C(1) << BRIG_CONTROL_ENABLEBREAKEXCEPTIONS |
                                   UINT64_C(1) << BRIG_CONTROL_ENABLEDETECTEXCEPTIONS |
                                   UINT64_C(1) << BRIG_CONTROL_MAXDYNAMICGROUPSIZE |
                                   UINT64_C(1) << BRIG_CONTROL_MAXFLATGRIDSIZE |
                                   UINT64_C(1) << BRIG_CONTROL_MAXFLATWORKGROUPSIZE |
                                   UINT64_C(1) << BRIG_CONTROL_REQUIREDDIM |
                                   UINT64_C(1) << BRIG_CONTROL_REQUIREDGRIDSIZE |
                                   UINT64_C(1) << BRIG_CONTROL_REQUIREDWORKGROUPSIZE |
                                   UINT64_C(1) << BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS;

static void copy_values(const hsa_ext_control_directives_t *g, struct finalize_controls *c)
{
	const hsa_dim3_t *group = &g->required_workgroup_size;
	const uint64_t required_group[3] = {group->x, group->y, group->z};
	c->values[BRIG_CONTROL_MAXDYNAMICGROUPSIZE][0] = g->max_dynamic_group_size;
	c->values[BRIG_CONTROL_MAXFLATGRIDSIZE][0] = g->max_flat_grid_size;
	c->values[BRIG_CONTROL_MAXFLATWORKGROUPSIZE][0] = g->max_flat_workgroup_size;
	c->values[BRIG_CONTROL_REQUIREDDIM][0] = g->required_dim;
	memcpy(c->values[BRIG_CONTROL_REQUIREDGRIDSIZE], g->required_grid_size,
		sizeof g->required_grid_size);
	memcpy(c->values[BRIG_CONTROL_REQUIREDWORKGROUPSIZE], required_group,
		sizeof required_group);
}

/* A value without its bit should be 0, but clients set values only; so it counts as given. A value
 * of 0 with its bit is no value, save for the size of group memory. */
static bool take_given(const hsa_ext_control_directives_t *g, struct finalize_controls *c)
{
	for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
		const struct rule *r = &rules[i];
		bool has_bit = (g->control_directives_mask >> r->directive & 1) != 0;
		unsigned zeros = 0;
		for (unsigned k = 0; k < r->values; k++) {
			zeros += c->values[r->directive][k] == 0;
			if (c->values[r->directive][k] > r->most)
				return false;
		}
		bool may_be_zero =
			r->values == 0 || r->directive == BRIG_CONTROL_MAXDYNAMICGROUPSIZE;
		if (has_bit ? zeros != 0 && !may_be_zero : zeros != 0 && zeros != r->values)
			return false;
		if (has_bit || (r->values != 0 && zeros == 0))
			c->given |= UINT32_C(1) << r->directive;
	}
	return true;
}

static bool is_given(const struct finalize_controls *c, enum BrigControlDirective directive)
{
	return (c->given >> directive & 1) != 0;
}

static uint64_t product(const uint64_t v[3])
{
	uint64_t p;
	bool over = __builtin_mul_overflow(v[0], v[1], &p);
	return __builtin_mul_overflow(p, v[2], &p) || over ? UINT64_MAX : p;
}

/* Returns whether what is given can hold at once. */
static bool is_consistent(const struct finalize_controls *c)
{
	const uint64_t *grid = c->values[BRIG_CONTROL_REQUIREDGRIDSIZE];
	const uint64_t *group = c->values[BRIG_CONTROL_REQUIREDWORKGROUPSIZE];
	bool has_grid = is_given(c, BRIG_CONTROL_REQUIREDGRIDSIZE);
	bool has_group = is_given(c, BRIG_CONTROL_REQUIREDWORKGROUPSIZE);
	uint64_t dim =
		is_given(c, BRIG_CONTROL_REQUIREDDIM) ? c->values[BRIG_CONTROL_REQUIREDDIM][0] : 3;
	if (has_grid && is_given(c, BRIG_CONTROL_MAXFLATGRIDSIZE) &&
		product(grid) > c->values[BRIG_CONTROL_MAXFLATGRIDSIZE][0])
		return false;
	if (has_group && is_given(c, BRIG_CONTROL_MAXFLATWORKGROUPSIZE) &&
		product(group) > c->values[BRIG_CONTROL_MAXFLATWORKGROUPSIZE][0])
		return false;
	for (uint64_t i = dim; i < 3; i++)
		if ((has_grid && grid[i] != 1) || (has_group && group[i] != 1))
			return false;
	return true;
}

/* ---- with those of the modules --------------------------------------------------------------- */

static uint64_t operand_value(const struct brig_view *v, uint32_t off)
{
	struct brig_operand o;
	struct str bytes;
	if (!brig_operand_at(v, off, &o))
		return 0;
	if (o.kind != BRIG_KIND_OPERAND_CONSTANT_BYTES)
		return HSAEMU_WAVESIZE;
	return brig_data(v, o.u.constant.bytes, &bytes) ? brig_constant_u64(bytes) : 0;
}

/* Returns whether a control directive of a verified module agrees with what is given. */
static bool directive_agrees(const struct brig_view *v, const struct brig_directive_control *d,
	const struct finalize_controls *c)
{
	struct brig_list operands;
	const struct rule *r = rules;
	while (r < rules + ARRAY_LEN(rules) && r->directive != d->control)
		r++;
	if (r == rules + ARRAY_LEN(rules) || !is_given(c, r->directive) || r->values == 0 ||
		!brig_list(v, d->operands, &operands))
		return true;
	for (unsigned i = 0; i < r->values && i < operands.count; i++) {
		uint64_t have = operand_value(v, brig_list_at(&operands, i));
		uint64_t given = c->values[r->directive][i];
		if (r->is_limit ? given > have : given != have)
			return false;
	}
	return true;
}

static bool module_agrees(const struct brig_view *v, const struct finalize_controls *c)
{
	const struct brig_section *code = &v->sections[BRIG_SECTION_INDEX_CODE];
	struct brig_entry e;
	for (uint32_t off = code->header_len; off < code->len && brig_code_at(v, off, &e);
		off += e.bytes)
		if (e.kind == BRIG_KIND_DIRECTIVE_CONTROL && !directive_agrees(v, &e.u.control, c))
			return false;
	return true;
}

hsa_status_t hr_controls_take(const struct hr_program *p, const hsa_ext_control_directives_t *given,
	struct finalize_controls *out)
{
	*out = (struct finalize_controls){.given = 0};
	if ((given->control_directives_mask & ~known_bits) != 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	copy_values(given, out);
	bool ok = take_given(given, out) && is_consistent(out);
	for (size_t i = 0; i < p->count && out->given != 0 && ok; i++)
		ok = module_agrees(&p->modules[i].view, out);
	return ok ? HSA_STATUS_SUCCESS : (hsa_status_t)HSA_EXT_STATUS_ERROR_DIRECTIVE_MISMATCH;
}

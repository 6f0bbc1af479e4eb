/* Control directives and pragmas (PRM 13.3, 13.4). */
#include "verify_impl.h"

static const struct {
	uint16_t type; /* of the operands */
	uint8_t count;
	bool wavesize;   /* may be WAVESIZE */
	bool positive;   /* must not be 0 */
	bool may_differ; /* several in a code block add up instead of having to be equal */
} rules[] = {
	[BRIG_CONTROL_ENABLEBREAKEXCEPTIONS] = {BRIG_TYPE_U32, 1, false, false, true},
	[BRIG_CONTROL_ENABLEDETECTEXCEPTIONS] = {BRIG_TYPE_U32, 1, false, false, true},
	[BRIG_CONTROL_MAXDYNAMICGROUPSIZE] = {BRIG_TYPE_U32, 1, false, false, false},
	[BRIG_CONTROL_MAXFLATGRIDSIZE] = {BRIG_TYPE_U64, 1, true, true, false},
	[BRIG_CONTROL_MAXFLATWORKGROUPSIZE] = {BRIG_TYPE_U32, 1, true, true, false},
	[BRIG_CONTROL_REQUIREDDIM] = {BRIG_TYPE_U32, 1, false, true, false},
	[BRIG_CONTROL_REQUIREDGRIDSIZE] = {BRIG_TYPE_U64, 3, true, true, false},
	[BRIG_CONTROL_REQUIREDWORKGROUPSIZE] = {BRIG_TYPE_U32, 3, true, true, false},
	[BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS] = {BRIG_TYPE_NONE, 0, false, false, false},
};

static const char *name_of(uint16_t control)
{
	return isa_modifier_text(ISA_MOD_CONTROL, control);
}

static bool read_operand(struct brig_verifier *vf, const struct brig_entry *e, uint32_t off,
	unsigned i, struct brig_control *out)
{
	uint16_t control = e->u.control.control;
	const char *type = isa_type_find(rules[control].type)->text;
	struct brig_operand o = brig_verify_operand_at(vf, off);
	out->wavesize[i] = o.kind == BRIG_KIND_OPERAND_WAVESIZE;
	if (out->wavesize[i])
		return rules[control].wavesize ||
		       FAIL_CODE(vf, e->off, "operand %u of '%s' may not be WAVESIZE", i,
			       name_of(control));
	if (o.kind != BRIG_KIND_OPERAND_CONSTANT_BYTES || o.u.constant.type != rules[control].type)
		return FAIL_CODE(vf, e->off, "operand %u of '%s' must be a constant of type %s%s",
			i, name_of(control), type, rules[control].wavesize ? " or WAVESIZE" : "");
	out->value[i] = brig_constant_u64(brig_verify_data(vf, o.u.constant.bytes));
	if (rules[control].positive && out->value[i] == 0)
		return FAIL_CODE(vf, e->off, "operand %u of '%s' must not be 0", i,
			name_of(control));
	if (control == BRIG_CONTROL_REQUIREDDIM && out->value[i] > 3)
		return FAIL_CODE(vf, e->off, "operand %u of '%s' must be 1, 2 or 3", i,
			name_of(control));
	return true;
}

static bool same_values(const struct brig_control *a, const struct brig_control *b, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (a->wavesize[i] != b->wavesize[i] ||
			(!a->wavesize[i] && a->value[i] != b->value[i]))
			return false;
	return true;
}

void brig_verify_control(struct brig_verifier *vf, const struct brig_entry *e)
{
	uint16_t control = e->u.control.control;
	struct brig_list l = brig_verify_list(vf, e->u.control.operands);
	struct brig_control now = {.given = true};
	if (control == BRIG_CONTROL_NONE) {
		FAIL_CODE(vf, e->off, "control directive of no kind");
		return;
	}
	if (l.count != rules[control].count) {
		FAIL_CODE(vf, e->off, "'%s' has %u operands, not %u", name_of(control), l.count,
			rules[control].count);
		return;
	}
	for (unsigned i = 0; i < l.count; i++)
		if (!read_operand(vf, e, brig_list_at(&l, i), i, &now))
			return;
	struct brig_control *before = &vf->body->controls[control];
	if (before->given && !rules[control].may_differ && !same_values(before, &now, l.count))
		FAIL_CODE(vf, e->off, "'%s' has other values than before in the same code block",
			name_of(control));
	*before = now;
}

/* ---- agreement ------------------------------------------------------------------------------- */

/* The product of the values that are known; at least 1. */
static uint64_t product(const struct brig_control *c)
{
	uint64_t p = 1;
	for (unsigned i = 0; i < 3; i++)
		if (!c->wavesize[i] && c->value[i] != 0)
			p = p > UINT64_MAX / c->value[i] ? UINT64_MAX : p * c->value[i];
	return p;
}

static void check_maximum(struct brig_verifier *vf, uint16_t maximum, uint16_t required)
{
	const struct brig_control *m = &vf->body->controls[maximum],
				  *r = &vf->body->controls[required];
	if (m->given && r->given && !m->wavesize[0] && product(r) > m->value[0])
		FAIL_CODE(vf, vf->body->function.off, "'%s' is larger than '%s' allows",
			name_of(required), name_of(maximum));
}

/* Dimensions beyond requireddim are 1. */
static void check_dimensions(struct brig_verifier *vf, uint16_t required)
{
	const struct brig_control *dim = &vf->body->controls[BRIG_CONTROL_REQUIREDDIM];
	const struct brig_control *r = &vf->body->controls[required];
	for (uint64_t i = dim->value[0]; dim->given && r->given && i < 3; i++)
		if (!r->wavesize[i] && r->value[i] != 1)
			FAIL_CODE(vf, vf->body->function.off,
				"'%s' has more dimensions than 'requireddim'", name_of(required));
}

void brig_verify_controls_agree(struct brig_verifier *vf)
{
	check_maximum(vf, BRIG_CONTROL_MAXFLATGRIDSIZE, BRIG_CONTROL_REQUIREDGRIDSIZE);
	check_maximum(vf, BRIG_CONTROL_MAXFLATWORKGROUPSIZE, BRIG_CONTROL_REQUIREDWORKGROUPSIZE);
	check_dimensions(vf, BRIG_CONTROL_REQUIREDGRIDSIZE);
	check_dimensions(vf, BRIG_CONTROL_REQUIREDWORKGROUPSIZE);
}

/* ---- pragmas --------------------------------------------------------------------------------- */

/* *local: the operand is a name of the function. */
static bool pragma_operand(struct brig_verifier *vf, const struct brig_entry *e, uint32_t off,
	bool *local)
{
	struct brig_operand o = brig_verify_operand_at(vf, off);
	switch (o.kind) {
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
	case BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST:
	case BRIG_KIND_OPERAND_CONSTANT_IMAGE:
	case BRIG_KIND_OPERAND_CONSTANT_SAMPLER:
		return brig_verify_constant_uses(vf, off);
	case BRIG_KIND_OPERAND_STRING:
	case BRIG_KIND_OPERAND_WAVESIZE:
		return true;
	case BRIG_KIND_OPERAND_REGISTER:
		return vf->body != NULL ||
		       FAIL_CODE(vf, e->off, "pragma names a register outside a code block");
	case BRIG_KIND_OPERAND_CODE_REF: {
		struct brig_entry target;
		brig_verify_code(vf, o.u.code_ref.ref, &target);
		struct str name = brig_verify_name_of(vf, &target);
		*local |= name.n > 0 && name.p[0] != '&';
		return brig_verify_reference(vf, e->off, target.off);
	}
	}
	return FAIL_CODE(vf, e->off,
		"operand of a pragma must be a constant, string, register, name or WAVESIZE");
}

void brig_verify_pragma(struct brig_verifier *vf, const struct brig_entry *e)
{
	uint32_t list = e->u.pragma.operands;
	struct brig_list l = brig_verify_list(vf, list);
	/* Registers are all that differs between code blocks and the module's scope. */
	const struct brig_checked anywhere = {BRIG_CHECKED_PRAGMA, list, vf->body != NULL, 0};
	struct brig_checked here = {BRIG_CHECKED_LOCAL_PRAGMA, list, 0, 0};
	bool local = false;
	if (vf->body != NULL) {
		here.scope = vf->body->scope;
		here.arg_scope = vf->body->arg_scope;
	}
	if (l.count == 0)
		FAIL_CODE(vf, e->off, "pragma has no operands");
	if (brig_verify_is_checked(vf, &anywhere) || brig_verify_is_checked(vf, &here))
		return;
	for (uint32_t i = 0; i < l.count; i++)
		if (!pragma_operand(vf, e, brig_list_at(&l, i), &local))
			return;
	brig_verify_set_checked(vf, local ? &here : &anywhere);
}

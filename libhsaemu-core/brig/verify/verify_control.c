/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Control directives and pragmas (PRM 13.3, 13.4). */
#include "brig/verify/verify_call_graph_impl.h"
#include "brig/verify/verify_control_impl.h"
#include "brig/verify/verify_operand_impl.h"
#include "brig/verify/verify_symbol_impl.h"
#include "brig/verify/verify_use_impl.h"

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

/* The values of a control directive. */
struct control {
	bool wavesize[3];
	uint64_t value[3];
};

static bool read_operand(struct brig_verifier *vf, const struct brig_entry *e, uint32_t off,
	unsigned i, struct control *out)
{
	uint16_t control = e->u.control.control;
	const char *type = isa_type_find(rules[control].type)->text;
	struct brig_operand o = brig_verify_operand_at(vf, off);
	out->wavesize[i] = o.kind == BRIG_KIND_OPERAND_WAVESIZE;
	if (out->wavesize[i])
		return rules[control].wavesize ||
		       FAIL_CODE(vf, e->off, "13.4", "operand %u of '%s' may not be WAVESIZE", i,
			       name_of(control));
	if (o.kind != BRIG_KIND_OPERAND_CONSTANT_BYTES || o.u.constant.type != rules[control].type)
		return FAIL_CODE(vf, e->off, "13.4",
			"operand %u of '%s' must be a constant of type %s%s", i, name_of(control),
			type, rules[control].wavesize ? " or WAVESIZE" : "");
	out->value[i] = brig_constant_u64(brig_verify_data(vf, o.u.constant.bytes));
	if (rules[control].positive && out->value[i] == 0)
		return FAIL_CODE(vf, e->off, "13.4", "operand %u of '%s' must not be 0", i,
			name_of(control));
	if (control == BRIG_CONTROL_REQUIREDDIM && out->value[i] > 3)
		return FAIL_CODE(vf, e->off, "13.4", "operand %u of '%s' must be 1, 2 or 3", i,
			name_of(control));
	return true;
}

static bool read_control(struct brig_verifier *vf, const struct brig_entry *e, struct control *out)
{
	uint16_t control = e->u.control.control;
	struct brig_list l = brig_verify_list(vf, e->u.control.operands);
	*out = (struct control){.value = {0}};
	if (control == BRIG_CONTROL_NONE)
		return FAIL_CODE(vf, e->off, "13.4", "control directive of no kind");
	if (l.count != rules[control].count)
		return FAIL_CODE(vf, e->off, "13.4", "'%s' has %u operand%s, not %u",
			name_of(control), l.count, l.count == 1 ? "" : "s", rules[control].count);
	for (unsigned i = 0; i < l.count; i++)
		if (!read_operand(vf, e, brig_list_at(&l, i), i, out))
			return false;
	return true;
}

/* Reads a directive whose operands were found good. */
static struct control control_at(struct brig_verifier *vf, uint32_t off)
{
	struct brig_entry e;
	struct control c;
	brig_verify_code(vf, off, &e);
	if (!read_control(vf, &e, &c))
		BUG("control directive at 0x%x was checked", off);
	return c;
}

static bool same_values(const struct control *a, const struct control *b)
{
	for (unsigned i = 0; i < 3; i++)
		if (a->wavesize[i] != b->wavesize[i] || a->value[i] != b->value[i])
			return false;
	return true;
}

bool brig_verify_same_control(struct brig_verifier *vf, uint32_t a, uint32_t b)
{
	struct control x = control_at(vf, a), y = control_at(vf, b);
	return a == b || same_values(&x, &y);
}

/* Returns whether two values can be equal, given that WAVESIZE is a power of two from 1 to 256 (PRM
 * 2.6.2). */
static bool may_be_equal(const struct control *a, const struct control *b)
{
	for (unsigned i = 0; i < 3; i++) {
		uint64_t other = a->wavesize[i] ? b->value[i] : a->value[i];
		if (a->wavesize[i] == b->wavesize[i] ? a->value[i] != b->value[i]
						     : !is_pow2(other) || other > 256)
			return false;
	}
	return true;
}

bool brig_verify_controls_differ(struct brig_verifier *vf, uint32_t a, uint32_t b)
{
	struct control x = control_at(vf, a), y = control_at(vf, b);
	return !may_be_equal(&x, &y);
}

bool brig_verify_control_must_agree(uint16_t control)
{
	return !rules[control].may_differ;
}

static void note_control(struct brig_verifier *vf, uint32_t off, const char *text)
{
	diag_note(vf->d, brig_place(vf->v, BRIG_SECTION_INDEX_CODE, off), "%s", text);
}

void brig_verify_control(struct brig_verifier *vf, const struct brig_entry *e)
{
	uint16_t control = e->u.control.control;
	uint32_t *first = &vf->body->controls[control];
	struct control now;
	if (!read_control(vf, e, &now))
		return;
	if (*first == 0) {
		*first = e->off;
		brig_call_graph_add_fact(vf, control, e->off);
		return;
	}
	struct control before = control_at(vf, *first);
	if (rules[control].may_differ || may_be_equal(&before, &now))
		return;
	FAIL_CODE(vf, e->off, "13.4", "'%s' has other values than before in the same code block",
		name_of(control));
	note_control(vf, *first, "the first one is here");
}

/* ---- agreement ------------------------------------------------------------------------------ */

/* Returns the product of the values that are known, at least 1. */
static uint64_t product(const struct control *c)
{
	uint64_t p = 1;
	for (unsigned i = 0; i < 3; i++)
		if (!c->wavesize[i])
			p = p > UINT64_MAX / c->value[i] ? UINT64_MAX : p * c->value[i];
	return p;
}

static void check_maximum(struct brig_verifier *vf, const uint32_t offs[], uint16_t maximum,
	uint16_t required)
{
	if (offs[maximum] == 0 || offs[required] == 0)
		return;
	struct control m = control_at(vf, offs[maximum]), r = control_at(vf, offs[required]);
	if (m.wavesize[0] || product(&r) <= m.value[0] ||
		!brig_verify_first_time(vf, BRIG_CHECKED_CONTROLS, offs[maximum], offs[required]))
		return;
	FAIL_CODE(vf, offs[required], "13.4", "'%s' is larger than '%s' allows, which is %llu",
		name_of(required), name_of(maximum), (unsigned long long)m.value[0]);
	note_control(vf, offs[maximum], "the maximum is given here");
}

/* Checks that sizes in dimensions beyond requireddim are 1. */
static void check_dimensions(struct brig_verifier *vf, const uint32_t offs[], uint16_t required)
{
	uint32_t requireddim = offs[BRIG_CONTROL_REQUIREDDIM];
	if (requireddim == 0 || offs[required] == 0)
		return;
	struct control dim = control_at(vf, requireddim), r = control_at(vf, offs[required]);
	for (uint64_t i = dim.value[0]; i < 3; i++) {
		if (r.wavesize[i] || r.value[i] == 1)
			continue;
		if (!brig_verify_first_time(vf, BRIG_CHECKED_CONTROLS, requireddim, offs[required]))
			return;
		FAIL_CODE(vf, offs[required], "13.4",
			"'%s' has more dimensions than 'requireddim', which is %llu: %c must be 1",
			name_of(required), (unsigned long long)dim.value[0], "XYZ"[i]);
		note_control(vf, requireddim, "'requireddim' is given here");
		return;
	}
}

void brig_verify_controls_agree(struct brig_verifier *vf, const uint32_t offs[])
{
	check_maximum(vf, offs, BRIG_CONTROL_MAXFLATGRIDSIZE, BRIG_CONTROL_REQUIREDGRIDSIZE);
	check_maximum(vf, offs, BRIG_CONTROL_MAXFLATWORKGROUPSIZE,
		BRIG_CONTROL_REQUIREDWORKGROUPSIZE);
	check_dimensions(vf, offs, BRIG_CONTROL_REQUIREDGRIDSIZE);
	check_dimensions(vf, offs, BRIG_CONTROL_REQUIREDWORKGROUPSIZE);
}

/* ---- pragmas -------------------------------------------------------------------------------- */

/* *local becomes true when the operand is a name or register of the function. */
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
		if (vf->body == NULL)
			return FAIL_CODE(vf, e->off, "13.3",
				"pragma names a register outside a code block");
		brig_verify_use_register(vf, o.u.reg.reg_kind, o.u.reg.number);
		*local = true;
		return true;
	case BRIG_KIND_OPERAND_CODE_REF: {
		struct brig_entry target;
		brig_verify_code(vf, o.u.code_ref.ref, &target);
		struct str name = brig_verify_name_of(vf, &target);
		*local |= name.n > 0 && name.p[0] != '&';
		return brig_verify_reference(vf, e->off, target.off);
	}
	}
	return FAIL_CODE(vf, e->off, "13.3",
		"operand of a pragma must be a constant, string, register, name or WAVESIZE");
}

void brig_verify_pragma(struct brig_verifier *vf, const struct brig_entry *e)
{
	uint32_t list = e->u.pragma.operands;
	struct brig_list l = brig_verify_list(vf, list);
	const struct brig_checked anywhere = {BRIG_CHECKED_PRAGMA, list, 0, 0};
	struct brig_checked here = {BRIG_CHECKED_LOCAL_PRAGMA, list, 0, 0};
	bool local = false;
	if (vf->body != NULL) {
		here.scope = vf->body->scope;
		here.arg_scope = vf->body->arg_scope;
	}
	if (l.count == 0)
		FAIL_CODE(vf, e->off, "13.3", "pragma has no operands");
	if (brig_verify_is_checked(vf, &anywhere) || brig_verify_is_checked(vf, &here))
		return;
	for (uint32_t i = 0; i < l.count; i++)
		if (!pragma_operand(vf, e, brig_list_at(&l, i), &local))
			return;
	brig_verify_set_checked(vf, local ? &here : &anywhere);
}

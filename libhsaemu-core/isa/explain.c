/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Explains why a mnemonic does not match: what was found and what is allowed. To find out what is
 * allowed, every value is tried, and those are listed with which some row of the opcode fits
 * further. */
#include "hsaemu/isa.h"

#include "explain_impl.h"

void isa_copy_message(char message[200], const struct buf *why)
{
	enum { ROOM = 199 };
	size_t n = why->len <= ROOM ? why->len : ROOM - 3;
	memcpy(message, why->data, n);
	if (n < why->len) {
		memcpy(message + n, "...", 3);
		n += 3;
	}
	message[n] = '\0';
}

/* ---- lists ---------------------------------------------------------------------------------- */

enum { MAX_VALUES = 64 };

/* Appends a list as "a, b or c". */
struct list {
	const char *items[MAX_VALUES];
	unsigned count;
};

static void add(struct list *l, const char *item)
{
	for (unsigned i = 0; i < l->count; i++)
		if (strcmp(l->items[i], item) == 0)
			return;
	if (l->count < MAX_VALUES)
		l->items[l->count++] = item;
}

static void say_list(struct buf *why, const struct list *l)
{
	for (unsigned i = 0; i < l->count; i++)
		buf_printf(why, "%s%s",
			i == 0              ? ""
			: i + 1 == l->count ? " or "
					    : ", ",
			l->items[i]);
}

void isa_say_types(struct buf *why, uint64_t set)
{
	enum { NAMED_PACKED = 4 }; /* more are called "a packed type" */
	struct list l = {.count = 0};
	unsigned packed = 0, floats = 0;
	for (unsigned t = ISA_TYPE_U8X4; t < ISA_TYPE_COUNT; t++)
		packed += set >> t & 1;
	for (unsigned t = ISA_TYPE_F16X2; t <= ISA_TYPE_F64X2; t++)
		floats += set >> t & 1;
	for (unsigned t = 0; t < ISA_TYPE_COUNT; t++)
		if (set >> t & 1 && (t < ISA_TYPE_U8X4 || packed <= NAMED_PACKED))
			add(&l, isa_type_at((enum isa_type_index)t)->text);
	if (packed > NAMED_PACKED)
		add(&l, floats == 0       ? "a packed integer type"
			: floats < packed ? "a packed type"
					  : "a packed float type");
	say_list(why, &l);
}

/* ---- modifiers ------------------------------------------------------------------------------ */

/* Returns the text of a value, or NULL when the value is not written. */
static const char *value_text(const struct isa_form *f, enum isa_slot slot, unsigned value)
{
	static const char *const sizes[] = {NULL, NULL, "v2", "v3", "v4"};
	enum isa_modifier m = isa_slot_modifier(f, slot, value);
	if (m != ISA_MOD_COUNT)
		return isa_modifier_text(m, value);
	return slot == SLOT_VEC && value < ARRAY_LEN(sizes) ? sizes[value] : NULL;
}

const char *isa_slot_text(const struct isa_form *f, enum isa_slot slot)
{
	static const char *const lists[] = {
#define MODIFIER(id, text) text,
#define MODIFIER_VALUE(id, text, value)
#include "hsaemu/modifiers.def"
	};
	enum isa_modifier m = isa_slot_modifier(f, slot, 0);
	if (slot == SLOT_ATOMIC && f->record == BRIG_KIND_INST_SIGNAL)
		return "signal operation";
	return m == ISA_MOD_COUNT ? isa_slots[slot].text : lists[m];
}

bool isa_slot_listed(enum isa_slot slot)
{
	return isa_slots[slot].modifier != ISA_MOD_COUNT || slot == SLOT_VEC;
}

void isa_say_values(struct buf *why, const struct isa_form *f, enum isa_slot slot, uint64_t set)
{
	struct list l = {.count = 0};
	for (unsigned v = 0; v < MAX_VALUES; v++) {
		const char *text = value_text(f, slot, v);
		if (set >> v & 1 && text != NULL)
			add(&l, text);
	}
	say_list(why, &l);
}

void isa_say_modifiers(struct buf *out, enum isa_modifier m, uint64_t set)
{
	struct list l = {.count = 0};
	for (unsigned v = 0; v < MAX_VALUES; v++)
		if (set >> v & 1 && isa_modifier_text(m, v) != NULL)
			add(&l, isa_modifier_text(m, v));
	say_list(out, &l);
}

/* The instruction that does not match, and how far the nearest row got. */
struct misfit {
	const struct isa_fit *fit;
	const struct isa_form *nearest;
	const struct isa_inst *inst;
	uint16_t record;
	uint32_t written;
	struct buf *why;
};

/* True when a row fits further with other values. */
static bool improves(const struct misfit *m, const struct isa_inst *inst, uint32_t written)
{
	const struct isa_form *f, *end;
	for (isa_forms_of(inst->opcode, &f, &end); f < end; f++)
		if (isa_fit_mnemonic(f, inst, m->record, written).score > m->fit->score)
			return true;
	return false;
}

/* Returns what an absent value is called in messages. */
static const char *absent_text(enum isa_slot slot, unsigned value)
{
	if (slot == SLOT_SEGMENT && value == BRIG_SEGMENT_FLAT)
		return "flat";
	return slot == SLOT_ROUND && value == BRIG_ROUND_FLOAT_DEFAULT ? "default" : "none";
}

static void allowed_values(const struct misfit *m, struct list *l)
{
	enum isa_slot slot = m->fit->slot;
	struct isa_inst inst = *m->inst;
	bool none = false;
	for (unsigned v = 0; v < MAX_VALUES; v++) {
		const char *text = value_text(m->nearest, slot, v);
		isa_slot_set(&inst, slot, v);
		if (text == NULL && m->record == 0)
			none |= improves(m, &inst, m->written & ~(1u << slot));
		else if (improves(m, &inst, m->written | 1u << slot))
			add(l, text != NULL ? text : absent_text(slot, v));
	}
	if (none && l->count > 0)
		add(l, "none");
}

/* Appends the mnemonic as far as it fits, as "'atomic_add_u32' ". */
static void say_mnemonic(const struct misfit *m)
{
	const struct isa_form *f = m->nearest;
	const struct isa_type *t = isa_type_find(m->inst->type);
	bool slots = m->fit->kind == ISA_MISMATCH_MODIFIER;
	bool operation = slots && (m->fit->slot == SLOT_ATOMIC || m->fit->slot == SLOT_QUERY);
	bool geometry = slots && !operation && m->fit->slot != SLOT_GEOMETRY;
	const char *text = value_text(f, SLOT_ATOMIC, m->inst->atomic_op);
	buf_printf(m->why, "'%s", isa_form_opcode(f)->text);
	if (!operation && f->allowed[SLOT_ATOMIC] != 0 && text != NULL)
		buf_printf(m->why, "_%s", text);
	text = value_text(f, SLOT_GEOMETRY, m->inst->geometry);
	if (geometry && f->allowed[SLOT_GEOMETRY] != 0 && text != NULL)
		buf_printf(m->why, "_%s", text);
	text = value_text(f, SLOT_QUERY, m->inst->query);
	if (!operation && f->allowed[SLOT_QUERY] != 0 && text != NULL)
		buf_printf(m->why, "_%s", text);
	if (t != NULL && !operation && (slots || m->fit->type != OF_T))
		buf_printf(m->why, "_%s", t->text);
	buf_puts(m->why, "' ");
}

static const char *article(const char *noun)
{
	return strchr("aeio", noun[0]) != NULL ? "an" : "a";
}

static void explain_slot(const struct misfit *m)
{
	enum isa_slot slot = m->fit->slot;
	const char *what = isa_slot_text(m->nearest, slot);
	const char *text = value_text(m->nearest, slot, isa_slot_get(m->inst, slot));
	bool written = (m->written & 1u << slot) != 0;
	bool listed = isa_slot_listed(slot);
	bool absent = !written || (listed && text == NULL) ||
	              (!listed && isa_slot_get(m->inst, slot) == 0);
	struct list l = {.count = 0};

	say_mnemonic(m);
	if (listed)
		allowed_values(m, &l);
	if (!absent && l.count == 0) {
		buf_printf(m->why, "takes no %s", what);
		return;
	}
	if (absent)
		buf_printf(m->why, "needs %s %s", article(what), what);
	else
		buf_printf(m->why, "does not take %s '%s'", what, text);
	if (l.count > 0)
		buf_puts(m->why, absent ? ": " : ", but ");
	say_list(m->why, &l);
}

/* ---- types ---------------------------------------------------------------------------------- */

const char *isa_type_role(unsigned i)
{
	static const char *const roles[TYPE_SLOT_COUNT] = {
		"type", "source type", "image type", "coordinate type", "signal type"};
	return roles[i];
}

static uint64_t allowed_types(const struct misfit *m, unsigned i)
{
	struct isa_inst inst = *m->inst;
	uint64_t set = 0;
	for (unsigned t = 0; t < ISA_TYPE_COUNT; t++) {
		uint16_t type = isa_type_at((enum isa_type_index)t)->brig;
		isa_inst_set_type(&inst, i, type);
		if (type != BRIG_TYPE_NONE && improves(m, &inst, m->written))
			set |= SLOT_BIT(t);
	}
	return set;
}

static void explain_type(const struct misfit *m)
{
	unsigned i = m->fit->type - OF_T;
	const struct isa_type *t = isa_type_find(isa_inst_type(m->inst, m->fit->type));
	uint64_t set = allowed_types(m, i);
	say_mnemonic(m);
	if (t == NULL)
		buf_printf(m->why, "needs %s %s", article(isa_type_role(i)), isa_type_role(i));
	else if (set == 0)
		buf_printf(m->why, "takes no %s", isa_type_role(i));
	else
		buf_printf(m->why, "does not take %s %s", isa_type_role(i), t->text);
	if (set != 0)
		buf_puts(m->why, t == NULL ? ": " : ", but ");
	isa_say_types(m->why, set);
}

/* ---- the whole ------------------------------------------------------------------------------ */

void isa_explain_mnemonic(const struct isa_fit *fit, const struct isa_form *f,
	const struct isa_inst *inst, uint16_t record, uint32_t written, struct buf *why)
{
	const struct misfit m = {fit, f, inst, record, written, why};
	if (fit->kind == ISA_MISMATCH_OPCODE)
		buf_printf(why, "'%s' is not encoded in a record of kind 0x%04x",
			isa_form_opcode(f)->text, record);
	else if (fit->kind == ISA_MISMATCH_TYPE)
		explain_type(&m);
	else
		explain_slot(&m);
}

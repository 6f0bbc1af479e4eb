/* Says why a mnemonic does not match: what was found and what is allowed. */
#include "hsaemu/isa.h"

#include "form_impl.h"

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

/* Separator before item i of n: "a, b or c". */
static const char *separator(unsigned i, unsigned n)
{
	return i == 0 ? "" : i + 1 == n ? " or " : ", ";
}

static void say_types(struct buf *why, uint64_t set)
{
	unsigned n = 0, i = 0;
	bool packed = false;
	for (unsigned t = 0; t < ISA_TYPE_COUNT; t++)
		n += set >> t & 1 && t < ISA_TYPE_U8X4;
	packed = set >> ISA_TYPE_U8X4 != 0;
	for (unsigned t = 0; t < ISA_TYPE_U8X4; t++) {
		if ((set >> t & 1) == 0)
			continue;
		buf_puts(why, separator(i++, n + packed));
		buf_puts(why, isa_type_at((enum isa_type_index)t)->text);
	}
	if (packed) {
		buf_puts(why, separator(n, n + 1));
		buf_puts(why, "a packed type");
	}
}

static void say_slot_value(struct buf *why, const struct isa_form *f, enum isa_slot slot,
	unsigned v)
{
	enum isa_modifier m = isa_slot_modifier(f, slot, v);
	const char *text = m == ISA_MOD_COUNT ? NULL : isa_modifier_text(m, v);
	if (text != NULL)
		buf_puts(why, text);
	else if (slot == SLOT_VEC && v > 0)
		buf_printf(why, "v%u", v);
	else
		buf_printf(why, "%u", v);
}

static const char *slot_text(const struct isa_form *f, enum isa_slot slot)
{
	static const char *const lists[] = {
#define MODIFIER(id, text) text,
#define MODIFIER_VALUE(id, text, value)
#include "hsaemu/modifiers.def"
	};
	enum isa_modifier m = isa_slot_modifier(f, slot, 0);
	return m == ISA_MOD_COUNT ? isa_slots[slot].text : lists[m];
}

/* Values that text can write, as a list. */
static void say_slot_values(struct buf *why, const struct isa_form *f, enum isa_slot slot)
{
	unsigned n = 0, i = 0;
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned v = 0; v < 64; v++) {
			enum isa_modifier m = isa_slot_modifier(f, slot, v);
			bool named = m == ISA_MOD_COUNT ? v > 0 : isa_modifier_text(m, v) != NULL;
			if ((f->allowed[slot] >> v & 1) == 0 || !named)
				continue;
			if (pass == 0) {
				n++;
				continue;
			}
			buf_puts(why, separator(i++, n));
			say_slot_value(why, f, slot, v);
		}
	}
}

/* "'atomic_add_u32' ": the mnemonic as far as it tells the rows apart. */
static void say_mnemonic(struct buf *why, const struct isa_form *f, const struct isa_inst *inst,
	uint32_t written)
{
	const struct isa_type *t = isa_type_find(inst->type);
	buf_printf(why, "'%s", isa_form_opcode(f)->text);
	if (f->allowed[SLOT_ATOMIC] != 0 && written & 1u << SLOT_ATOMIC) {
		buf_puts(why, "_");
		say_slot_value(why, f, SLOT_ATOMIC, inst->atomic_op);
	}
	if (t != NULL)
		buf_printf(why, "_%s", t->text);
	buf_puts(why, "' ");
}

/* Does the field hold something that text can write? */
static bool has_written_value(const struct isa_form *f, enum isa_slot slot, unsigned value)
{
	enum isa_modifier m = isa_slot_modifier(f, slot, value);
	return m == ISA_MOD_COUNT ? value != 0 : isa_modifier_text(m, value) != NULL;
}

static void explain_slot(const struct isa_fit *fit, const struct isa_form *f,
	const struct isa_inst *inst, uint32_t written, struct buf *why)
{
	enum isa_slot slot = fit->slot;
	unsigned value = isa_slot_get(inst, slot);
	bool absent = (written & 1u << slot) == 0 || !has_written_value(f, slot, value);
	bool listed = isa_slots[slot].modifier != ISA_MOD_COUNT || slot == SLOT_VEC;
	const char *what = slot_text(f, slot);

	say_mnemonic(why, f, inst, written);
	if (absent && f->allowed[slot] != 0)
		buf_printf(why, "needs %s %s", strchr("aeio", what[0]) != NULL ? "an" : "a", what);
	else
		buf_printf(why, "does not take %s", what);
	if (!absent && listed) {
		buf_puts(why, " '");
		say_slot_value(why, f, slot, value);
		buf_puts(why, "'");
	}
	if (f->allowed[slot] == 0 || !listed)
		return;
	buf_puts(why, absent ? ": " : ", but ");
	say_slot_values(why, f, slot);
}

static void explain_type(const struct isa_fit *fit, const struct isa_form *f,
	const struct isa_inst *inst, struct buf *why)
{
	static const char *const roles[] = {
		"type", "source type", "image type", "coordinate type", "signal type"};
	unsigned i = fit->type - OF_T;
	const struct isa_type *t = isa_type_find(isa_inst_type(inst, fit->type));
	const struct isa_type *dest = isa_type_find(inst->type);
	const char *op = isa_form_opcode(f)->text;
	if (f->types[i] == 0)
		buf_printf(why, "'%s' has no %s", op, roles[i]);
	else if (t == NULL)
		buf_printf(why, "'%s' needs a %s", op, roles[i]);
	else if (i > 0 && dest != NULL)
		buf_printf(why, "'%s_%s' does not take %s %s", op, dest->text, roles[i], t->text);
	else
		buf_printf(why, "'%s' does not take %s %s", op, roles[i], t->text);
	if (f->types[i] != 0 && !(t != NULL && f->types[i] >> isa_type_idx(t) & 1)) {
		buf_puts(why, t == NULL ? ": " : ", but ");
		say_types(why, f->types[i]);
	}
}

/* All rows that got as far as the nearest one allow something at the place of the fault. */
static struct isa_form merge_rows(const struct isa_fit *fit, const struct isa_form *nearest,
	const struct isa_inst *inst, uint16_t record, uint32_t written)
{
	const struct isa_form *f, *end;
	struct isa_form all = *nearest;
	isa_forms_of(inst->opcode, &f, &end);
	for (; f < end; f++) {
		struct isa_fit other = isa_fit_mnemonic(f, inst, record, written);
		if (other.score != fit->score || other.kind != fit->kind)
			continue;
		if (fit->kind == ISA_MISMATCH_TYPE)
			all.types[fit->type - OF_T] |= f->types[fit->type - OF_T];
		else
			all.allowed[fit->slot] |= f->allowed[fit->slot];
	}
	return all;
}

void isa_explain_mnemonic(const struct isa_fit *fit, const struct isa_form *f,
	const struct isa_inst *inst, uint16_t record, uint32_t written, struct buf *why)
{
	if (fit->kind == ISA_MISMATCH_OPCODE) {
		buf_printf(why, "'%s' is not encoded in a record of kind 0x%04x",
			isa_form_opcode(f)->text, record);
		return;
	}
	struct isa_form all = merge_rows(fit, f, inst, record, written);
	if (fit->kind == ISA_MISMATCH_TYPE)
		explain_type(fit, &all, inst, why);
	else
		explain_slot(fit, &all, inst, written, why);
}

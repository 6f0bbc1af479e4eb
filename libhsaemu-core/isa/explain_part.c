/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says why a part of a mnemonic cannot stand where it does: out of order, foreign to the opcode, or
 * unknown. */
#include "hsaemu/isa.h"
#include "hsaemu/similar.h"

#include "explain_impl.h"

static struct str text_of(const struct isa_part *p)
{
	struct str s = str_skip(p->rest, 1);
	s.n = p->n;
	return s;
}

static const char *opcode_text(const struct isa_part *p)
{
	return isa_form_opcode(p->first)->text;
}

/* ---- what a part is ------------------------------------------------------------------------- */

static bool is_vector_size(struct str s)
{
	if (s.n < 2 || s.p[0] != 'v')
		return false;
	for (size_t i = 1; i < s.n; i++)
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
	return true;
}

/* Appends the word with its argument or without, as "width(4)" or "width". */
static bool is_word(struct str s, const char *word)
{
	struct str rest = str_skip(s, strlen(word));
	return str_starts(s, str_from(word)) && (rest.n == 0 || rest.p[0] == '(');
}

static bool in_list(const struct isa_part *p, enum isa_slot slot)
{
	unsigned value;
	struct str rest = p->rest.n == 0 ? p->rest : str_skip(p->rest, 1);
	enum isa_modifier list = isa_slot_modifier(p->first, slot, 0);
	return isa_modifier_prefix(list, rest, &value) > 0 ||
	       (slot == SLOT_ROUND && isa_modifier_prefix(ISA_MOD_IROUND, rest, &value) > 0);
}

static bool is_slot(const struct isa_part *p, enum isa_slot slot)
{
	switch (slot) {
	case SLOT_VEC:
		return is_vector_size(text_of(p));
	case SLOT_ALIGN:
		return is_word(text_of(p), "align");
	case SLOT_EQUIV:
		return is_word(text_of(p), "equiv");
	case SLOT_WIDTH:
		return is_word(text_of(p), "width");
	case SLOT_CONST:
		return str_is(text_of(p), "const");
	case SLOT_NONULL:
		return str_is(text_of(p), "nonull");
	case SLOT_FTZ:
		return str_is(text_of(p), "ftz");
	case SLOT_ATOMIC: /* the names of operations and queries are too common to look for */
	case SLOT_QUERY:
		return p->used >> slot & 1 && in_list(p, slot);
	case SLOT_COMPARE:
	case SLOT_GEOMETRY:
	case SLOT_SEGMENT:
	case SLOT_ORDER:
	case SLOT_SCOPE:
	case SLOT_ROUND:
	case SLOT_PACK:
		return in_list(p, slot);
	case SLOT_COUNT:
		break;
	}
	return false;
}

/* Finds the slot that the part is a value of, among those of the opcode first; SLOT_COUNT when
 * there is none. */
static enum isa_slot slot_of(const struct isa_part *p)
{
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
			if ((p->used >> slot & 1) == (pass == 0) && is_slot(p, (enum isa_slot)slot))
				return (enum isa_slot)slot;
	return SLOT_COUNT;
}

/* ---- a known part in the wrong place -------------------------------------------------------- */

/* Finds what was read although it comes after the slot in the order of the text; empty when
 * nothing was. */
static struct str first_after(const struct isa_part *p, enum isa_slot slot)
{
	for (unsigned s = slot + 1u; s < SLOT_COUNT; s++)
		if (p->written >> s & 1)
			return p->slots[s];
	for (unsigned i = 0; i < p->type_count; i++)
		if (p->types[i].n > 0)
			return p->types[i];
	return (struct str){NULL, 0};
}

/* Appends the values of a slot, as ": scacq, screl or scar". */
static void say_values(const struct isa_part *p, enum isa_slot slot, struct buf *why)
{
	uint64_t set = 0;
	for (const struct isa_form *f = p->first; f < p->end; f++)
		set |= f->allowed[slot];
	buf_puts(why, ": ");
	isa_say_values(why, p->first, slot, set);
}

static void explain_known(const struct isa_part *p, enum isa_slot slot, struct buf *why)
{
	struct str part = text_of(p), after = first_after(p, slot);
	if ((p->used >> slot & 1) == 0) {
		buf_printf(why, "'%s' takes no %s", opcode_text(p), isa_slot_text(p->first, slot));
	} else if (p->written >> slot & 1) {
		buf_printf(why, "'%s' has its %s already: '" STR_FMT "'", opcode_text(p),
			isa_slot_text(p->first, slot), STR_ARG(p->slots[slot]));
	} else if (after.n > 0) {
		buf_printf(why, "'" STR_FMT "' must stand before '" STR_FMT "'", STR_ARG(part),
			STR_ARG(after));
	} else {
		buf_printf(why, "'" STR_FMT "' is no %s of '%s'", STR_ARG(part),
			isa_slot_text(p->first, slot), opcode_text(p));
		if (slot == SLOT_VEC)
			say_values(p, slot, why);
	}
}

/* ---- types, unknown parts ------------------------------------------------------------------- */

/* Collects the types of role i in the rows whose earlier types were read. */
static uint64_t types_at(const struct isa_part *p, unsigned i)
{
	uint64_t set = 0;
	for (const struct isa_form *f = p->first; f < p->end; f++) {
		bool fits = true;
		for (unsigned k = 0; k < i; k++) {
			const struct isa_type *t = isa_type_find(isa_inst_type(p->inst,
				(enum isa_type_slot)(OF_T + k)));
			fits &= t == NULL || f->types[k] >> isa_type_idx(t) & 1;
		}
		if (fits)
			set |= f->types[i];
	}
	return set;
}

/* Returns the index of the type that is expected next, or TYPE_SLOT_COUNT. */
static unsigned next_type(const struct isa_part *p)
{
	unsigned i = p->type_count;
	while (i < TYPE_SLOT_COUNT && p->first->types[i] == 0)
		i++;
	return i;
}

/* Returns a slot that must be written and was not, or SLOT_COUNT. */
static enum isa_slot missing_slot(const struct isa_part *p)
{
	for (unsigned s = 0; s < SLOT_COUNT; s++) {
		bool needed = (p->written >> s & 1) == 0;
		for (const struct isa_form *f = p->first; f < p->end; f++)
			needed &= isa_slot_written(f, (enum isa_slot)s) && !isa_slots[s].optional;
		if (needed)
			return (enum isa_slot)s;
	}
	return SLOT_COUNT;
}

static void suggest(const struct isa_part *p, uint64_t types, struct buf *why)
{
	struct similar s = {text_of(p), 2, NULL};
	for (unsigned t = 0; t < ISA_TYPE_COUNT; t++)
		if (types >> t & 1)
			similar_try(&s, isa_type_at((enum isa_type_index)t)->text);
	for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
		for (unsigned v = 0; p->used >> slot & 1 && v < 64; v++) {
			enum isa_modifier m = isa_slot_modifier(p->first, (enum isa_slot)slot, v);
			const char *text = m == ISA_MOD_COUNT ? NULL : isa_modifier_text(m, v);
			if (text != NULL)
				similar_try(&s, text);
		}
	similar_say(&s, why);
}

static void explain_type(const struct isa_part *p, struct buf *why)
{
	unsigned count = 0;
	for (unsigned i = 0; i < TYPE_SLOT_COUNT; i++)
		count += p->first->types[i] != 0;
	if (count == 0)
		buf_printf(why, "'%s' takes no type", opcode_text(p));
	else
		buf_printf(why, "'%s' takes %u type%s only", opcode_text(p), count,
			count == 1 ? "" : "s");
}

/* ---- opcodes -------------------------------------------------------------------------------- */

void isa_explain_opcode(struct str name, struct buf *why)
{
	struct similar s = {name, 3, NULL};
	const struct isa_opcode *op;
	for (uint16_t n = 0; (op = isa_opcode_find(n)) != NULL; n++)
		similar_try(&s, op->text);
	buf_printf(why, "there is no instruction '" STR_FMT "'", STR_ARG(name));
	similar_say(&s, why);
}

/* ---- the whole ------------------------------------------------------------------------------ */

void isa_explain_part(const struct isa_part *p, struct buf *why)
{
	struct str part = text_of(p);
	enum isa_slot slot = slot_of(p), missing = missing_slot(p);
	unsigned i = next_type(p);
	uint64_t types = i < TYPE_SLOT_COUNT ? types_at(p, i) : 0;
	if (p->rest.n > 0 && p->n == 0) {
		buf_puts(why, "a modifier or type is missing behind '_'");
	} else if (p->n == 0) {
		buf_printf(why, "'%s' lacks a %s: ", opcode_text(p), isa_type_role(i));
		isa_say_types(why, types);
	} else if (slot != SLOT_COUNT) {
		explain_known(p, slot, why);
	} else if (missing != SLOT_COUNT) {
		buf_printf(why, "'%s' needs a %s here, not '" STR_FMT "'", opcode_text(p),
			isa_slot_text(p->first, missing), STR_ARG(part));
		say_values(p, missing, why);
	} else if (isa_type_by_name(part) != NULL && i == TYPE_SLOT_COUNT) {
		explain_type(p, why);
	} else {
		buf_printf(why, "'" STR_FMT "' is no modifier%s that '%s' takes", STR_ARG(part),
			i < TYPE_SLOT_COUNT ? " or type" : "", opcode_text(p));
		suggest(p, types, why);
	}
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One row of forms.def, and functions that look at a row.
 *
 * A modifier is a slot of the mnemonic. All forms agree on one order of the slots (PRM 4.3.5 and
 * the syntax tables), so a form only has to say which values each slot may have. */
#ifndef HSAEMU_ISA_FORM_IMPL_H
#define HSAEMU_ISA_FORM_IMPL_H

#include "hsaemu/isa.h"

enum isa_slot { /* in the order of the text */
	SLOT_ATOMIC,
	SLOT_COMPARE,
	SLOT_VEC,
	SLOT_GEOMETRY,
	SLOT_QUERY,
	SLOT_SEGMENT,
	SLOT_ALIGN,
	SLOT_CONST,
	SLOT_NONULL,
	SLOT_ORDER,
	SLOT_SCOPE,
	SLOT_EQUIV,
	SLOT_WIDTH,
	SLOT_FTZ,
	SLOT_ROUND,
	SLOT_PACK,
	SLOT_COUNT
};

/* The types a mnemonic may name, in the order of the text; see isa_form_type(). */
enum isa_type_slot { OF_T = 0x100, OF_S, OF_I, OF_C, OF_G, OF_P2U_T, OF_END };
enum { TYPE_SLOT_COUNT = OF_G - OF_T + 1 };

/* How the type that follows T in the text (S or G) depends on T. */
enum isa_relation {
	RELATION_NONE, /* every pair */
	RELATION_SIZES_DIFFER,
	RELATION_T_LARGER,
	RELATION_S_LARGER,
	RELATION_S_ELEMENT_OF_T, /* an element of the packed type T, as a register holds it */
	RELATION_T_ELEMENT_OF_S,
	RELATION_T_UNSIGNED_OF_S, /* the unsigned packed type with the shape of S */
	RELATION_T_VALUE_OF_G,    /* the value of a sig32 has 32 bits, of a sig64 64 */
};

enum isa_operand_what {
	WHAT_NONE,    /* no more operands */
	WHAT_VALUE,   /* scalar or vector of `kinds` */
	WHAT_ADDRESS, /* in the instruction's segment */
	WHAT_LABEL,
	WHAT_LABELS,
	WHAT_FUNCTION,
	WHAT_FUNCTIONS,
	WHAT_SIGNATURE,
	WHAT_ARGUMENTS,
	WHAT_FBARRIER, /* named; with KIND_REGISTER also a handle in an s register */
};

enum {
	KIND_REGISTER = 1,
	KIND_CONSTANT = 2,
	KIND_WAVESIZE = 4, /* only where the type is an integer or bit type of at most 64 bits */
};

enum { VEC_NAMED = 1 }; /* scalar, or a vector of the size that _vN says */

struct isa_operand_rule {
	uint8_t what, kinds;
	uint8_t vec; /* 0 scalar, 2..4 a vector of that size, VEC_NAMED */
	bool dest;
	uint8_t limit; /* constants must be below it; 0: no limit */
	uint16_t type; /* enum isa_type_slot, or a BRIG type; 0: none */
};

enum {                  /* restrictions beyond those that follow from the types */
	RULE_FULL = 1,  /* Full profile only */
	RULE_LARGE = 2, /* large machine model only */
	RULE_SMALL = 4,
	RULE_IMAGE = 8,       /* needs extension "IMAGE" */
	RULE_CALL_ORDER = 16, /* text: target (outputs)(inputs) ... */
};

#define SLOT_ANY (~UINT64_C(0)) /* any value of the field */
#define SLOT_BIT(v) (UINT64_C(1) << (v))

struct isa_form {
	uint16_t opcode, record;
	bool basic_too; /* BASIC fits as well when nothing is modified */
	uint8_t rules;
	uint8_t relation;
	uint8_t width;  /* of an absent width modifier */
	uint16_t fixed; /* set of slots that text never writes */
	const char *section;
	uint64_t allowed[SLOT_COUNT];    /* set of values; 0: the form has no such slot */
	uint64_t types[TYPE_SLOT_COUNT]; /* sets of enum isa_type_index; 0: none */
	struct isa_operand_rule operands[ISA_MAX_OPERANDS];
};

extern const struct isa_form isa_forms[];
extern const size_t isa_forms_count;
/* The forms of an opcode: [*first, *end). */
void isa_forms_of(uint16_t opcode, const struct isa_form **first, const struct isa_form **end);

struct isa_slot_info {
	uint16_t offset;  /* of the byte in struct isa_inst */
	uint8_t modifier; /* enum isa_modifier, ISA_MOD_COUNT: not a list of names */
	bool optional;
	uint8_t absent[2]; /* value when absent: the first that the form allows */
	const char *text;  /* in messages, "memory order" */
};
extern const struct isa_slot_info isa_slots[SLOT_COUNT];

static inline unsigned isa_slot_get(const struct isa_inst *inst, enum isa_slot slot)
{
	return ((const unsigned char *)inst)[isa_slots[slot].offset];
}
static inline void isa_slot_set(struct isa_inst *inst, enum isa_slot slot, unsigned value)
{
	((unsigned char *)inst)[isa_slots[slot].offset] = (unsigned char)value;
}
static inline bool isa_slot_allows(const struct isa_form *f, enum isa_slot slot, unsigned value)
{
	uint64_t allowed = f->allowed[slot];
	return allowed == 0
	               ? value == 0
	               : allowed == SLOT_ANY || (value < 64 && (allowed & SLOT_BIT(value)) != 0);
}
/* Returns whether the mnemonic of the form has a place for the slot. */
static inline bool isa_slot_written(const struct isa_form *f, enum isa_slot slot)
{
	return f->allowed[slot] != 0 && (f->fixed & 1u << slot) == 0;
}
static inline bool isa_form_has_operands(const struct isa_form *f, unsigned count)
{
	return count <= ISA_MAX_OPERANDS &&
	       (count == 0 || f->operands[count - 1].what != WHAT_NONE) &&
	       (count == ISA_MAX_OPERANDS || f->operands[count].what == WHAT_NONE);
}
/* Gets the value for which an absent modifier stands. False when the modifier must be written. */
bool isa_slot_default(const struct isa_form *f, enum isa_slot slot, unsigned *value);
/* Returns the list of names for the values of a slot in a form; ISA_MOD_COUNT when the values are
 * not named. */
enum isa_modifier isa_slot_modifier(const struct isa_form *f, enum isa_slot slot, unsigned value);

/* Returns the field of *inst for type slot t (OF_T ...). */
uint16_t isa_inst_type(const struct isa_inst *inst, enum isa_type_slot t);
void isa_inst_set_type(struct isa_inst *inst, unsigned i, uint16_t type); /* slot OF_T + i */
const struct isa_type *isa_type_at(enum isa_type_index i);
/* Returns the unsigned packed type with as many elements, of the same size, as a packed type. */
uint16_t isa_type_unsigned(uint16_t brig_type);

/* Finds the longest value of the list with which `text` starts, before '_' or the end. Returns its
 * length, or 0 when there is none. */
size_t isa_modifier_prefix(enum isa_modifier m, struct str text, unsigned *value);

#endif

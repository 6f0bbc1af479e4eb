/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of isa.h by number and by name: types, registers, modifiers, opcodes. */
#include "hsaemu/isa.h"

#include "form_impl.h"

/* ---- types ---------------------------------------------------------------------------------- */

const struct isa_type isa_types[ISA_TYPE_COUNT] = {
#define TYPE(id, name, number, width, family, element, n) \
	{.text = name, \
		.brig = number, \
		.bits = width, \
		.kind = ISA_KIND_##family, \
		.elem = element, \
		.count = n},
#include "hsaemu/types.def"
};

/* Index by BRIG number; the numbers that are no type stay 0, ISA_TYPE_NONE. */
const uint8_t isa_type_of_number[BRIG_TYPE_ARRAY] = {
#define TYPE(id, name, number, width, family, element, n) [number] = ISA_TYPE_##id,
#include "hsaemu/types.def"
};

const struct isa_type *isa_type_by_name(struct str name)
{
	for (size_t i = ISA_TYPE_NONE + 1; i < ISA_TYPE_COUNT && name.n > 0; i++)
		if (isa_types[i].text[0] == name.p[0] && str_is(name, isa_types[i].text))
			return &isa_types[i];
	return NULL;
}

const struct isa_type *isa_type_at(enum isa_type_index i)
{
	return &isa_types[i];
}

enum isa_type_index isa_type_idx(const struct isa_type *t)
{
	return (enum isa_type_index)(t - isa_types);
}

unsigned isa_type_align(const struct isa_type *t)
{
	return t->bits < 8 ? 1 : t->bits / 8;
}

uint16_t isa_type_unsigned(uint16_t brig_type)
{
	const struct isa_type *t = isa_type_find(brig_type);
	if (t == NULL)
		return BRIG_TYPE_NONE;
	uint16_t pack = t->brig & BRIG_TYPE_PACK_MASK;
	switch (isa_type_find(t->elem)->bits) {
	case 8:
		return pack | BRIG_TYPE_U8;
	case 16:
		return pack | BRIG_TYPE_U16;
	case 32:
		return pack | BRIG_TYPE_U32;
	case 64:
		return pack | BRIG_TYPE_U64;
	}
	return BRIG_TYPE_NONE;
}

uint16_t isa_type_of_constant(uint16_t brig_type)
{
	const struct isa_type *t = isa_type_find(brig_type);
	if (t == NULL || t->kind != ISA_KIND_BIT)
		return brig_type;
	switch (t->bits) {
	case 1:
		return BRIG_TYPE_U8;
	case 128:
		return BRIG_TYPE_U8X16;
	}
	return isa_type_unsigned(brig_type);
}

/* ---- registers ------------------------------------------------------------------------------ */

uint16_t isa_type_register_kind(const struct isa_type *t)
{
	if (t->bits == 1)
		return BRIG_REGISTER_KIND_CONTROL;
	if (t->bits <= 32)
		return BRIG_REGISTER_KIND_SINGLE;
	return t->bits == 64 ? BRIG_REGISTER_KIND_DOUBLE : BRIG_REGISTER_KIND_QUAD;
}

unsigned isa_register_bits(uint16_t register_kind)
{
	static const uint8_t bits[] = {1, 32, 64, 128};
	return register_kind < ARRAY_LEN(bits) ? bits[register_kind] : 0;
}

unsigned isa_register_limit(uint16_t register_kind)
{
	static const uint16_t limits[] = {
		128, ISA_REGISTER_SLOTS, ISA_REGISTER_SLOTS / 2, ISA_REGISTER_SLOTS / 4};
	return register_kind < ARRAY_LEN(limits) ? limits[register_kind] : 0;
}

/* ---- modifiers ------------------------------------------------------------------------------ */

static const struct value {
	const char *text;
	uint8_t number;
} values[] = {
#define MODIFIER(id, name)
#define MODIFIER_VALUE(id, name, value) {name, value},
#include "hsaemu/modifiers.def"
};

/* Where each list starts in values[]. Each row has an enumerator, heads of lists have none. */
enum {
#define MODIFIER(id, name) FIRST_##id, BEFORE_##id = FIRST_##id - 1,
#define MODIFIER_VALUE(id, name, value) AT_##id##_##value,
#include "hsaemu/modifiers.def"
	VALUE_COUNT
};
_Static_assert(ARRAY_LEN(values) == VALUE_COUNT && VALUE_COUNT <= UINT8_MAX,
	"values are numbered as they are listed");

static const uint8_t first_value[ISA_MOD_COUNT + 1] = {
#define MODIFIER(id, name) [ISA_MOD_##id] = FIRST_##id,
#define MODIFIER_VALUE(id, name, value)
#include "hsaemu/modifiers.def"
	[ISA_MOD_COUNT] = VALUE_COUNT,
};

const char *isa_modifier_text(enum isa_modifier m, unsigned value)
{
	for (size_t i = first_value[m]; i < first_value[m + 1]; i++)
		if (values[i].number == value)
			return values[i].text;
	return NULL;
}

bool isa_modifier_value(enum isa_modifier m, struct str text, unsigned *value)
{
	for (size_t i = first_value[m]; i < first_value[m + 1]; i++) {
		if (!str_is(text, values[i].text))
			continue;
		*value = values[i].number;
		return true;
	}
	return false;
}

size_t isa_modifier_prefix(enum isa_modifier m, struct str text, unsigned *value)
{
	size_t longest = 0;
	for (size_t i = first_value[m]; i < first_value[m + 1]; i++) {
		struct str name = str_from(values[i].text);
		if (name.n <= longest || !str_starts(text, name))
			continue;
		if (text.n > name.n && text.p[name.n] != '_')
			continue;
		longest = name.n;
		*value = values[i].number;
	}
	return longest;
}

/* ---- opcodes -------------------------------------------------------------------------------- */

static const struct isa_opcode opcodes[] = {
/* by BRIG number */
#define OP(id, name, number, lowered_by, talks) \
	[number] = {.brig = number, \
		.text = name, \
		.lowering = ISA_LOWER_##lowered_by, \
		.communicates = talks},
#include "hsaemu/opcodes.def"
};

static const uint8_t opcodes_by_name[] = {
#define OP(id, name, number, lowered_by, talks) number,
#include "hsaemu/opcodes.def"
};
_Static_assert(ARRAY_LEN(opcodes_by_name) == ARRAY_LEN(opcodes), "one row per opcode");
_Static_assert(ARRAY_LEN(opcodes) <= UINT8_MAX + 1, "opcodes_by_name has bytes");

const struct isa_opcode *isa_opcode_find(uint16_t brig_opcode)
{
	return brig_opcode < ARRAY_LEN(opcodes) ? &opcodes[brig_opcode] : NULL;
}

const struct isa_opcode *isa_opcode_by_name(struct str name)
{
	size_t low = 0, high = ARRAY_LEN(opcodes_by_name);
	while (low < high) {
		size_t mid = (low + high) / 2;
		const struct isa_opcode *op = &opcodes[opcodes_by_name[mid]];
		int order = str_cmp(name, str_from(op->text));
		if (order == 0)
			return op;
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

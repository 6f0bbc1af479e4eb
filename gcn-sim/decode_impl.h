/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the parts of the decoder share: the bits, and which of them were looked at. */
#ifndef HSAEMU_DECODE_IMPL_H
#define HSAEMU_DECODE_IMPL_H

#include "hsaemu/gcn.h"

struct gcn_decoder {
	struct gcn_inst *inst;
	uint64_t word, used; /* both dwords; the bits that were taken */
	const uint8_t *bytes;
	size_t len;
	struct gcn_refusal *why;
};

/* Returns a field's value, 0 when the encoding lacks the field, and marks its bits as used. */
static inline unsigned gcn_take(struct gcn_decoder *d, enum gcn_field field)
{
	struct gcn_field_place p = gcn_field_place(d->inst->encoding, field);
	uint64_t mask = (UINT64_C(1) << p.width) - 1;

	d->used |= mask << p.low;
	return (unsigned)(d->word >> p.low & mask);
}

/* Refuses the instruction for what a field says. Returns false. */
static inline bool gcn_wrong(struct gcn_decoder *d, enum gcn_field field, const char *what)
{
	struct gcn_field_place p = gcn_field_place(d->inst->encoding, field);

	*d->why = (struct gcn_refusal){p.low / 32 * 4, what, field, gcn_take(d, field)};
	return false;
}

/* Refuses bytes that end too early. Returns false. */
bool gcn_cut_off(struct gcn_decoder *d, unsigned byte_off, const char *what);
/* Returns what a constant's code means for a type. */
uint64_t gcn_constant(enum gcn_type type, unsigned code);
/* Returns what a literal means for a type. */
uint64_t gcn_literal_value(enum gcn_type type, uint32_t literal);
/* Returns whether the assembler would write this literal as a constant, or cannot be told to write
 * it. */
bool gcn_has_shorter_form(enum gcn_type type, uint32_t literal);
/* Takes the dword behind the instruction as its literal. False when it is not there. */
bool gcn_take_literal(struct gcn_decoder *d) NODISCARD;
/* Fills the operands. */
bool gcn_take_operands(struct gcn_decoder *d) NODISCARD;
/* Checks what the bits of one field do not tell. */
bool gcn_check_rules(struct gcn_decoder *d) NODISCARD;

#endif

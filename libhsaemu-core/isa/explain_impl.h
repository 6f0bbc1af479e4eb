/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Explains why an instruction or a mnemonic fits no form. */
#ifndef HSAEMU_ISA_EXPLAIN_IMPL_H
#define HSAEMU_ISA_EXPLAIN_IMPL_H

#include "match_impl.h"

/* explain.c: appends why the nearest form, f, does not fit, over all forms of the opcode. */
void isa_explain_mnemonic(const struct isa_fit *fit, const struct isa_form *f,
	const struct isa_inst *inst, uint16_t record, uint32_t written, struct buf *why);
void isa_copy_message(char message[200], const struct buf *why);
/* appends a set of types, as "u32, u64 or f32" */
void isa_say_types(struct buf *why, uint64_t set);
void isa_say_values(struct buf *why, const struct isa_form *f, enum isa_slot slot, uint64_t set);
/* returns what a slot is called, as "memory order" */
const char *isa_slot_text(const struct isa_form *f, enum isa_slot slot);
/* returns whether the values of the slot are words, not a number or yes and no */
bool isa_slot_listed(enum isa_slot slot);
/* returns what type i of a mnemonic is called, as "source type" */
const char *isa_type_role(unsigned i);

/* explain_part.c: a mnemonic that was read up to a part that cannot stand where it does. */
struct isa_part {
	const struct isa_form *first, *end; /* the rows of the opcode */
	struct str rest;                    /* from the '_' before the part on */
	size_t n;                           /* length of the part, 0: the text ends */
	uint32_t used;                      /* slots that some row has */
	uint32_t written;                   /* slots that were read, and from what */
	const struct str *slots;
	unsigned type_count; /* types that were read, and from what */
	const struct str *types;
	const struct isa_inst *inst; /* what was read so far */
};
void isa_explain_part(const struct isa_part *part, struct buf *why);
/* says that no instruction has this name */
void isa_explain_opcode(struct str name, struct buf *why);

#endif

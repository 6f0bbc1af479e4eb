/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How well an instruction fits a form, part by part. */
#ifndef HSAEMU_ISA_MATCH_IMPL_H
#define HSAEMU_ISA_MATCH_IMPL_H

#include "form_impl.h"

/* How well an instruction fits a form. */
struct isa_fit {
	unsigned score; /* higher fits further; FIT_ALL: completely */
	enum isa_mismatch_kind kind;
	enum isa_slot slot;      /* MODIFIER */
	enum isa_type_slot type; /* TYPE */
	unsigned operand;        /* OPERAND */
};
enum { FIT_MNEMONIC = 100, FIT_OPERANDS = 200, FIT_ALL = 300 };

enum { WRITTEN_ALL = 0xffff };
/* Tries the mnemonic part, and returns FIT_MNEMONIC when it fits. `written` is the set of slots
 * that the text wrote; the others may have their default. With WRITTEN_ALL every field of *inst
 * counts. */
struct isa_fit isa_fit_mnemonic(const struct isa_form *f, const struct isa_inst *inst,
	uint16_t record, uint32_t written);

/* Returns whether the profile, the machine model and the extensions have the instruction. */
bool isa_fits_context(const struct isa_form *f, const struct isa_inst *inst,
	const struct isa_context *ctx);

/* ---- match_operand.c ------------------------------------------------------------------------ */

bool isa_operand_fits(const struct isa_form *f, unsigned i, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx);
/* Appends why an operand does not fit. *element is 1 + the index of the vector's element that is
 * at fault, or 0 when it is the whole operand. */
void isa_explain_operand(const struct isa_form *f, unsigned i, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx, struct buf *why, unsigned *element);
/* Appends "dest", "src0", "address"... as the syntax tables of the PRM name the operands. */
void isa_say_operand(struct buf *why, const struct isa_form *f, unsigned i);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions that are alike but for their registers, as functions of the module: see
 * gang_form.c. */
#ifndef HSAEMU_FIN_GANG_FORM_H
#define HSAEMU_FIN_GANG_FORM_H

#include "gang/gang.h"

#define FIN_FORM_NAME_BYTES 128

struct fin_form {
	char name[FIN_FORM_NAME_BYTES]; /* of the function */
	const struct fin_inst *i;       /* one of them */
	bool is_new;                    /* defined for who asks now */
};

/* Registers that an instruction reads, each once: the function's parameters, before all others. */
struct fin_form_reads {
	uint32_t regs[FIN_MAX_REGS];
	unsigned count;
};

/* ---- form_name.c ----------------------------------------------------------------------------- */

bool fin_is_form(const struct fin_gang *g, const struct fin_inst *i);
/* Whether it is done for one lane after the other. */
bool fin_form_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i);
/* The number of the address operand; of no operand if there is none. */
unsigned fin_form_address(const struct fin_inst *i);
bool fin_form_has_address(const struct fin_inst *i);
/* Whether the register has one value, not one for each lane. */
bool fin_form_takes_one(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg);
struct fin_form_reads fin_form_reads(const struct fin_inst *i);
/* The register that it writes, or FIN_NOWHERE. */
uint32_t fin_form_result(const struct fin_inst *i);
/* Two instructions with one name have the same code, for other registers. False for a name that is
 * too long. */
bool fin_form_name(const struct fin_gang *g, const struct fin_inst *i,
	char name[FIN_FORM_NAME_BYTES]);

/* ---- gang_form.c ----------------------------------------------------------------------------- */

LLVMValueRef fin_form_define(const struct fin_gang *g, const struct fin_form *form);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Outlined instructions: those that are alike but for their registers call one function of the
 * module (outline_define.c). */
#ifndef HSAEMU_FIN_OUTLINE_H
#define HSAEMU_FIN_OUTLINE_H

#include "gang/gang.h"

#define FIN_OUTLINE_NAME_BYTES 128

struct fin_outline {
	char name[FIN_OUTLINE_NAME_BYTES]; /* of the function */
	const struct fin_inst *i;          /* one of them */
	bool is_new;                       /* defined for who asks now */
};

/* Registers that an instruction reads, each once: the function's parameters, before all others. */
struct fin_outline_reads {
	uint32_t regs[FIN_MAX_REGS];
	unsigned count;
};

/* ---- outline_name.c ------------------------------------------------------------------------- */

bool fin_may_outline(const struct fin_gang *g, const struct fin_inst *i);
/* Whether it is done for one lane after the other. */
bool fin_outline_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i);
/* The number of the address operand; of no operand if there is none. */
unsigned fin_outline_address(const struct fin_inst *i);
bool fin_outline_has_address(const struct fin_inst *i);
/* Whether the register has one value, not one for each lane. */
bool fin_outline_takes_one(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg);
struct fin_outline_reads fin_outline_reads(const struct fin_inst *i);
/* The register that it writes, or FIN_NOWHERE. */
uint32_t fin_outline_result(const struct fin_inst *i);
/* Two instructions with one name have the same code, for other registers. False for a name that is
 * too long. */
bool fin_outline_name(const struct fin_gang *g, const struct fin_inst *i,
	char name[FIN_OUTLINE_NAME_BYTES]);

/* ---- outline_define.c ----------------------------------------------------------------------- */

LLVMValueRef fin_outline_define(const struct fin_gang *g, const struct fin_outline *o);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Outlined instructions: instructions that are alike but for their registers call one function of
 * the module (outline_define.c). */
#ifndef HSAEMU_FIN_OUTLINE_H
#define HSAEMU_FIN_OUTLINE_H

#include "gang/gang.h"

#define FIN_OUTLINE_NAME_BYTES 128

struct fin_outline {
	char name[FIN_OUTLINE_NAME_BYTES]; /* name of the function */
	const struct fin_inst *i;          /* one of the instructions */
	/* the function was defined for the kernel that is being made */
	bool is_new;
};

/* The registers that an instruction reads, each once. They are the function's first parameters. */
struct fin_outline_reads {
	uint32_t regs[FIN_MAX_REGS];
	unsigned count;
};

/* ---- outline_name.c ------------------------------------------------------------------------- */

bool fin_may_outline(const struct fin_gang *g, const struct fin_inst *i);
/* Whether the function does the instruction for one lane after the other. */
bool fin_outline_goes_in_turn(const struct fin_gang *g, const struct fin_inst *i);
/* The number of the address operand, or the number of operands if none is an address. */
unsigned fin_outline_address(const struct fin_inst *i);
bool fin_outline_has_address(const struct fin_inst *i);
/* Whether the function takes one value for the register, not one for each lane. */
bool fin_outline_takes_one(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg);
struct fin_outline_reads fin_outline_reads(const struct fin_inst *i);
/* The register that the instruction writes, or FIN_NOWHERE. */
uint32_t fin_outline_result(const struct fin_inst *i);
/* Makes the name of the function that `i` would call. Two instructions with one name have the same
 * code but for their registers. Returns false for a name that is too long. */
bool fin_outline_name(const struct fin_gang *g, const struct fin_inst *i,
	char name[FIN_OUTLINE_NAME_BYTES]);

/* ---- outline_define.c ----------------------------------------------------------------------- */

LLVMValueRef fin_outline_define(const struct fin_gang *g, const struct fin_outline *o);

#endif

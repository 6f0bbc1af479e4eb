/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of the number and types of operands. All functions here report what is wrong and then
 * return false. */
#ifndef HSAEMU_PTX_CHECKS_H
#define HSAEMU_PTX_CHECKS_H

#include "parse/ptx_ast.h"

struct tr;

bool tr_operand_count(struct tr *t, uint32_t least, uint32_t most);
enum tr_width { TR_EXACTLY, TR_AT_LEAST };
bool tr_check_type(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type want, enum tr_width width);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of instructions. */
#ifndef HSAEMU_PTX_INSTRUCTIONS_H
#define HSAEMU_PTX_INSTRUCTIONS_H

#include "table/rows.h"

extern const struct op_row_text ptx_instructions[];
extern const size_t ptx_instruction_count;

#endif

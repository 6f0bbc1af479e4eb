/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of instructions: the rows of ptx_ops.def with the functions that they name. It is apart
 * from the folder `table`, which must not depend on those functions. */
#include "inst/row_functions.h"
#include "module/instructions.h"

const struct op_row_text ptx_instructions[] = {
#define OP(root, mods, types, operands, expansion) \
	{root, mods, types, operands, expansion, NULL, OP_PLAIN},
#define FN(root, mods, types, operands, function) \
	{root, mods, types, operands, NULL, tr_fn_##function, OP_PLAIN},
#define FK(root, mods, types, operands, function, kind) \
	{root, mods, types, operands, NULL, tr_fn_##function, OP_##kind},
#include "table/ptx_ops.def"
};
const size_t ptx_instruction_count = ARRAY_LEN(ptx_instructions);

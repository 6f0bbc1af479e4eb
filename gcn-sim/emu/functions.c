/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Binds rows of the table to the functions that execute them, and tells what is not implemented.
 * A row that no file has a function for is one that is not. */
#include "functions_impl.h"

static bool has_avx2(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

struct gcn_function gcn_function_of(enum gcn_op op)
{
	const struct gcn_function *tables[] = {gcn_scalar_functions, gcn_control_functions,
		gcn_lane_functions, gcn_memory_functions, gcn_atomic_functions, gcn_lds_functions,
		gcn_lds_atomic_functions, has_avx2() ? gcn_vector_avx2 : gcn_vector_base};

	for (unsigned n = 0; n < ARRAY_LEN(tables); n++)
		if (tables[n][op].exec != NULL)
			return tables[n][op];
	return (struct gcn_function){NULL, 0};
}

bool gcn_is_implemented(enum gcn_op op)
{
	return gcn_function_of(op).exec != NULL;
}

enum { HWREG_MODE = 1, DATA_32 = 4, DATA_32_32 = 11, DATA_32_32_32 = 13, DATA_32_32_32_32 = 14 };
enum { NUMBER_UINT = 4, NUMBER_SINT = 5, NUMBER_FLOAT = 7 };

/* Typed buffers are those that need no conversion. */
static bool is_plain_format(const struct gcn_inst *i)
{
	static const uint8_t data[] = {DATA_32, DATA_32_32, DATA_32_32_32, DATA_32_32_32_32};
	unsigned dwords = i->operands[GCN_DST].dwords, number = i->format >> 4;

	if (number != NUMBER_UINT && number != NUMBER_SINT && number != NUMBER_FLOAT)
		return false;
	for (unsigned n = dwords - 1; n < ARRAY_LEN(data); n++)
		if ((i->format & 15) == data[n])
			return true;
	return false;
}

static bool has_result_modifier(const struct gcn_inst *i)
{
	enum gcn_type type = i->operands[GCN_DST].type;
	bool scales = i->row->op == GCN_OP_V_DIV_SCALE_F32 || i->row->op == GCN_OP_V_DIV_SCALE_F64;

	return (i->omod != 0 || i->clamp) &&
	       (scales || (type != GCN_TYPE_F32 && type != GCN_TYPE_F64));
}

const char *gcn_missing(const struct gcn_inst *i)
{
	if (!gcn_is_implemented(i->row->op))
		return "the instruction";
	for (unsigned n = 0; n < GCN_SLOTS; n++)
		if (i->operands[n].file == GCN_FILE_LDS_DIRECT)
			return "LDS_DIRECT";
	if ((i->flags & GCN_BIT(GCN_FLAG_GDS)) != 0)
		return "the global data share";
	if ((i->flags & GCN_BIT(GCN_FLAG_LDS)) != 0)
		return "a load into LDS";
	if ((i->flags & GCN_BIT(GCN_FLAG_TFE)) != 0)
		return "TFE";
	if ((i->row->extra == GCN_EXTRA_HWREG || i->row->extra == GCN_EXTRA_HWREG_FIRST ||
		    i->row->extra == GCN_EXTRA_HWREG_LITERAL) &&
		(i->imm & 63) != HWREG_MODE)
		return "a register of the hardware other than MODE";
	if (i->row->extra == GCN_EXTRA_TYPED_BUFFER && !is_plain_format(i))
		return "the format of a typed buffer";
	if (has_result_modifier(i))
		return "a modifier of this result";
	return NULL;
}

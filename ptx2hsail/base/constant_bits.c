/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file converts constant operands to the bits of the type that the instruction gives them. */
#include "base/constant_bits.h"
#include "base/message.h"
#include "base/tr.h"
#include "parse/float_bits.h"

bool tr_fits_bits(const struct ptx_operand *o, unsigned bits)
{
	if (bits >= 64 || o->value >> bits == 0)
		return true;
	return !o->is_unsigned && o->value >> (bits - 1) == UINT64_MAX >> (bits - 1);
}

static uint64_t mask_to(uint64_t value, unsigned bits)
{
	return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

bool tr_constant(struct tr *t, const struct ptx_operand *o, enum ptx_type type, uint64_t *value)
{
	const struct ptx_type_info *info = &ptx_types[type];
	if (o->kind == PTX_OPND_INT && info->kind != PTX_KIND_FLOAT &&
		!ptx_type_has_no_constants(type) &&
		(info->kind == PTX_KIND_PRED || tr_fits_bits(o, info->bits))) {
		*value =
			info->kind == PTX_KIND_PRED ? o->value != 0 : mask_to(o->value, info->bits);
		return true;
	}
	if (o->kind == PTX_OPND_F32 && (type == PTX_F32 || type == PTX_B32)) {
		*value = o->value;
		return true;
	}
	if (o->kind == PTX_OPND_F32 && type == PTX_F64) {
		*value = ptx_f64_bits((double)ptx_f32_of(o->value));
		return true;
	}
	if (o->kind == PTX_OPND_F64 && (type == PTX_F64 || type == PTX_B64)) {
		*value = o->value;
		return true;
	}
	if (o->kind == PTX_OPND_F64 && type == PTX_F32) {
		*value = ptx_f32_bits((float)ptx_f64_of(o->value));
		return true;
	}
	tr_error(t, o->span, "constant does not fit type '.%s'", info->text);
	return false;
}

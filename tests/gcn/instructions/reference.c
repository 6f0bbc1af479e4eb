/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions, one lane after the other. */
#include "reference.h"
#include <string.h>

static uint64_t source(const struct ref_state *st, const struct gcn_operand *o, unsigned lane)
{
	uint64_t sign = UINT64_C(1) << (o->type == GCN_TYPE_F64   ? 63
					: o->type == GCN_TYPE_F16 ? 15
								  : 31),
		 x = 0;

	switch (o->file) {
	case GCN_FILE_VECTOR:
		x = st->v[o->reg][lane];
		if (o->dwords == 2)
			x |= (uint64_t)st->v[o->reg + 1][lane] << 32;
		break;
	case GCN_FILE_SCALAR:
		x = st->s[o->reg];
		if (o->dwords == 2)
			x |= (uint64_t)st->s[o->reg + 1] << 32;
		break;
	case GCN_FILE_CONSTANT:
	case GCN_FILE_LITERAL:
		x = o->value;
		break;
	case GCN_FILE_STATUS:
		if (o->code == GCN_CODE_SCC)
			x = st->scc;
		else
			x = o->code == GCN_CODE_VCCZ ? (st->s[106] | st->s[107]) == 0
			                             : (st->s[126] | st->s[127]) == 0;
		break;
	default:
		break;
	}
	if (o->abs)
		x &= ~sign;
	if (o->neg)
		x ^= sign;
	return o->dwords == 1 ? (uint32_t)x : x;
}

static bool one_lane(const struct gcn_inst *i, struct ref_lane *l)
{
	return reference_comparison(i, l) || reference_integer(i, l) || reference_float(i, l);
}

/* Moves whose registers are numbered by M0. */
static bool indexed(const struct gcn_inst *i, struct ref_state *st)
{
	const struct ref_state old = *st;
	bool to = strncmp(i->row->text, "v_movreld_", 10) == 0,
	     both = strncmp(i->row->text, "v_movrelsd", 10) == 0;
	uint64_t exec = old.s[126] | (uint64_t)old.s[127] << 32;
	struct gcn_operand from = i->operands[GCN_SRC0];

	if (strncmp(i->row->text, "v_movrel", 8) != 0)
		return false;
	if (!to)
		from.reg = (uint16_t)(from.reg + old.s[124]);
	for (unsigned n = 0; n < 64; n++)
		if (exec >> n & 1)
			st->v[i->operands[0].reg + (to || both ? old.s[124] : 0)][n] =
				(uint32_t)source(&old, &from, n);
	return true;
}

static bool execute_vector(const struct gcn_inst *i, struct ref_state *st)
{
	const struct gcn_operand *o = i->operands;
	const struct ref_state old = *st;
	uint64_t exec = old.s[126] | (uint64_t)old.s[127] << 32, mask = 0;
	uint64_t vcc = old.s[106] | (uint64_t)old.s[107] << 32;
	bool has_mask = o[1].file == GCN_FILE_SCALAR, sets_exec = false;
	unsigned mask_reg = o[1].reg;

	for (unsigned n = 0; n < 64; n++) {
		struct ref_lane l = {
			.lane = n, .dwords = o[0].dwords, .mode = st->mode, .vcc = vcc >> n & 1};
		for (unsigned k = 0; k < 3; k++)
			l.x[k] = source(&old, &o[2 + k], n);
		if (o[0].file == GCN_FILE_VECTOR)
			l.x[3] = old.v[o[0].reg][n];
		if (i->row->extra == GCN_EXTRA_MADMK) {
			l.x[2] = l.x[1];
			l.x[1] = i->literal;
		}
		if (i->row->extra == GCN_EXTRA_MADAK)
			l.x[2] = i->literal;
		if (!one_lane(i, &l))
			return false;
		st->ulps = l.ulps;
		if (l.has_mask && o[0].file == GCN_FILE_SCALAR) {
			has_mask = true;
			mask_reg = o[0].reg;
			sets_exec = l.sets_exec;
		}
		if ((exec >> n & 1) == 0)
			continue;
		mask |= (l.carry & 1) << n;
		if (o[0].file != GCN_FILE_VECTOR)
			continue;
		st->v[o[0].reg][n] = (uint32_t)l.result;
		if (o[0].dwords == 2)
			st->v[o[0].reg + 1][n] = (uint32_t)(l.result >> 32);
	}
	if (has_mask)
		memcpy(&st->s[mask_reg], &mask, 8);
	if (sets_exec)
		memcpy(&st->s[126], &mask, 8);
	st->is_f32 = o[0].file == GCN_FILE_VECTOR && o[0].type == GCN_TYPE_F32;
	st->is_f64 = o[0].file == GCN_FILE_VECTOR && o[0].type == GCN_TYPE_F64;
	return true;
}

bool reference_execute(const struct gcn_inst *i, struct ref_state *st)
{
	st->ulps = 0;
	st->is_f32 = st->is_f64 = false;
	if (reference_scalar(i, st) || reference_memory(i, st) || indexed(i, st))
		return true;
	if (i->row->unit != GCN_UNIT_VALU)
		return false;
	return execute_vector(i, st);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scalar instructions, by the text of their rows; and moves between scalar registers and lanes. */
#include <stdio.h>
#include <string.h>
#include "reference.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

static uint64_t get(const struct ref_state *st, unsigned code, unsigned dwords)
{
	return dwords == 2 ? st->s[code] | (uint64_t)st->s[code + 1] << 32 : st->s[code];
}
static uint64_t value(const struct ref_state *st, const struct gcn_operand *o)
{
	switch (o->file) {
	case GCN_FILE_SCALAR:
		return get(st, o->reg, o->dwords);
	case GCN_FILE_CONSTANT:
	case GCN_FILE_LITERAL:
		return o->dwords == 1 ? (uint32_t)o->value : o->value;
	case GCN_FILE_STATUS:
		return o->code == GCN_CODE_SCC
		               ? st->scc
		               : get(st, o->code == GCN_CODE_VCCZ ? 106 : 126, 2) == 0;
	default:
		return 0;
	}
}
static wide sx(uint64_t v, unsigned bits)
{
	return (wide)(int64_t)(v << (64 - bits)) >> (64 - bits);
}
static uint64_t count_from(uint64_t v, unsigned bits, bool top, bool bit)
{
	for (unsigned n = 0; n < bits; n++)
		if ((v >> (top ? bits - 1 - n : n) & 1) == bit)
			return n;
	return UINT64_MAX;
}
static uint64_t extract(uint64_t v, unsigned bits, uint64_t how, bool sign)
{
	unsigned off = how % bits, width = how >> 16 & 127;
	wide w = sign ? sx(v, bits) : (wide)v;

	w >>= off;
	if (width == 0)
		return 0;
	if (width >= bits)
		return (uint64_t)w;
	return sign ? (uint64_t)sx((uint64_t)w, width) : (uint64_t)w & ((UINT64_C(1) << width) - 1);
}

/* A name without what the text says of sizes: "s_and_b64" is "and", of 64 bits. */
static bool named(const char *text, const char *name)
{
	size_t n = strlen(name);
	return text[0] == 's' && strncmp(text + 2, name, n) == 0 && text[2 + n] == '_' &&
	       strchr("iub", text[3 + n]) != NULL;
}

static bool compare(const char *text, uint64_t a, uint64_t b, uint32_t *scc)
{
	char p[3], kind;

	if (sscanf(text, "s_cmp_%2s_%c32", p, &kind) != 2 &&
		sscanf(text, "s_cmpk_%2s_%c32", p, &kind) != 2)
		return false;
	wide x = kind == 'i' ? sx(a, 32) : (wide)(uint32_t)a,
	     y = kind == 'i' ? sx(b, 32) : (wide)(uint32_t)b;
	*scc = strcmp(p, "eq") == 0   ? x == y
	       : strcmp(p, "lg") == 0 ? x != y
	       : strcmp(p, "gt") == 0 ? x > y
	       : strcmp(p, "ge") == 0 ? x >= y
	       : strcmp(p, "lt") == 0 ? x < y
	                              : x <= y;
	return true;
}

static bool logic(const char *t, uint64_t a, uint64_t b, uint64_t *r)
{
	if (named(t, "and"))
		*r = a & b;
	else if (named(t, "or"))
		*r = a | b;
	else if (named(t, "xor"))
		*r = a ^ b;
	else if (named(t, "andn2"))
		*r = a & ~b;
	else if (named(t, "orn2"))
		*r = a | ~b;
	else if (named(t, "nand"))
		*r = ~(a & b);
	else if (named(t, "nor"))
		*r = ~(a | b);
	else if (named(t, "xnor"))
		*r = ~(a ^ b);
	else if (named(t, "not"))
		*r = ~a;
	else
		return false;
	return true;
}

static bool save_exec(const struct gcn_inst *i, struct ref_state *st, uint64_t a)
{
	char name[16] = "s_";
	const char *t = i->row->text, *end = strstr(t, "_saveexec");
	uint64_t e = get(st, 126, 2), r;

	if (end == NULL)
		return false;
	memcpy(name, t, (size_t)(end - t));
	strcpy(name + (end - t), "_b64");
	if (!logic(name, a, e, &r))
		return false;
	memcpy(&st->s[i->operands[0].reg], &e, 8);
	memcpy(&st->s[126], &r, 8);
	st->scc = r != 0;
	return true;
}

enum { KEEP = 2, TELL = 3 };

/* Sums, products, shifts and counts: *scc is its new value, or KEEP, or TELL: whether the result
 * is not 0. */
static bool arithmetic(const struct gcn_inst *i, const struct ref_state *st, uint64_t a, uint64_t b,
	unsigned bits, uint64_t *r, uint32_t *scc)
{
	uint64_t d =
		i->operands[0].dwords == 0 ? 0 : get(st, i->operands[0].reg, i->operands[0].dwords);
	int64_t k = (int16_t)i->imm;
	unsigned size = i->operands[GCN_SRC0].dwords == 2 ? 64 : 32;
	wide sum;

	*scc = TELL;
	switch (i->row->op) {
	case GCN_OP_S_ADD_U32:
		*r = a + b;
		*scc = (uwide)a + b > UINT32_MAX;
		break;
	case GCN_OP_S_SUB_U32:
		*r = a - b;
		*scc = a < b;
		break;
	case GCN_OP_S_ADD_I32:
		sum = sx(a, 32) + sx(b, 32);
		*r = (uint64_t)sum;
		*scc = sum != sx((uint64_t)sum, 32);
		break;
	case GCN_OP_S_SUB_I32:
		sum = sx(a, 32) - sx(b, 32);
		*r = (uint64_t)sum;
		*scc = sum != sx((uint64_t)sum, 32);
		break;
	case GCN_OP_S_ADDC_U32:
		*r = a + b + st->scc;
		*scc = *r > UINT32_MAX;
		break;
	case GCN_OP_S_SUBB_U32:
		*r = a - b - st->scc;
		*scc = a < b + st->scc;
		break;
	case GCN_OP_S_MIN_I32:
		*scc = sx(a, 32) < sx(b, 32);
		*r = *scc ? a : b;
		break;
	case GCN_OP_S_MIN_U32:
		*scc = a < b;
		*r = *scc ? a : b;
		break;
	case GCN_OP_S_MAX_I32:
		*scc = sx(a, 32) > sx(b, 32);
		*r = *scc ? a : b;
		break;
	case GCN_OP_S_MAX_U32:
		*scc = a > b;
		*r = *scc ? a : b;
		break;
	case GCN_OP_S_CSELECT_B32:
	case GCN_OP_S_CSELECT_B64:
		*r = st->scc ? a : b;
		*scc = KEEP;
		break;
	case GCN_OP_S_LSHL_B32:
	case GCN_OP_S_LSHL_B64:
		*r = a << b % bits;
		break;
	case GCN_OP_S_LSHR_B32:
	case GCN_OP_S_LSHR_B64:
		*r = a >> b % bits;
		break;
	case GCN_OP_S_ASHR_I32:
	case GCN_OP_S_ASHR_I64:
		*r = (uint64_t)(sx(a, bits) >> b % bits);
		break;
	case GCN_OP_S_BFM_B32:
	case GCN_OP_S_BFM_B64:
		*r = ((UINT64_C(1) << a % bits) - 1) << b % bits;
		*scc = KEEP;
		break;
	case GCN_OP_S_MUL_I32:
		*r = a * b;
		*scc = KEEP;
		break;
	case GCN_OP_S_BFE_U32:
	case GCN_OP_S_BFE_U64:
		*r = extract(a, bits, b, false);
		break;
	case GCN_OP_S_BFE_I32:
	case GCN_OP_S_BFE_I64:
		*r = extract(a, bits, b, true);
		break;
	case GCN_OP_S_ABSDIFF_I32:
		*r = (uint32_t)(a - b);
		*r = *r >> 31 ? 0 - *r : *r;
		break;
	case GCN_OP_S_MOV_B32:
	case GCN_OP_S_MOV_B64:
		*r = a;
		*scc = KEEP;
		break;
	case GCN_OP_S_CMOV_B32:
	case GCN_OP_S_CMOV_B64:
		*r = st->scc ? a : d;
		*scc = KEEP;
		break;
	case GCN_OP_S_WQM_B32:
	case GCN_OP_S_WQM_B64:
		for (*r = 0, sum = 0; sum < 64; sum += 4)
			*r |= a >> sum & 15 ? UINT64_C(15) << sum : 0;
		break;
	case GCN_OP_S_QUADMASK_B32:
	case GCN_OP_S_QUADMASK_B64:
		for (*r = 0, sum = 0; sum < 64; sum += 4)
			*r |= a >> sum & 15 ? UINT64_C(1) << sum / 4 : 0;
		break;
	case GCN_OP_S_BREV_B32:
	case GCN_OP_S_BREV_B64:
		for (unsigned n = 0, end = bits; n < end; n++)
			*r |= (a >> n & 1) << (bits - 1 - n);
		*scc = KEEP;
		break;
	case GCN_OP_S_BCNT0_I32_B32:
	case GCN_OP_S_BCNT0_I32_B64:
		*r = size - (uint64_t)__builtin_popcountll(a);
		break;
	case GCN_OP_S_BCNT1_I32_B32:
	case GCN_OP_S_BCNT1_I32_B64:
		*r = (uint64_t)__builtin_popcountll(a);
		break;
	case GCN_OP_S_FF0_I32_B32:
	case GCN_OP_S_FF0_I32_B64:
		*r = count_from(a, size, false, false);
		*scc = KEEP;
		break;
	case GCN_OP_S_FF1_I32_B32:
	case GCN_OP_S_FF1_I32_B64:
		*r = count_from(a, size, false, true);
		*scc = KEEP;
		break;
	case GCN_OP_S_FLBIT_I32_B32:
	case GCN_OP_S_FLBIT_I32_B64:
		*r = count_from(a, size, true, true);
		*scc = KEEP;
		break;
	case GCN_OP_S_FLBIT_I32:
	case GCN_OP_S_FLBIT_I32_I64:
		*r = count_from(a, size, true, (a >> (size - 1) & 1) == 0);
		*scc = KEEP;
		break;
	case GCN_OP_S_SEXT_I32_I8:
		*r = (uint64_t)sx(a, 8);
		*scc = KEEP;
		break;
	case GCN_OP_S_SEXT_I32_I16:
		*r = (uint64_t)sx(a, 16);
		*scc = KEEP;
		break;
	case GCN_OP_S_BITSET0_B32:
	case GCN_OP_S_BITSET0_B64:
		*r = d & ~(UINT64_C(1) << a % bits);
		*scc = KEEP;
		break;
	case GCN_OP_S_BITSET1_B32:
	case GCN_OP_S_BITSET1_B64:
		*r = d | UINT64_C(1) << a % bits;
		*scc = KEEP;
		break;
	case GCN_OP_S_ABS_I32:
		*r = a >> 31 ? 0 - a : a;
		break;
	case GCN_OP_S_MOVK_I32:
		*r = (uint64_t)k;
		*scc = KEEP;
		break;
	case GCN_OP_S_CMOVK_I32:
		*r = st->scc ? (uint64_t)k : d;
		*scc = KEEP;
		break;
	case GCN_OP_S_ADDK_I32:
		sum = sx(d, 32) + k;
		*r = (uint64_t)sum;
		*scc = sum != sx((uint64_t)sum, 32);
		break;
	case GCN_OP_S_MULK_I32:
		*r = d * (uint64_t)k;
		*scc = KEEP;
		break;
	case GCN_OP_S_GETPC_B64:
		*r = st->next_pc;
		*scc = KEEP;
		break;
	case GCN_OP_S_GETREG_B32:
		*r = st->mode >> (i->imm >> 6 & 31) & ((UINT64_C(2) << (i->imm >> 11)) - 1);
		*scc = KEEP;
		break;
	default:
		return false;
	}
	return true;
}

static bool moves(const struct gcn_inst *i, struct ref_state *st, uint64_t a, uint64_t b)
{
	uint64_t e = get(st, 126, 2), mask;
	unsigned d = i->operands[0].reg, s = i->operands[GCN_SRC0].reg, n = st->s[124];

	switch (i->row->op) {
	case GCN_OP_V_READLANE_B32:
		st->s[d] = st->v[s][b % 64];
		return true;
	case GCN_OP_V_WRITELANE_B32:
		st->v[d][b % 64] = (uint32_t)a;
		return true;
	case GCN_OP_V_READFIRSTLANE_B32:
		st->s[d] = st->v[s][e == 0 ? 0 : count_from(e, 64, false, true)];
		return true;
	case GCN_OP_S_MOVRELS_B64:
		a = get(st, s + n, 2);
		memcpy(&st->s[d], &a, 8);
		return true;
	case GCN_OP_S_MOVRELS_B32:
		st->s[d] = st->s[s + n];
		return true;
	case GCN_OP_S_MOVRELD_B64:
		memcpy(&st->s[d + n], &a, 8);
		return true;
	case GCN_OP_S_MOVRELD_B32:
		st->s[d + n] = (uint32_t)a;
		return true;
	case GCN_OP_S_SETREG_B32:
	case GCN_OP_S_SETREG_IMM32_B32:
		a = i->row->op == GCN_OP_S_SETREG_B32 ? st->s[d] : i->literal;
		mask = ((UINT64_C(2) << (i->imm >> 11)) - 1) << (i->imm >> 6 & 31);
		st->mode = (uint32_t)((st->mode & ~mask) | (a << (i->imm >> 6 & 31) & mask));
		return true;
	default:
		return false;
	}
}

bool reference_scalar(const struct gcn_inst *i, struct ref_state *st)
{
	const struct gcn_operand *o = i->operands;
	uint64_t a = value(st, &o[GCN_SRC0]), b = value(st, &o[GCN_SRC1]), r = 0;
	unsigned bits = o[0].dwords == 2 ? 64 : 32;
	uint32_t scc = TELL;

	if (moves(i, st, a, b) || save_exec(i, st, a))
		return true;
	if (i->encoding == GCN_ENC_SOPK &&
		compare(i->row->text, st->s[o[0].reg],
			i->row->text[10] == 'u' ? i->imm : (uint64_t)(int16_t)i->imm, &st->scc))
		return true;
	if (compare(i->row->text, a, b, &st->scc))
		return true;
	if (strncmp(i->row->text, "s_bitcmp", 8) == 0) {
		st->scc = (a >> b % (o[GCN_SRC0].dwords == 2 ? 64 : 32) & 1) ==
		          (uint64_t)(i->row->text[8] - '0');
		return true;
	}
	if (!logic(i->row->text, a, b, &r) && !arithmetic(i, st, a, b, bits, &r, &scc))
		return false;
	if (bits == 32)
		r = (uint32_t)r;
	st->s[o[0].reg] = (uint32_t)r;
	if (bits == 64)
		st->s[o[0].reg + 1] = (uint32_t)(r >> 32);
	if (scc != KEEP)
		st->scc = scc == TELL ? r != 0 : scc;
	return true;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector instructions on integers, and comparisons, by the text of their rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"

static int64_t sx(uint64_t v, unsigned bits)
{
	uint64_t sign = UINT64_C(1) << (bits - 1);
	v &= bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
	return (int64_t)((v ^ sign) - sign);
}
static uint64_t saturate(int64_t v, int64_t low, int64_t high)
{
	return (uint64_t)(v < low ? low : v > high ? high : v);
}
static int64_t middle(int64_t a, int64_t b, int64_t c)
{
	int64_t t[3] = {a, b, c};
	for (int n = 0; n < 3; n++)
		for (int k = 0; k < 2; k++)
			if (t[k] > t[k + 1]) {
				int64_t x = t[k];
				t[k] = t[k + 1];
				t[k + 1] = x;
			}
	return t[1];
}
static uint64_t sad(uint64_t a, uint64_t b, unsigned bits, bool masked)
{
	uint64_t sum = 0, mask = (UINT64_C(1) << bits) - 1;
	for (unsigned n = 0; n < 32; n += bits) {
		int64_t x = (int64_t)(a >> n & mask), y = (int64_t)(b >> n & mask);
		if (!masked || y != 0)
			sum += (uint64_t)(x > y ? x - y : y - x);
	}
	return sum;
}
static uint64_t ones_in(uint64_t v)
{
	uint64_t n = 0;
	for (; v != 0; v >>= 1)
		n += v & 1;
	return n;
}
static uint64_t first_from_top(uint32_t v, bool bit)
{
	for (unsigned n = 0; n < 32; n++)
		if ((v >> (31 - n) & 1) == bit)
			return n;
	return UINT32_MAX;
}

bool reference_integer(const struct gcn_inst *i, struct ref_lane *l)
{
	uint64_t a = l->x[0], b = l->x[1], c = l->x[2], r = 0, sum;
	uint32_t a32 = (uint32_t)a, b32 = (uint32_t)b, c32 = (uint32_t)c;
	uint64_t below = l->lane == 0 ? 0 : UINT64_MAX >> (64 - l->lane);

	switch (i->row->op) {
	case GCN_OP_V_CNDMASK_B32:
		r = c >> l->lane & 1 ? b : a;
		break;
	case GCN_OP_V_MOV_B32:
		r = a;
		break;
	case GCN_OP_V_NOT_B32:
		r = ~a;
		break;
	case GCN_OP_V_BFREV_B32:
		for (unsigned n = 0; n < 32; n++)
			r |= (a >> n & 1) << (31 - n);
		break;
	case GCN_OP_V_FFBH_U32:
		r = first_from_top(a32, true);
		break;
	case GCN_OP_V_FFBH_I32:
		r = first_from_top(a32, (a32 >> 31) == 0);
		break;
	case GCN_OP_V_FFBL_B32:
		r = UINT32_MAX;
		for (unsigned n = 32; n-- > 0;)
			if (a >> n & 1)
				r = n;
		break;
	case GCN_OP_V_MUL_I32_I24:
		r = (uint64_t)(sx(a, 24) * sx(b, 24));
		break;
	case GCN_OP_V_MUL_HI_I32_I24:
		r = (uint64_t)(sx(a, 24) * sx(b, 24)) >> 32;
		break;
	case GCN_OP_V_MUL_U32_U24:
		r = (a & 0xffffff) * (b & 0xffffff);
		break;
	case GCN_OP_V_MUL_HI_U32_U24:
		r = (a & 0xffffff) * (b & 0xffffff) >> 32;
		break;
	case GCN_OP_V_MIN_I32:
		r = sx(a, 32) < sx(b, 32) ? a : b;
		break;
	case GCN_OP_V_MAX_I32:
		r = sx(a, 32) > sx(b, 32) ? a : b;
		break;
	case GCN_OP_V_MIN_U32:
		r = a32 < b32 ? a : b;
		break;
	case GCN_OP_V_MAX_U32:
		r = a32 > b32 ? a : b;
		break;
	case GCN_OP_V_LSHR_B32:
		r = a32 >> (b % 32);
		break;
	case GCN_OP_V_LSHRREV_B32:
		r = b32 >> (a % 32);
		break;
	case GCN_OP_V_ASHR_I32:
		r = (uint64_t)(sx(a, 32) >> (b % 32));
		break;
	case GCN_OP_V_ASHRREV_I32:
		r = (uint64_t)(sx(b, 32) >> (a % 32));
		break;
	case GCN_OP_V_LSHL_B32:
		r = a << (b % 32);
		break;
	case GCN_OP_V_LSHLREV_B32:
		r = b << (a % 32);
		break;
	case GCN_OP_V_AND_B32:
		r = a & b;
		break;
	case GCN_OP_V_OR_B32:
		r = a | b;
		break;
	case GCN_OP_V_XOR_B32:
		r = a ^ b;
		break;
	case GCN_OP_V_BFM_B32:
		r = ((UINT64_C(1) << a % 32) - 1) << b % 32;
		break;
	case GCN_OP_V_BCNT_U32_B32:
		r = ones_in(a32) + b;
		break;
	case GCN_OP_V_MBCNT_LO_U32_B32:
		r = ones_in(a & below & UINT32_MAX) + b;
		break;
	case GCN_OP_V_MBCNT_HI_U32_B32:
		r = ones_in(a32 & below >> 32) + b;
		break;
	case GCN_OP_V_CVT_PK_U16_U32:
		r = (a32 > 65535 ? 65535 : a32) | (uint64_t)(b32 > 65535 ? 65535 : b32) << 16;
		break;
	case GCN_OP_V_CVT_PK_I16_I32:
		r = (saturate(sx(a, 32), -32768, 32767) & 0xffff) |
		    saturate(sx(b, 32), -32768, 32767) << 16;
		break;
	case GCN_OP_V_MUL_LO_U32:
	case GCN_OP_V_MUL_LO_I32:
		r = a * b;
		break;
	case GCN_OP_V_MUL_HI_U32:
		r = (uint64_t)a32 * b32 >> 32;
		break;
	case GCN_OP_V_MUL_HI_I32:
		r = (uint64_t)(sx(a, 32) * sx(b, 32)) >> 32;
		break;
	case GCN_OP_V_MAD_I32_I24:
		r = (uint64_t)(sx(a, 24) * sx(b, 24)) + c;
		break;
	case GCN_OP_V_MAD_U32_U24:
		r = (a & 0xffffff) * (b & 0xffffff) + c;
		break;
	case GCN_OP_V_BFE_U32:
		r = c % 32 == 0 ? 0 : a32 >> b % 32 & ((UINT64_C(1) << c % 32) - 1);
		break;
	case GCN_OP_V_BFE_I32:
		r = c % 32 == 0 ? 0 : (uint64_t)sx((uint64_t)(sx(a, 32) >> b % 32), c % 32);
		break;
	case GCN_OP_V_BFI_B32:
		r = (a & b) | (~a & c);
		break;
	case GCN_OP_V_LERP_U8:
		for (unsigned n = 0; n < 32; n += 8)
			r |= ((a >> n & 255) + (b >> n & 255) + (c >> n & 1)) / 2 << n;
		break;
	case GCN_OP_V_ALIGNBIT_B32:
		r = (a << 32 | b32) >> c % 32;
		break;
	case GCN_OP_V_ALIGNBYTE_B32:
		r = (a << 32 | b32) >> c % 4 * 8;
		break;
	case GCN_OP_V_MIN3_I32:
		r = (uint64_t)(sx(a, 32) < sx(b, 32) ? sx(a, 32) : sx(b, 32));
		r = (int64_t)r < sx(c, 32) ? r : c;
		break;
	case GCN_OP_V_MAX3_I32:
		r = (uint64_t)(sx(a, 32) > sx(b, 32) ? sx(a, 32) : sx(b, 32));
		r = (int64_t)r > sx(c, 32) ? r : c;
		break;
	case GCN_OP_V_MIN3_U32:
		r = a32 < b32 ? a32 : b32;
		r = r < c32 ? r : c32;
		break;
	case GCN_OP_V_MAX3_U32:
		r = a32 > b32 ? a32 : b32;
		r = r > c32 ? r : c32;
		break;
	case GCN_OP_V_MED3_I32:
		r = (uint64_t)middle(sx(a, 32), sx(b, 32), sx(c, 32));
		break;
	case GCN_OP_V_MED3_U32:
		r = (uint64_t)middle(a32, b32, c32);
		break;
	case GCN_OP_V_SAD_U8:
		r = sad(a, b, 8, false) + c;
		break;
	case GCN_OP_V_SAD_HI_U8:
		r = (sad(a, b, 8, false) << 16) + c;
		break;
	case GCN_OP_V_SAD_U16:
		r = sad(a, b, 16, false) + c;
		break;
	case GCN_OP_V_SAD_U32:
		r = sad(a, b, 32, false) + c;
		break;
	case GCN_OP_V_MSAD_U8:
		r = sad(a, b, 8, true) + c;
		break;
	case GCN_OP_V_LSHL_B64:
		r = a << b % 64;
		break;
	case GCN_OP_V_LSHR_B64:
		r = a >> b % 64;
		break;
	case GCN_OP_V_ASHR_I64:
		r = (uint64_t)((int64_t)a >> b % 64);
		break;
	case GCN_OP_V_ADD_I32:
		r = (uint64_t)a32 + b32;
		l->carry = r >> 32;
		break;
	case GCN_OP_V_SUB_I32:
		r = (uint64_t)a32 - b32;
		l->carry = a32 < b32;
		break;
	case GCN_OP_V_SUBREV_I32:
		r = (uint64_t)b32 - a32;
		l->carry = b32 < a32;
		break;
	case GCN_OP_V_ADDC_U32:
		r = (uint64_t)a32 + b32 + (c >> l->lane & 1);
		l->carry = r >> 32;
		break;
	case GCN_OP_V_SUBB_U32:
		sum = (uint64_t)b32 + (c >> l->lane & 1);
		r = a32 - sum;
		l->carry = a32 < sum;
		break;
	case GCN_OP_V_SUBBREV_U32:
		sum = (uint64_t)a32 + (c >> l->lane & 1);
		r = b32 - sum;
		l->carry = b32 < sum;
		break;
	default:
		return false;
	}
	l->result = l->dwords == 1 ? (uint32_t)r : r;
	return true;
}

/* ---- comparisons, by their names ------------------------------------------------------------- */

static double number(uint64_t bits, unsigned size, bool flush)
{
	double d;
	float f;
	uint32_t u = (uint32_t)bits;

	if (size == 64) {
		memcpy(&d, &bits, 8);
		return flush && fpclassify(d) == FP_SUBNORMAL ? 0 : d;
	}
	memcpy(&f, &u, 4);
	return flush && fpclassify(f) == FP_SUBNORMAL ? 0 : (double)f;
}

static bool class_matches(uint64_t bits, unsigned size, uint64_t mask)
{
	double d = number(bits, 64, false);
	float f = (float)number(bits, 32, false);
	int kind = size == 64 ? fpclassify(d) : fpclassify(f);
	bool negative = bits >> (size - 1) & 1, quiet = bits >> (size == 64 ? 51 : 22) & 1;
	unsigned n = 0;

	switch (kind) {
	case FP_NAN:
		n = quiet;
		break;
	case FP_INFINITE:
		n = negative ? 2 : 9;
		break;
	case FP_NORMAL:
		n = negative ? 3 : 8;
		break;
	case FP_SUBNORMAL:
		n = negative ? 4 : 7;
		break;
	case FP_ZERO:
		n = negative ? 5 : 6;
		break;
	}
	return mask >> n & 1;
}

static bool holds(const char *p, int order)
{
	static const struct {
		const char *name;
		bool less, equal, greater, unordered;
	} predicates[] = {{"f", 0, 0, 0, 0}, {"lt", 1, 0, 0, 0}, {"eq", 0, 1, 0, 0},
		{"le", 1, 1, 0, 0}, {"gt", 0, 0, 1, 0}, {"lg", 1, 0, 1, 0}, {"ne", 1, 0, 1, 0},
		{"ge", 0, 1, 1, 0}, {"o", 1, 1, 1, 0}, {"u", 0, 0, 0, 1}, {"nge", 1, 0, 0, 1},
		{"nlg", 0, 1, 0, 1}, {"ngt", 1, 1, 0, 1}, {"nle", 0, 0, 1, 1}, {"neq", 1, 0, 1, 1},
		{"nlt", 0, 1, 1, 1}, {"tru", 1, 1, 1, 1}, {"t", 1, 1, 1, 1}};

	for (unsigned n = 0; n < ARRAY_LEN(predicates); n++)
		if (strcmp(predicates[n].name, p) == 0)
			return order == 2   ? predicates[n].unordered
			       : order < 0  ? predicates[n].less
			       : order == 0 ? predicates[n].equal
			                    : predicates[n].greater;
	BUG("%s", p);
}

bool reference_comparison(const struct gcn_inst *i, struct ref_lane *l)
{
	char p[8], type[4], form[4];
	bool simple = sscanf(i->row->text, "v_cmp_%7[a-z]_%3s", p, type) == 2;
	uint64_t a = l->x[0], b = l->x[1];
	int order;

	form[0] = 0;
	if (!simple && sscanf(i->row->text, "v_cmp%3[sx]_%7[a-z]_%3s", form, p, type) != 3)
		return false;
	unsigned size = (unsigned)atoi(type + 1);
	l->has_mask = true;
	l->sets_exec = strchr(form, 'x') != NULL;
	if (strcmp(p, "class") == 0) {
		l->carry = class_matches(a, size, b);
		return true;
	}
	if (type[0] == 'f') {
		bool flush = (l->mode >> (size == 32 ? 4 : 6) & 1) == 0;
		double x = number(a, size, flush), y = number(b, size, flush);
		order = isnan(x) || isnan(y) ? 2 : x < y ? -1 : x > y;
	} else if (type[0] == 'i') {
		order = sx(a, size) < sx(b, size) ? -1 : sx(a, size) > sx(b, size);
	} else {
		uint64_t mask = size == 64 ? UINT64_MAX : UINT32_MAX;
		order = (a & mask)<(b & mask) ? -1 : (a & mask)>(b & mask);
	}
	l->carry = holds(p, order);
	return true;
}

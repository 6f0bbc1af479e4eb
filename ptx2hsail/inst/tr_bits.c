/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates bit fields, lop3, prmt and shf. When an operand is constant, shorter code is
 * chosen by its value. */
#include <stdlib.h>

#include "base/message.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

static bool constant(const struct tr_env *e, char letter, uint64_t *value)
{
	const struct hir_op *o = &e->bind[letter - 'A'];
	*value = o->u.value;
	return o->kind == HIR_OP_CONST;
}

/* In PTX, position and length are 8-bit numbers and bits beyond the width read as sign or 0, while
 * HSAIL takes both modulo the width; so only constants within the width become one instruction. */
void tr_fn_bfe(struct tr *t)
{
	static const enum tr_seq general[] = {SEQ_BFE_U32, SEQ_BFE_S32, SEQ_BFE_U64, SEQ_BFE_S64};
	uint64_t pos = 0, len = 0;
	enum ptx_type type = t->at.words.types[0];
	unsigned bits = ptx_types[type].bits;
	bool pos_fixed = constant(&t->at.env, 'B', &pos),
	     len_fixed = constant(&t->at.env, 'C', &len);
	bool fixed = pos_fixed && len_fixed;
	pos &= 255;
	len &= 255;
	bool is_signed = ptx_types[type].kind == PTX_KIND_SIGNED;
	if (fixed && len == 0)
		tr_seq(t, SEQ_BFE_ZERO, &t->at.env);
	else if (fixed && len < bits && pos + len <= bits)
		tr_seq(t, SEQ_BFE_IMM, &t->at.env);
	else
		tr_seq(t, general[(bits == 64 ? 2 : 0) + (is_signed ? 1 : 0)], &t->at.env);
}

void tr_fn_bfi(struct tr *t)
{
	uint64_t pos = 0, len = 0;
	unsigned bits = ptx_types[t->at.words.types[0]].bits;
	bool pos_fixed = constant(&t->at.env, 'C', &pos),
	     len_fixed = constant(&t->at.env, 'E', &len);
	bool fixed = pos_fixed && len_fixed;
	pos &= 255;
	len &= 255;
	if (fixed && (len == 0 || pos >= bits))
		tr_seq(t, SEQ_BFI_ZERO, &t->at.env);
	else if (fixed && len < bits && pos + len <= bits)
		tr_seq(t, SEQ_BFI_IMM, &t->at.env);
	else
		tr_seq(t, bits == 64 ? SEQ_BFI_64 : SEQ_BFI_32, &t->at.env);
}

/* Translates shf.l by a constant n as shf.r by 32 - n; by 0 it is the high word. */
void tr_fn_shf_left(struct tr *t)
{
	uint64_t n = 0;
	if (!constant(&t->at.env, 'C', &n))
		BUG("row promised a constant");
	n &= 31;
	if (n == 0) {
		t->at.env.bind['A' - 'A'] = t->at.env.bind['B' - 'A'];
		tr_seq(t, SEQ_MOV, &t->at.env);
		return;
	}
	tr_env_bind(&t->at.env, 'C', hir_op_const(32 - n), PTX_U32);
	tr_seq(t, SEQ_SHF_RIGHT, &t->at.env);
}

/* ---- lop3: a truth table of three inputs ------------------------------------------------- */

enum logic { LOGIC_AND, LOGIC_OR, LOGIC_XOR, LOGIC_OPS };
static const enum tr_seq logic_seqs[LOGIC_OPS] = {SEQ_LOGIC_AND, SEQ_LOGIC_OR, SEQ_LOGIC_XOR};
static const uint8_t input_tables[3] = {0xf0, 0xcc, 0xaa};

static uint8_t apply(enum logic op, uint8_t x, uint8_t y)
{
	return (uint8_t)(op == LOGIC_AND ? x & y : op == LOGIC_OR ? x | y : x ^ y);
}

/* A formula (x inner y) outer z, in which x, y, z and the result may be complemented: bits 0 to 3
 * of `invert`. */
struct formula {
	unsigned x, y, z;
	enum logic inner, outer;
	unsigned invert;
	bool only_inner; /* the formula is x inner y alone */
	unsigned cost;
};

static uint8_t evaluate(const struct formula *f)
{
	uint8_t x = input_tables[f->x], y = input_tables[f->y], z = input_tables[f->z];
	x ^= (f->invert & 1) != 0 ? 0xff : 0;
	y ^= (f->invert & 2) != 0 ? 0xff : 0;
	z ^= (f->invert & 4) != 0 ? 0xff : 0;
	uint8_t r = apply(f->inner, x, y);
	if (!f->only_inner)
		r = apply(f->outer, r, z);
	return r ^ ((f->invert & 8) != 0 ? 0xff : 0);
}

static void consider(struct formula *best, struct formula f, uint8_t table)
{
	f.cost = f.only_inner ? 1 : 2;
	for (unsigned bit = 0; bit < 4; bit++)
		f.cost += f.invert >> bit & 1;
	if (evaluate(&f) == table && (best->cost == 0 || f.cost < best->cost))
		*best = f;
}

static struct formula find_formula(uint8_t table)
{
	struct formula best = {.cost = 0};
	for (unsigned z = 0; z < 3; z++)
		for (int inner = 0; inner < LOGIC_OPS; inner++)
			for (int outer = 0; outer < LOGIC_OPS; outer++)
				for (unsigned invert = 0; invert < 16; invert++) {
					struct formula f = {.x = (z + 1) % 3,
						.y = (z + 2) % 3,
						.z = z,
						.inner = (enum logic)inner,
						.outer = (enum logic)outer,
						.invert = invert};
					consider(&best, f, table);
					f.only_inner = true;
					consider(&best, f, table);
				}
	return best;
}

static struct hir_op complement(struct tr *t, struct hir_op a, bool wanted)
{
	return wanted ? tr_word_step(t, SEQ_LOGIC_NOT, a, a, a) : a;
}

static struct hir_op build_formula(struct tr *t, const struct formula *f, const struct hir_op in[3])
{
	struct hir_op x = complement(t, in[f->x], (f->invert & 1) != 0);
	struct hir_op y = complement(t, in[f->y], (f->invert & 2) != 0);
	struct hir_op r = tr_word_step(t, logic_seqs[f->inner], x, y, y);
	if (!f->only_inner)
		r = tr_word_step(t, logic_seqs[f->outer], r,
			complement(t, in[f->z], (f->invert & 4) != 0), r);
	return complement(t, r, (f->invert & 8) != 0);
}

/* Builds the function of inputs b and c whose truth table is in bits 0 to 3 of `table`. */
static struct hir_op build_pair(struct tr *t, unsigned table, const struct hir_op in[3])
{
	if (table == 0 || table == 15)
		return hir_op_const(table == 0 ? 0 : UINT32_MAX);
	if (table == 12 || table == 3)
		return complement(t, in[1], table == 3);
	if (table == 10 || table == 5)
		return complement(t, in[2], table == 5);
	struct formula f = find_formula((uint8_t)(table | table << 4));
	if (f.cost == 0)
		BUG("truth table of two inputs");
	return build_formula(t, &f, in);
}

static bool trivial_table(uint8_t table, const struct hir_op in[3], struct hir_op *result)
{
	if (table == 0 || table == 0xff) {
		*result = hir_op_const(table == 0 ? 0 : UINT32_MAX);
		return true;
	}
	for (int i = 0; i < 3; i++)
		if (table == input_tables[i]) {
			*result = in[i];
			return true;
		}
	return false;
}

static struct hir_op build_lop3(struct tr *t, uint8_t table, const struct hir_op in[3])
{
	struct hir_op result;
	struct formula f = find_formula(table);
	enum { CHEAP = 3 };
	bool trivial = trivial_table(table, in, &result);
	if (!trivial && f.cost != 0 && f.cost <= CHEAP)
		result = build_formula(t, &f, in);
	else if (!trivial) /* a chooses the high or low half */
		result = tr_word_step(t, SEQ_LOGIC_SELECT, in[0], build_pair(t, table >> 4, in),
			build_pair(t, table & 15, in));
	return result;
}

void tr_fn_lop3(struct tr *t)
{
	uint64_t lut = 0;
	if (!constant(&t->at.env, 'E', &lut))
		BUG("row promised a constant");
	struct hir_op result = build_lop3(t, (uint8_t)lut, t->at.env.bind);
	tr_env_bind(&t->at.env, 'A', result, PTX_B32);
	tr_seq(t, SEQ_MOV, &t->at.env);
}

/* Reads the operands of lop3 with d|p: p tells whether d is not 0, combined with the predicate q
 * that comes last. Returns false after a message. */
static bool lop3_operands(struct tr *t, struct hir_op in[3], struct hir_op *d, struct hir_op *p,
	struct hir_op *q, uint64_t *table)
{
	struct ptx_operand *const *o = t->at.inst->operands;
	if (!tr_operand_count(t, 6, 6))
		return false;
	if (o[0]->kind != PTX_OPND_DUAL) {
		tr_error(t, o[0]->span, "expected a register and a predicate d|p");
		return false;
	}
	for (int i = 0; i < 3; i++)
		if (!tr_source(t, o[1 + i], PTX_B32, &in[i]))
			return false;
	if (o[4]->kind != PTX_OPND_INT || o[4]->value > UINT8_MAX) {
		tr_error(t, o[4]->span, "expected a truth table from 0 to 255");
		return false;
	}
	*table = o[4]->value;
	return tr_source(t, o[5], PTX_PRED, q) && tr_dest(t, o[0]->elems[0], PTX_B32, d) &&
	       tr_dest(t, o[0]->elems[1], PTX_PRED, p);
}

void tr_fn_lop3_bool(struct tr *t)
{
	uint64_t table = 0;
	struct hir_op in[3], d, p, q, nonzero = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	struct tr_env e = {.type = PTX_B32};
	if (!lop3_operands(t, in, &d, &p, &q, &table))
		return;
	struct hir_op result = build_lop3(t, (uint8_t)table, in);
	tr_env_bind(&e, 'D', nonzero, PTX_PRED);
	tr_env_bind(&e, 'A', result, PTX_B32);
	tr_seq(t, SEQ_LOP3_NONZERO, &e);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_seq(t, SEQ_MOV, &e);
	tr_env_bind(&e, 'D', p, PTX_PRED);
	tr_env_bind(&e, 'A', nonzero, PTX_PRED);
	tr_env_bind(&e, 'B', q, PTX_PRED);
	tr_seq(t, ptx_words_has(&t->at.words, PTX_MOD_OR) ? SEQ_SETP_OR : SEQ_SETP_AND, &e);
}

/* ---- prmt with a constant selector ------------------------------------------------------- */

/* Returns whether the four selected bytes are neighbours, in order, among the 8 bytes {b, a};
 * *first is the lowest. */
static bool is_slice(uint64_t selector, unsigned *first)
{
	*first = selector & 7;
	for (unsigned i = 0; i < 4; i++)
		if ((selector >> (4 * i) & 15) != *first + i)
			return false;
	return true;
}

static struct hir_op byte_of(struct tr *t, struct hir_op both, unsigned nibble)
{
	struct tr_env e = {0};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	unsigned bit = (nibble & 7) * 8;
	bool sign = (nibble & 8) != 0;
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', both, PTX_B64);
	tr_env_bind(&e, 'B', hir_op_const(sign ? bit + 7 : bit), PTX_U32);
	tr_seq(t, sign ? SEQ_PRMT_SIGN : SEQ_PRMT_BYTE, &e);
	return d;
}

void tr_fn_prmt(struct tr *t)
{
	uint64_t selector = 0;
	unsigned first = 0;
	if (!constant(&t->at.env, 'C', &selector))
		BUG("row promised a constant");
	if (is_slice(selector, &first)) {
		if (first == 4)
			t->at.env.bind['A' - 'A'] = t->at.env.bind['B' - 'A'];
		tr_env_bind(&t->at.env, 'C', hir_op_const(first), PTX_U32);
		tr_seq(t, first % 4 == 0 ? SEQ_MOV : SEQ_PRMT_ALIGN, &t->at.env);
		return;
	}
	struct hir_op both = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	tr_env_bind(&t->at.env, 'E', both, PTX_B64);
	tr_seq(t, SEQ_PRMT_FIRST, &t->at.env);
	struct hir_op result = byte_of(t, both, selector & 15);
	for (unsigned i = 1; i < 4; i++) {
		struct tr_env e = {0};
		struct hir_op next = i == 3 ? t->at.env.bind['D' - 'A']
		                            : tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		tr_env_bind(&e, 'D', next, PTX_B32);
		tr_env_bind(&e, 'A', result, PTX_B32);
		tr_env_bind(&e, 'B', byte_of(t, both, selector >> (4 * i) & 15), PTX_B32);
		tr_env_bind(&e, 'C', hir_op_const(8 * i), PTX_U32);
		tr_seq(t, SEQ_PRMT_INSERT, &e);
		result = next;
	}
}

void tr_fn_prmt_any(struct tr *t)
{
	tr_seq(t, SEQ_PRMT_ANY, &t->at.env);
}

/* Translates prmt with a mode such as f4e, which has four selectors: the low two bits of c choose
 * one. */
void tr_fn_prmt_mode(struct tr *t)
{
	uint64_t c = 0;
	if (constant(&t->at.env, 'C', &c)) {
		uint64_t selectors = strtoull(ptx_class_text(PTX_CLASS_PRMT,
						      t->at.words.classes[PTX_CLASS_PRMT]),
			NULL, 0);
		tr_env_bind(&t->at.env, 'C', hir_op_const(selectors >> (c & 3) * 16 & 0xffff),
			PTX_U32);
		tr_fn_prmt(t);
		return;
	}
	struct tr_env e = t->at.env;
	struct hir_op selector = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', selector, PTX_U32);
	tr_seq(t, SEQ_PRMT_SELECTOR, &e);
	tr_env_bind(&t->at.env, 'C', selector, PTX_U32);
	tr_seq(t, SEQ_PRMT_ANY, &t->at.env);
}

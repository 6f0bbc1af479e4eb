/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates createpolicy and setmaxnreg (PTX ISA 9.7.9.22, 9.7.20.5). They only advise
 * the hardware, so they are checked and have no effect here. */
#include <string.h>

#include "base/message.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "parse/float_bits.h"

/* Checks the priorities of a policy, which has one or two. */
static bool check_priorities(struct tr *t)
{
	enum ptx_mod last = PTX_MOD_NONE;
	unsigned count = 0;
	for (unsigned i = 0; i < t->at.inst->mod_count; i++) {
		enum ptx_mod m = ptx_ops_mod(&t->ops, t->at.inst->mods[i]);
		if (!ptx_class_has(PTX_CLASS_POLICY, m))
			continue;
		last = m;
		count++;
	}
	if (count == 1 || (count == 2 && (last == PTX_MOD_L2_EVICT_FIRST ||
						 last == PTX_MOD_L2_EVICT_UNCHANGED)))
		return true;
	tr_error(t, t->at.stmt->span,
		"'" STR_FMT "' must have one eviction priority, or a second one that is "
		"'.L2::evict_first' or '.L2::evict_unchanged'",
		STR_ARG(t->at.inst->text));
	return false;
}

static bool is_fraction(uint64_t bits)
{
	uint32_t low = (uint32_t)bits;
	float v;
	memcpy(&v, &low, sizeof v);
	return v > 0 && v <= 1;
}

/* Checks the shares of the priorities. A is the fraction; in the form with an address, A is the
 * bytes of the first priority and B all bytes. */
static bool check_shares(struct tr *t)
{
	const struct hir_op *a = &t->at.env.bind['A' - 'A'], *b = &t->at.env.bind['B' - 'A'];
	const struct ptx_operand *last = t->at.inst->operands[t->at.inst->operand_count - 1];
	if (a->kind == HIR_OP_CONST && ptx_words_has(&t->at.words, PTX_MOD_FRACTIONAL) &&
		!is_fraction(a->u.value)) {
		tr_error(t, last->span, "a fraction must be above 0 and at most 1");
		return false;
	}
	if (a->kind == HIR_OP_CONST && b->kind == HIR_OP_CONST && a->u.value > b->u.value) {
		tr_error(t, last->span, "the whole cannot be smaller than its part");
		return false;
	}
	return true;
}

void tr_fn_createpolicy(struct tr *t)
{
	if (!check_priorities(t) || !check_shares(t))
		return;
	tr_env_bind(&t->at.env, 'A', hir_op_const(0), PTX_B64);
	tr_seq(t, SEQ_MOV, &t->at.env);
}

void tr_fn_setmaxnreg(struct tr *t)
{
	enum { LEAST = 24, MOST = 256, STEP = 8 };
	uint64_t n = t->at.env.bind['A' - 'A'].u.value;
	if (n < LEAST || n > MOST || n % STEP != 0)
		tr_error(t, t->at.inst->operands[0]->span,
			"a number of registers must be a multiple of %d from %d to %d", (int)STEP,
			(int)LEAST, (int)MOST);
}

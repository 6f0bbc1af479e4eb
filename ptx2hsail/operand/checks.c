/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file checks the number of operands, and whether registers have the types that an instruction
 * takes (PTX ISA 9.4, "Type information"). */
#include "base/message.h"
#include "base/tr.h"
#include "operand/checks.h"

static bool is_integer(enum ptx_type type)
{
	return ptx_types[type].kind == PTX_KIND_UNSIGNED || ptx_types[type].kind == PTX_KIND_SIGNED;
}

static bool is_pair_of_halves(enum ptx_type type)
{
	return type == PTX_F16X2 || type == PTX_U16X2 || type == PTX_S16X2;
}

/* Returns whether a register of type `have` may stand for `want`, sizes aside: untyped bits go with
 * every type, integers with each other, floats only with their own type. */
static bool is_kind_for(enum ptx_type have, enum ptx_type want)
{
	if (ptx_types[have].kind == PTX_KIND_PRED || ptx_types[want].kind == PTX_KIND_PRED)
		return have == want;
	if (have == want || ptx_type_is_bits(have) || ptx_type_is_bits(want))
		return true;
	if (is_pair_of_halves(have))
		return is_integer(want) || is_pair_of_halves(want);
	return is_integer(have) && is_integer(want);
}

static bool is_wide_enough(enum ptx_type have, enum ptx_type want, enum tr_width width)
{
	unsigned h = ptx_types[have].bits, w = ptx_types[want].bits;
	return h == w || (width == TR_AT_LEAST && h > w && ptx_type_is_bits(have)) ||
	       (width == TR_AT_LEAST && h > w && (is_integer(want) || ptx_type_is_bits(want)));
}

static const char *size_text(struct tr *t, enum ptx_type type)
{
	if (ptx_types[type].kind == PTX_KIND_PRED)
		return "predicate";
	return arena_printf(&t->arena, "%u-bit", (unsigned)ptx_types[type].bits);
}

bool tr_check_type(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type want, enum tr_width width)
{
	bool fits = is_wide_enough(have, want, width);
	if (fits && is_kind_for(have, want))
		return true;
	const char *type = ptx_types[want].text;
	bool is_predicate =
		(ptx_types[have].kind == PTX_KIND_PRED) != (ptx_types[want].kind == PTX_KIND_PRED);
	if (fits && !is_predicate)
		tr_error(t, o->span, "'" STR_FMT "' is a '.%s' register, which '.%s' does not take",
			STR_ARG(o->name), ptx_types[have].text, type);
	else if (width == TR_AT_LEAST && !is_predicate)
		tr_error(t, o->span, "'" STR_FMT "', a '.%s' register, cannot hold '.%s'",
			STR_ARG(o->name), ptx_types[have].text, type);
	else
		tr_error(t, o->span, "'" STR_FMT "' is a %s register, '.%s' needs a %s one",
			STR_ARG(o->name), size_text(t, have), type, size_text(t, want));
	return false;
}

bool tr_operand_count(struct tr *t, uint32_t least, uint32_t most)
{
	uint32_t n = t->at.inst->operand_count;
	if (n >= least && n <= most)
		return true;
	tr_error(t, t->at.stmt->span, "'" STR_FMT "' has %u operands", STR_ARG(t->at.inst->text),
		n);
	return false;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the one form an instruction matches.
 *
 * An opcode has at most a dozen rows. Each is tried in stages: record and modifiers, number of
 * operands, operands, and what profile, machine model and extensions allow; the row that got
 * furthest explains a failure. */
#include "hsaemu/isa.h"

#include "explain_impl.h"

/* ---- profile, machine model, extensions ----------------------------------------------------- */

static bool has_f64(const struct isa_inst *inst)
{
	for (unsigned t = OF_T; t <= OF_S; t++) {
		const struct isa_type *type =
			isa_type_find(isa_inst_type(inst, (enum isa_type_slot)t));
		if (type != NULL && type->elem == BRIG_TYPE_F64)
			return true;
	}
	for (unsigned i = 0; i < inst->operand_count; i++) {
		const struct isa_operand *o = &inst->operands[i];
		unsigned count = o->kind == ISA_OPND_VECTOR ? o->count : 1;
		for (unsigned e = 0; e < count && e < ARRAY_LEN(o->elem); e++)
			if (o->elem[e].kind == ISA_OPND_CONSTANT &&
				o->elem[e].type == BRIG_TYPE_F64)
				return true;
	}
	return false;
}

/* PRM 16.2.1: in Base, ftz must be written, and only default rounding and rounding toward zero to
 * an integer exist. */
static const char *base_profile_fault(const struct isa_form *f, const struct isa_inst *inst)
{
	if (f->rules & RULE_FULL)
		return "needs the Full profile";
	if (has_f64(inst))
		return "needs the Full profile: Base has no f64";
	if (f->allowed[SLOT_FTZ] != 0 && !inst->ftz)
		return "must have '_ftz' in the Base profile";
	switch (inst->round) {
	case BRIG_ROUND_NONE:
	case BRIG_ROUND_FLOAT_DEFAULT:
	case BRIG_ROUND_INTEGER_ZERO:
	case BRIG_ROUND_INTEGER_ZERO_SAT:
	case BRIG_ROUND_INTEGER_SIGNALING_ZERO:
	case BRIG_ROUND_INTEGER_SIGNALING_ZERO_SAT:
		return NULL;
	}
	return inst->round < BRIG_ROUND_INTEGER_NEAR_EVEN
	               ? "must not have a rounding modifier in the Base profile"
	               : "may only round with zeroi, zeroi_sat, szeroi or szeroi_sat in the Base profile";
}

static const char *model_fault(const struct isa_form *f, const struct isa_inst *inst, bool large)
{
	const struct isa_type *t = isa_type_find(inst->type);
	bool sig32 = inst->type == BRIG_TYPE_SIG32 || inst->signal_type == BRIG_TYPE_SIG32;
	bool sig64 = inst->type == BRIG_TYPE_SIG64 || inst->signal_type == BRIG_TYPE_SIG64;
	bool wide_atomic = f->record == BRIG_KIND_INST_ATOMIC && t->bits == 64; /* PRM 2.9 */
	if (large && (f->rules & RULE_SMALL || sig32))
		return "needs the small machine model";
	if (!large && (f->rules & RULE_LARGE || sig64 || wide_atomic))
		return "needs the large machine model";
	return NULL;
}

static bool is_image_type(uint16_t brig_type)
{
	const struct isa_type *t = isa_type_find(brig_type);
	return t != NULL && (t->kind == ISA_KIND_IMAGE || t->kind == ISA_KIND_SAMPLER);
}

static const char *context_fault(const struct isa_form *f, const struct isa_inst *inst,
	const struct isa_context *ctx, enum isa_mismatch_kind *kind)
{
	const char *fault;
	*kind = ISA_MISMATCH_EXTENSION;
	bool image = f->rules & RULE_IMAGE || is_image_type(inst->type) ||
	             is_image_type(inst->image_type);
	if (image && !ctx->image_extension)
		return "needs extension \"IMAGE\"";
	*kind = ISA_MISMATCH_MODEL;
	fault = model_fault(f, inst, ctx->machine_model == BRIG_MACHINE_LARGE);
	if (fault != NULL)
		return fault;
	*kind = ISA_MISMATCH_PROFILE;
	return ctx->profile == BRIG_PROFILE_BASE ? base_profile_fault(f, inst) : NULL;
}

bool isa_fits_context(const struct isa_form *f, const struct isa_inst *inst,
	const struct isa_context *ctx)
{
	enum isa_mismatch_kind kind;
	return context_fault(f, inst, ctx, &kind) == NULL;
}

/* ---- whole instructions --------------------------------------------------------------------- */

static struct isa_fit fit_form(const struct isa_form *f, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx)
{
	struct isa_fit fit = isa_fit_mnemonic(f, inst, record, WRITTEN_ALL);
	if (fit.score < FIT_MNEMONIC)
		return fit;
	fit.kind = ISA_MISMATCH_OPERAND_COUNT;
	unsigned count = isa_form_operand_count(f);
	if (inst->operand_count != count)
		return fit;
	fit.score++;
	fit.kind = ISA_MISMATCH_OPERAND;
	for (unsigned i = 0; i < count; i++, fit.score++) {
		fit.operand = i;
		if (!isa_operand_fits(f, i, inst, record, ctx))
			return fit;
	}
	fit.score = FIT_OPERANDS;
	if (context_fault(f, inst, ctx, &fit.kind) == NULL)
		fit.score = FIT_ALL;
	return fit;
}

/* Appends a message such as "'add_u32' takes 3 operands (dest, src0, src1), not 2". */
static void explain_count(const struct isa_form *f, const struct isa_inst *inst, uint16_t record,
	struct buf *why)
{
	unsigned count = isa_form_operand_count(f);
	buf_printf(why, "takes %u operand%s", count, count == 1 ? "" : "s");
	for (unsigned n = 0; n < count; n++) {
		buf_puts(why, n == 0 ? " (" : ", ");
		isa_say_operand(why, f, record == 0 ? isa_form_text_order(f, n) : n);
	}
	buf_printf(why, "%s, not %u", count == 0 ? "" : ")", inst->operand_count);
}

/* Explains the failure by f, the nearest form, which is NULL if the opcode has none. */
static void explain(const struct isa_fit *fit, const struct isa_form *f,
	const struct isa_inst *inst, uint16_t record, const struct isa_context *ctx,
	struct isa_mismatch *m)
{
	struct buf why = BUF_INIT;
	struct isa_inst bare = *inst;
	const char *fault = NULL;
	enum isa_mismatch_kind kind;
	bare.operand_count = 0;
	if (f != NULL && fit->score >= FIT_MNEMONIC)
		fault = context_fault(f, fit->score < FIT_OPERANDS ? &bare : inst, ctx, &kind);
	if (fault != NULL)
		m->kind = kind;
	if (f == NULL) {
		buf_printf(&why, "no instruction has opcode %u", inst->opcode);
	} else if (fit->score < FIT_MNEMONIC) {
		isa_explain_mnemonic(fit, f, inst, record, WRITTEN_ALL, &why);
	} else if (fault == NULL && fit->kind == ISA_MISMATCH_OPERAND) {
		isa_explain_operand(f, fit->operand, inst, record, ctx, &why, &m->element);
	} else {
		buf_puts(&why, "'");
		isa_mnemonic_print(f, record == 0 ? &bare : inst, &why);
		buf_puts(&why, "' ");
		if (fault != NULL)
			buf_puts(&why, fault);
		else
			explain_count(f, inst, record, &why);
	}
	isa_copy_message(m->message, &why);
	buf_release(&why);
}

const struct isa_form *isa_match(const struct isa_inst *inst, uint16_t record,
	const struct isa_context *ctx, struct isa_mismatch *why)
{
	const struct isa_form *f, *end, *nearest = NULL;
	struct isa_fit best = {.kind = ISA_MISMATCH_OPCODE};
	isa_forms_of(inst->opcode, &f, &end);
	for (; f < end; f++) {
		struct isa_fit fit = fit_form(f, inst, record, ctx);
		if (fit.score == FIT_ALL)
			return f;
		if (nearest == NULL || fit.score > best.score) {
			best = fit;
			nearest = f;
		}
	}
	*why = (struct isa_mismatch){
		.kind = best.kind, .operand = best.operand, .nearest = nearest};
	explain(&best, nearest, inst, record, ctx, why);
	return NULL;
}

const struct isa_form *isa_match_mnemonic(const struct isa_inst *inst,
	const struct isa_context *ctx)
{
	const struct isa_form *f, *end, *elsewhere = NULL;
	enum isa_mismatch_kind kind;
	isa_forms_of(inst->opcode, &f, &end);
	for (; f < end; f++) {
		if (isa_fit_mnemonic(f, inst, 0, WRITTEN_ALL).score < FIT_MNEMONIC)
			continue;
		if (context_fault(f, inst, ctx, &kind) == NULL)
			return f;
		if (elsewhere == NULL)
			elsewhere = f;
	}
	return elsewhere;
}

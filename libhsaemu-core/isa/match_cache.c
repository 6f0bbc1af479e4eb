/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* isa_match() for instructions that come again and again. What fits up to the operands depends on
 * 28 bytes of struct isa_inst, the record and the context; it is kept in a table that forgets on
 * collision. The table also has which registers and constants each operand takes whatever their
 * number or value: most operands are settled by one comparison. */
#include "hsaemu/isa.h"

#include "match_impl.h"

enum { HEAD_BYTES = offsetof(struct isa_inst, operand_count), NO_REGISTER = 0xff };
_Static_assert(HEAD_BYTES == 6 * sizeof(uint16_t) + 16 &&
		       HEAD_BYTES + 3 <= ISA_MATCH_CACHE_KEY_BYTES,
	"the parts before the operands have no padding");

static void make_key(const struct isa_inst *inst, uint16_t record, const struct isa_context *ctx,
	unsigned char key[ISA_MATCH_CACHE_KEY_BYTES])
{
	memcpy(key, inst, HEAD_BYTES);
	key[HEAD_BYTES] = (unsigned char)record;
	key[HEAD_BYTES + 1] = (unsigned char)(record >> 8);
	key[HEAD_BYTES + 2] = (unsigned char)(ctx->profile << 4 | ctx->machine_model);
	key[HEAD_BYTES + 3] = ctx->image_extension;
}

/* ---- filling a slot ------------------------------------------------------------------------- */

static bool takes(const struct isa_form *f, unsigned i, struct isa_inst *inst, uint16_t record,
	const struct isa_context *ctx, struct isa_element sample)
{
	inst->operands[i] = (struct isa_operand){.kind = sample.kind, .elem[0] = sample};
	return isa_operand_fits(f, i, inst, record, ctx);
}

/* Fills what the form says of operands by asking about a sample of each kind. */
static struct isa_plain_operand plain_operand(const struct isa_form *f, unsigned i,
	struct isa_inst *inst, uint16_t record, const struct isa_context *ctx)
{
	struct isa_plain_operand plain = {.register_kind = NO_REGISTER};
	const struct isa_type *t = isa_type_find(isa_form_operand_type(f, inst, i));
	if (f->operands[i].what != WHAT_VALUE || t == NULL)
		return plain;
	const struct isa_element reg = {
		.kind = ISA_OPND_REGISTER, .register_kind = (uint8_t)isa_type_register_kind(t)};
	const struct isa_element integer = {
		.kind = ISA_OPND_CONSTANT, .constant = ISA_CONST_INTEGER};
	const struct isa_element typed = {.kind = ISA_OPND_CONSTANT,
		.constant = ISA_CONST_TYPED,
		.type = isa_type_of_constant(t->brig)};
	if (takes(f, i, inst, record, ctx, reg))
		plain.register_kind = reg.register_kind;
	/* an operand that takes only some values, such as 0 and 1 of b1, is asked about each
	 * time */
	if (f->operands[i].limit != 0 || t->brig == BRIG_TYPE_B1)
		return plain;
	plain.integer = takes(f, i, inst, record, ctx, integer);
	if (takes(f, i, inst, record, ctx, typed))
		plain.constant_type = typed.type;
	return plain;
}

static const struct isa_form *first_that_fits(const struct isa_inst *inst, uint16_t record)
{
	const struct isa_form *f, *end;
	isa_forms_of(inst->opcode, &f, &end);
	for (; f < end; f++)
		if (isa_fit_mnemonic(f, inst, record, WRITTEN_ALL).score >= FIT_MNEMONIC)
			return f;
	return NULL;
}

static void fill(struct isa_match_cache_entry *s, const struct isa_inst *inst, uint16_t record,
	const struct isa_context *ctx)
{
	struct isa_inst sample = {.operand_count = 0};
	s->form = first_that_fits(inst, record);
	if (s->form == NULL)
		return;
	memcpy(&sample, inst, HEAD_BYTES);
	s->context_matters =
		ctx->profile == BRIG_PROFILE_BASE || !isa_fits_context(s->form, &sample, ctx);
	for (unsigned i = 0; i < ISA_MAX_OPERANDS; i++)
		s->plain[i] = plain_operand(s->form, i, &sample, record, ctx);
}

static const struct isa_match_cache_entry *slot_of(struct isa_match_cache *cache,
	const struct isa_inst *inst, uint16_t record, const struct isa_context *ctx)
{
	unsigned char key[ISA_MATCH_CACHE_KEY_BYTES];
	make_key(inst, record, ctx, key);
	/* There are two places for a key, of which the one that was used longer ago is given up. */
	struct isa_match_cache_entry *pair =
		cache->slots[str_hash(key, sizeof key) & (ARRAY_LEN(cache->slots) - 1)];
	if (pair[0].form != NULL && memcmp(pair[0].key, key, sizeof key) == 0)
		return &pair[0];
	struct isa_match_cache_entry other = pair[1];
	pair[1] = pair[0];
	pair[0] = other;
	if (other.form == NULL || memcmp(other.key, key, sizeof key) != 0) {
		memcpy(pair[0].key, key, sizeof key);
		fill(&pair[0], inst, record, ctx);
	}
	return &pair[0];
}

/* ---- matching ------------------------------------------------------------------------------- */

static bool is_plain(const struct isa_plain_operand *plain, const struct isa_operand *o)
{
	const struct isa_element *e = &o->elem[0];
	if (o->kind == ISA_OPND_REGISTER)
		return e->register_kind == plain->register_kind;
	if (o->kind != ISA_OPND_CONSTANT || e->constant == ISA_CONST_FLOAT)
		return false;
	return e->constant == ISA_CONST_INTEGER
	               ? plain->integer
	               : e->type == plain->constant_type && e->type != BRIG_TYPE_NONE;
}

static bool fits(const struct isa_match_cache_entry *s, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx)
{
	if (s->form == NULL || !isa_form_has_operands(s->form, inst->operand_count))
		return false;
	for (unsigned i = 0; i < inst->operand_count; i++)
		if (!is_plain(&s->plain[i], &inst->operands[i]) &&
			!isa_operand_fits(s->form, i, inst, record, ctx))
			return false;
	return !s->context_matters || isa_fits_context(s->form, inst, ctx);
}

/* An instruction that does not fit the first form may still fit another, or its misfit must be
 * explained. */
const struct isa_form *isa_match_cached(struct isa_match_cache *cache, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx, struct isa_mismatch *why)
{
	const struct isa_match_cache_entry *s = slot_of(cache, inst, record, ctx);
	return fits(s, inst, record, ctx) ? s->form : isa_match(inst, record, ctx, why);
}

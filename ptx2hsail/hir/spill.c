/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file writes spill code. A spilled register is a variable of the spill segment; it is loaded
 * into a fresh register before an entry that reads it and stored after one that writes it.
 * Predicates go through u32. */

#include "hir/spill.h"

struct spiller {
	struct hir_func *f;
	struct hir_protos *protos;
	struct hir_entry *old;
	size_t old_count;
	const bool *spilled;
	size_t spilled_count;
	struct hir_var **variables; /* per register: its variable */
	uint32_t *fresh; /* per register: its stand-in in the current entry, a fresh register */
	uint32_t touched[64]; /* spilled registers of the current entry */
	bool written[64];
	unsigned touched_count;
};

struct spill_texts { /* texts for a register kind: type of the variable, load, store */
	uint16_t type;
	const char *load, *store;
};
static const struct spill_texts texts[] = {
#define SPILL(kind, type, load, store) \
	[BRIG_REGISTER_KIND_##kind] = {BRIG_TYPE_##type, load, store},
#include "table/ptx_ops.def"
};
enum spill_bit { FROM_WORD, TO_WORD };
static const char *const bit_texts[] = {
#define SPILL_BIT(id, mnemonic) [id] = mnemonic,
#include "table/ptx_ops.def"
};

static struct hir_var *variable_of(struct spiller *s, uint32_t reg)
{
	if (s->variables[reg] != NULL)
		return s->variables[reg];
	struct hir_func *f = s->f;
	char *name = arena_printf(f->arena, "%%__spill%zu", f->var_count);
	struct hir_var *v =
		hir_var_new(f, str_from(name), BRIG_SEGMENT_SPILL, texts[f->regs[reg].kind].type);
	hir_add_var(f, v);
	s->variables[reg] = v;
	return v;
}

static void emit(struct spiller *s, const char *mnemonic, struct hir_op a, struct hir_op b,
	const struct hir_op *c)
{
	struct hir_op *ops = ARENA_ARRAY(s->f->arena, struct hir_op, 3);
	ops[0] = a;
	ops[1] = b;
	if (c != NULL)
		ops[2] = *c;
	hir_append_inst(s->f, hir_proto_get(s->protos, str_from(mnemonic)), ops);
}

static uint32_t fresh_reg(struct spiller *s, uint8_t kind)
{
	uint32_t r = hir_reg_new(s->f, kind, (struct str){0});
	s->f->regs[r].no_spill = true;
	return r;
}

static void stand_in(void *context, uint32_t *reg, enum hir_access access)
{
	struct spiller *s = context;
	if (*reg >= s->spilled_count || !s->spilled[*reg])
		return;
	unsigned i = 0;
	while (i < s->touched_count && s->touched[i] != *reg)
		i++;
	if (i == s->touched_count) {
		if (i == ARRAY_LEN(s->touched))
			BUG("an entry has more registers than HSAIL allows");
		s->touched[s->touched_count++] = *reg;
		s->written[i] = false;
		s->fresh[*reg] = HIR_NO_REG;
	}
	if (s->fresh[*reg] == HIR_NO_REG) {
		uint8_t kind = s->f->regs[*reg].kind;
		s->fresh[*reg] = fresh_reg(s, kind);
		if (access == HIR_READ) {
			struct hir_op at = {
				.kind = HIR_OP_ADDRESS, .u.address.var = variable_of(s, *reg)};
			bool is_c = kind == BRIG_REGISTER_KIND_CONTROL;
			uint32_t to =
				is_c ? fresh_reg(s, BRIG_REGISTER_KIND_SINGLE) : s->fresh[*reg];
			emit(s, texts[kind].load, hir_op_reg(to), at, NULL);
			struct hir_op zero = hir_op_const(0);
			if (is_c)
				emit(s, bit_texts[FROM_WORD], hir_op_reg(s->fresh[*reg]),
					hir_op_reg(to), &zero);
		}
	}
	s->written[i] |= access == HIR_WRITE;
	*reg = s->fresh[*reg];
}

static void store_back(struct spiller *s)
{
	for (unsigned i = 0; i < s->touched_count; i++) {
		if (!s->written[i])
			continue;
		uint32_t reg = s->touched[i];
		uint8_t kind = s->f->regs[reg].kind;
		uint32_t from = s->fresh[reg];
		if (kind == BRIG_REGISTER_KIND_CONTROL) {
			from = fresh_reg(s, BRIG_REGISTER_KIND_SINGLE);
			emit(s, bit_texts[TO_WORD], hir_op_reg(from), hir_op_reg(s->fresh[reg]),
				NULL);
		}
		struct hir_op at = {.kind = HIR_OP_ADDRESS, .u.address.var = variable_of(s, reg)};
		emit(s, texts[kind].store, hir_op_reg(from), at, NULL);
	}
}

void hir_spill(struct hir_func *f, const bool *spilled, struct hir_protos *protos)
{
	struct spiller s = {.f = f,
		.protos = protos,
		.old = f->entries,
		.old_count = f->entry_count,
		.spilled = spilled,
		.spilled_count = f->reg_count};
	s.variables = mem_new(f->reg_count, sizeof *s.variables);
	s.fresh = mem_new(f->reg_count, sizeof *s.fresh);
	f->entries = NULL;
	f->entry_count = f->entry_capacity = 0;
	for (size_t i = 0; i < s.old_count; i++) {
		s.touched_count = 0;
		struct hir_entry e = s.old[i];
		hir_visit_regs(&e, stand_in, &s);
		*hir_append(f, e.kind) = e;
		store_back(&s);
	}
	mem_free(s.old);
	mem_free(s.variables);
	mem_free(s.fresh);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks the rules for instructions that the instruction tables do not know: where an instruction
 * may stand, and what it may do with the variable that its address names. */
#include "sema_inst_impl.h"

static bool is_call(enum isa_lowering l)
{
	return l == ISA_LOWER_CALL || l == ISA_LOWER_SCALL || l == ISA_LOWER_ICALL;
}

/* Checks that an input among the formal arguments is only read, and an output only written (PRM
 * 10.2). Returns false after a diagnostic. */
static bool check_formal(struct as_state *as, const struct as_operand *o, enum isa_lowering l)
{
	const struct as_symbol *sym = o->target;
	if (sym->decl.segment != BRIG_SEGMENT_ARG || sym->scope != 1)
		return true;
	if (l == (sym->is_output ? ISA_LOWER_STORE : ISA_LOWER_LOAD))
		return true;
	as_err(as, o->symbol, "10.2", "'" STR_FMT "' is an %s argument: it can be %s only",
		STR_ARG(sym->name), sym->is_output ? "output" : "input",
		sym->is_output ? "written" : "read");
	return false;
}

/* Addresses of some segments have 32 bits in both machine models (PRM table 2-3). */
uint64_t as_address_offset_bits(const struct as_state *as, uint64_t offset)
{
	switch (as->inst.segment) {
	case BRIG_SEGMENT_FLAT:
	case BRIG_SEGMENT_GLOBAL:
	case BRIG_SEGMENT_READONLY:
	case BRIG_SEGMENT_KERNARG:
		if (as->context.machine_model == BRIG_MACHINE_LARGE)
			return offset;
		break;
	}
	return offset & UINT32_MAX;
}

/* Checks that an access through an address without a register stays inside the variable. Kernel
 * arguments are exempt, because their layout in memory is specified and so the arguments that
 * follow one are known. Returns false after a diagnostic. */
static bool check_bounds(struct as_state *as, const struct as_operand *o)
{
	const struct as_declared_type *decl = &o->target->decl;
	unsigned vec = as->inst.vec != 0 ? as->inst.vec : 1;
	uint64_t access = (uint64_t)isa_type_find(as->inst.type)->bits / 8 * vec;
	uint64_t size = isa_type_find(decl->type)->bits / 8 * (decl->is_array ? decl->dim : 1);
	uint64_t offset = as_address_offset_bits(as, o->offset);
	if (o->has_register || size == 0 || decl->segment == BRIG_SEGMENT_KERNARG ||
		(offset <= size && access <= size - offset))
		return true;
	as_err(as, o->loc, "6.1.1",
		"an access of %llu byte%s at offset %lld is outside of '" STR_FMT "', "
		"which has %llu",
		(unsigned long long)access, access == 1 ? "" : "s", (long long)o->offset,
		STR_ARG(o->target->name), (unsigned long long)size);
	return false;
}

static bool check_memory(struct as_state *as, enum isa_lowering l)
{
	const struct as_statement *st = &as->st;
	for (size_t i = 0; i < st->operand_count; i++) {
		const struct as_operand *o = &st->operands[i];
		if (o->kind == AS_OPND_ADDRESS && o->has_symbol &&
			(!check_formal(as, o, l) || !check_bounds(as, o)))
			return false;
	}
	return true;
}

static void warn_of_b1(struct as_state *as, const struct isa_form *form)
{
	const struct as_statement *st = &as->st;
	for (unsigned n = 0; n < st->operand_count; n++) {
		const struct as_operand *o = &st->operands[n];
		uint64_t bits = o->kind == AS_OPND_VALUE ? o->value.literal.bits : 0;
		if (bits > 1 && !as->record && bits != UINT64_MAX &&
			o->value.kind == AS_VALUE_LITERAL &&
			isa_form_operand_type(form, &as->inst, isa_form_text_order(form, n)) ==
				BRIG_TYPE_B1)
			diag_warning(as->diag, as_place(as, o->loc),
				"only bit 0 of this b1 constant counts");
	}
}

bool as_place_check(struct as_state *as, const struct isa_form *form, struct as_loc loc)
{
	const struct as_statement *st = &as->st;
	const struct isa_opcode *op = isa_form_opcode(form);
	if (is_call(op->lowering))
		return as_call_check(as, st->operands, st->operand_count, loc);
	if (op->lowering == ISA_LOWER_LOAD || op->lowering == ISA_LOWER_STORE ||
		op->lowering == ISA_LOWER_ATOMIC)
		return check_memory(as, op->lowering);
	if (as->block.open && (op->lowering == ISA_LOWER_RET || op->lowering == ISA_LOWER_ALLOCA)) {
		as_err(as, loc, "10.2", "'%s' cannot be in an argument block", op->text);
		return false;
	}
	warn_of_b1(as, form);
	return true;
}

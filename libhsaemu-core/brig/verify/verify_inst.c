/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks instructions: their form, and the things to which their operands refer (PRM 4.18, 8, 9,
 * 10). */
#include "brig/verify/verify_inst_impl.h"
#include "brig/verify/verify_operand_impl.h"
#include "brig/verify/verify_symbol_impl.h"
#include "brig/verify/verify_use_impl.h"
#include "brig/verify/verify_variable_impl.h"

/* One instruction being verified. */
struct inst {
	struct brig_verifier *vf;
	const struct brig_entry *entry;
	const struct isa_form *form;
	struct isa_inst inst;
	struct brig_operand operands[ISA_MAX_OPERANDS];
};

/* ---- the form ------------------------------------------------------------------------------- */

/* Does what brig_inst_operands() does, without walking a long list for every instruction that has
 * it. */
static bool decode_operands(struct inst *x)
{
	struct brig_list l = brig_verify_list(x->vf, x->entry->u.inst.operands);
	if (l.count > ISA_MAX_OPERANDS)
		return FAIL_CODE(x->vf, x->entry->off, "18.5.2.1",
			"instruction has %u operands, not at most %d", l.count, ISA_MAX_OPERANDS);
	x->inst.operand_count = (uint8_t)l.count;
	for (uint32_t i = 0; i < l.count; i++) {
		struct brig_operand *o = &x->operands[i];
		if (!brig_operand_decode(x->vf->v, brig_list_at(&l, i), o, &x->inst.operands[i]))
			BUG("operand at 0x%x was checked", brig_list_at(&l, i));
		if (o->kind == BRIG_KIND_OPERAND_CODE_LIST)
			x->inst.operands[i].kind = brig_verify_code_list(x->vf, o->u.list.elements);
	}
	return true;
}

/* Returns whether no message was printed yet about the operand, or the opcode, that is at fault. */
static bool is_new(const struct inst *x, const struct isa_mismatch *why)
{
	struct brig_verifier *vf = x->vf;
	const struct brig_operand *o;
	switch (why->kind) {
	case ISA_MISMATCH_OPERAND:
		o = &x->operands[why->operand];
		if (o->kind == BRIG_KIND_OPERAND_ADDRESS && o->u.address.symbol != 0)
			return brig_verify_first_time(vf, BRIG_CHECKED_SYMBOL, o->u.address.symbol,
				BRIG_SYMBOL_ADDRESS);
		if (why->element == 0)
			return brig_verify_first_time(vf, BRIG_CHECKED_OPERAND, o->off, 0);
		struct brig_list l = brig_verify_list(vf, o->u.list.elements);
		return brig_verify_first_time(vf, BRIG_CHECKED_OPERAND,
			brig_list_at(&l, why->element - 1), 0);
	case ISA_MISMATCH_EXTENSION:
		return brig_verify_first_time(vf, BRIG_CHECKED_TYPE, BRIG_USES_IMAGE, 0);
	case ISA_MISMATCH_PROFILE:
	case ISA_MISMATCH_MODEL:
		return brig_verify_first_time(vf, BRIG_CHECKED_CONTEXT, x->inst.opcode, why->kind);
	case ISA_MISMATCH_OPCODE:
	case ISA_MISMATCH_TYPE:
	case ISA_MISMATCH_MODIFIER:
	case ISA_MISMATCH_OPERAND_COUNT:
		break;
	}
	return true;
}

static bool match_form(struct inst *x)
{
	struct isa_mismatch why;
	x->form =
		isa_match_cached(&x->vf->match_cache, &x->inst, x->entry->kind, &x->vf->ctx, &why);
	if (x->form != NULL)
		return true;
	if (!is_new(x, &why))
		return false;
	struct diag_place place = brig_place(x->vf->v, BRIG_SECTION_INDEX_CODE, x->entry->off);
	diag_error(x->vf->d, place, "%s", why.message);
	diag_see(x->vf->d, why.nearest != NULL ? isa_form_section(why.nearest) : "18.7");
	return false;
}

/* Checks two of the three scopes of a memory fence's record (PRM 18.5.2.11), for which struct
 * isa_inst has no room. */
static void check_fence(const struct inst *x)
{
	struct brig_inst_mem_fence f;
	if (x->entry->kind != BRIG_KIND_INST_MEM_FENCE)
		return;
	brig_load_inst_mem_fence(x->vf->v->sections[BRIG_SECTION_INDEX_CODE].bytes + x->entry->off,
		&f);
	if (f.global_scope != f.group_scope || f.image_scope != BRIG_MEMORY_SCOPE_NONE)
		FAIL_CODE(x->vf, x->entry->off, "18.5.2.11",
			"memory fence must have equal scopes for global and group memory, "
			"and none for images");
}

/* ---- registers ------------------------------------------------------------------------------ */

static void use_registers(struct brig_verifier *vf, const struct isa_operand *o)
{
	unsigned count = o->kind == ISA_OPND_VECTOR ? o->count : 1;
	for (unsigned i = 0; i < count; i++)
		if (o->elem[i].kind == ISA_OPND_REGISTER)
			brig_verify_use_register(vf, o->elem[i].register_kind,
				o->elem[i].register_number);
}

/* ---- addresses ------------------------------------------------------------------------------ */

/* Checks that a function only loads its inputs and only stores its output (PRM 10.2). */
static bool check_formal(const struct inst *x, const struct brig_entry *symbol)
{
	const struct brig_entry *f = &x->vf->body->function;
	uint32_t body = f->u.executable.first_code_block_entry;
	if (symbol->u.variable.segment != BRIG_SEGMENT_ARG || symbol->off < f->off ||
		symbol->off >= body)
		return true;
	bool output =
		f->u.executable.out_arg_count > 0 && symbol->off < f->u.executable.first_in_arg;
	bool load = isa_form_operand_is_dest(x->form, 0); /* only ld and st have arg addresses */
	if (load != output)
		return true;
	return FAIL_CODE(x->vf, x->entry->off, "10.2", "%s argument '" STR_FMT "' may only be %s",
		output ? "output" : "input", STR_ARG(brig_verify_name_of(x->vf, symbol)),
		output ? "stored" : "loaded");
}

static void check_restricted(const struct inst *x, const struct brig_entry *symbol)
{
	const struct brig_directive_variable *v = &symbol->u.variable;
	bool module = v->linkage == BRIG_LINKAGE_PROGRAM || v->linkage == BRIG_LINKAGE_MODULE;
	if (symbol->kind == BRIG_KIND_DIRECTIVE_FBARRIER)
		brig_verify_use_restricted(x->vf, x->entry->off, symbol->u.fbarrier.name);
	else if (module && (v->segment == BRIG_SEGMENT_GROUP || v->segment == BRIG_SEGMENT_PRIVATE))
		brig_verify_use_restricted(x->vf, x->entry->off, v->name);
}

/* Checks that ld, st and atomics with a constant offset stay inside the variable. */
static bool check_bounds(const struct inst *x, const struct brig_operand_address *a,
	const struct brig_entry *symbol)
{
	bool accesses =
		x->entry->kind == BRIG_KIND_INST_MEM || x->entry->kind == BRIG_KIND_INST_ATOMIC;
	uint64_t size = brig_variable_bytes(&symbol->u.variable);
	if (!accesses || a->reg != 0 || size == 0 ||
		symbol->u.variable.segment == BRIG_SEGMENT_KERNARG)
		return true;
	const struct isa_operand *value = &x->inst.operands[0];
	uint64_t bytes = isa_type_find(x->inst.type)->bits / 8u;
	if (value->kind == ISA_OPND_VECTOR)
		bytes *= value->count;
	if (bytes <= size && a->offset <= size - bytes)
		return true;
	return brig_verify_first_time(x->vf, BRIG_CHECKED_SYMBOL, a->symbol, BRIG_SYMBOL_BOUNDS) &&
	       FAIL_CODE(x->vf, x->entry->off, "6.1.1",
		       "access of %llu byte%s at offset %llu is outside variable '" STR_FMT
		       "', which has %llu",
		       (unsigned long long)bytes, bytes == 1 ? "" : "s",
		       (unsigned long long)a->offset, STR_ARG(brig_verify_name_of(x->vf, symbol)),
		       (unsigned long long)size);
}

static void check_address(const struct inst *x, const struct brig_operand_address *a)
{
	if (a->reg != 0) {
		struct brig_operand reg = brig_verify_operand_at(x->vf, a->reg);
		brig_verify_use_register(x->vf, reg.u.reg.reg_kind, reg.u.reg.number);
	}
	if (a->symbol == 0 || !brig_verify_reference(x->vf, x->entry->off, a->symbol))
		return;
	struct brig_entry symbol;
	brig_verify_code(x->vf, a->symbol, &symbol);
	if (!check_formal(x, &symbol))
		return;
	check_restricted(x, &symbol);
	check_bounds(x, a, &symbol);
}

/* ---- labels --------------------------------------------------------------------------------- */

/* Returns the number of the arg block around a code offset; 0 when there is none. */
static uint32_t arg_block_at(const struct brig_verifier *vf, uint32_t off)
{
	size_t low = 0, high = vf->arg_block_count; /* the first that ends behind off */
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (vf->arg_blocks[mid].end < off)
			low = mid + 1;
		else
			high = mid;
	}
	return low < vf->arg_block_count && vf->arg_blocks[low].start < off ? (uint32_t)low + 1 : 0;
}

static bool check_label(const struct inst *x, uint32_t label)
{
	if (!brig_verify_reference(x->vf, x->entry->off, label))
		return false;
	if (arg_block_at(x->vf, label) == x->vf->body->arg_scope)
		return true;
	struct brig_entry e;
	brig_verify_code(x->vf, label, &e);
	return FAIL_CODE(x->vf, x->entry->off, "10.2",
		"branch to '" STR_FMT "' leads %s an arg block",
		STR_ARG(brig_verify_name_of(x->vf, &e)),
		x->vf->body->arg_scope != 0 ? "out of" : "into");
}

static void check_labels(const struct inst *x, uint32_t list)
{
	struct brig_list l = brig_verify_list(x->vf, list);
	const struct brig_checked checked = {
		BRIG_CHECKED_LABELS, list, x->vf->body->scope, x->vf->body->arg_scope};
	if (brig_verify_is_checked(x->vf, &checked))
		return;
	brig_verify_set_checked(x->vf, &checked);
	for (uint32_t i = 0; i < l.count; i++)
		if (!check_label(x, brig_list_at(&l, i)))
			return;
}

static void check_fbarrier(const struct inst *x, uint32_t fbarrier)
{
	struct brig_entry symbol;
	brig_verify_code(x->vf, fbarrier, &symbol);
	check_restricted(x, &symbol);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void check_operand(const struct inst *x, unsigned i)
{
	const struct brig_operand *o = &x->operands[i];
	switch (x->inst.operands[i].kind) {
	case ISA_OPND_REGISTER:
	case ISA_OPND_VECTOR:
		use_registers(x->vf, &x->inst.operands[i]);
		break;
	case ISA_OPND_ADDRESS:
		check_address(x, &o->u.address);
		break;
	case ISA_OPND_LABEL:
		check_label(x, o->u.code_ref.ref);
		break;
	case ISA_OPND_LABELS:
		check_labels(x, o->u.list.elements);
		break;
	case ISA_OPND_FBARRIER:
		if (brig_verify_reference(x->vf, x->entry->off, o->u.code_ref.ref))
			check_fbarrier(x, o->u.code_ref.ref);
		break;
	case ISA_OPND_FUNCTION: /* brig_verify_call() */
	case ISA_OPND_SIGNATURE:
	case ISA_OPND_FUNCTIONS:
	case ISA_OPND_ARGUMENTS:
	case ISA_OPND_NONE:
	case ISA_OPND_CONSTANT:
	case ISA_OPND_WAVESIZE:
	case ISA_OPND_VARIABLE:
	case ISA_OPND_KERNEL:
	case ISA_OPND_OTHER:
		break;
	}
}

/* Checks what belongs in an arg block and what does not (PRM 10.2). */
static bool check_place(const struct inst *x, bool call)
{
	bool inside = x->vf->body->arg_scope != 0;
	const struct isa_opcode *op = isa_form_opcode(x->form);
	if (call && !inside)
		return FAIL_CODE(x->vf, x->entry->off, "10.2", "'%s' must stand in an arg block",
			op->text);
	if ((op->lowering == ISA_LOWER_RET || op->lowering == ISA_LOWER_ALLOCA) && inside)
		return FAIL_CODE(x->vf, x->entry->off, "10.2", "'%s' may not stand in an arg block",
			op->text);
	return true;
}

void brig_verify_inst(struct brig_verifier *vf, const struct brig_entry *e)
{
	struct inst x;
	x.vf = vf;
	x.entry = e;
	memcpy(&x.inst, &e->u.inst.inst, offsetof(struct isa_inst, operands));
	if (!decode_operands(&x) || !match_form(&x))
		return;
	check_fence(&x);
	for (unsigned i = 0; i < x.inst.operand_count; i++)
		check_operand(&x, i);
	bool call = x.inst.operand_count > 0 && x.inst.operands[0].kind == ISA_OPND_ARGUMENTS;
	if (check_place(&x, call) && call)
		brig_verify_call(vf, e, &x.inst, x.operands);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file writes functions with allocated registers as BRIG. A reference to a function must be to
 * its definition (PRM 18.5.1.1), so references are set when all functions are written. */
#include "base/tr.h"
#include "declare/call_site.h"
#include "declare/kernel_pragmas.h"
#include "declare/variables.h"
#include "module/emit_brig.h"

/* References whose targets are not known yet when they are written. */
struct label_list {
	const struct hir_op *op;
	uint32_t operand_off;
	struct label_list *next;
};

struct callee_ref {
	const struct hir_callee *callee;
	uint32_t operand_off;
	struct callee_ref *next;
};

/* ---- constants --------------------------------------------------------------------------- */

/* Returns the type of a constant for an operand type. There are no constants of bit types: for b1
 * BRIG has one u8, for b8 to b64 it has u8 to u64 (PRM 18.6.1). */
static uint16_t constant_type(const struct isa_type *t)
{
	if (t->kind != ISA_KIND_BIT)
		return t->brig;
	switch (t->bits) {
	case 1:
	case 8:
		return BRIG_TYPE_U8;
	case 16:
		return BRIG_TYPE_U16;
	case 32:
		return BRIG_TYPE_U32;
	case 64:
		return BRIG_TYPE_U64;
	}
	return BRIG_TYPE_U8X16;
}

static uint32_t build_constant(struct brig_builder *b, uint16_t operand_type, uint64_t value)
{
	const struct isa_type *t = isa_type_find(operand_type);
	uint8_t bytes[16] = {0};
	unsigned n = t->bits == 1 ? 1 : t->bits / 8u;
	if (t->bits == 1)
		value &= 1;
	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(value >> (8 * i));
	return brig_build_constant(b, constant_type(t), bytes, n);
}

/* ---- operands ---------------------------------------------------------------------------- */

static uint32_t build_register(struct tr *t, uint32_t reg)
{
	const struct hir_reg *r = &t->body.hir.regs[reg];
	return brig_build_register(t->module.brig, r->kind, r->number);
}

static uint32_t build_vector(struct tr *t, const struct hir_op *o, uint16_t type)
{
	uint32_t offs[4];
	for (uint32_t i = 0; i < o->count; i++)
		offs[i] = o->u.elems[i].reg != HIR_NO_REG
		                  ? build_register(t, o->u.elems[i].reg)
		                  : build_constant(t->module.brig, type, o->u.elems[i].value);
	return brig_build_operand_list(t->module.brig, offs, o->count);
}

static bool has_narrow_addresses(uint8_t segment)
{
	return segment == BRIG_SEGMENT_GROUP || segment == BRIG_SEGMENT_PRIVATE ||
	       segment == BRIG_SEGMENT_SPILL || segment == BRIG_SEGMENT_ARG;
}

static uint32_t build_address(struct tr *t, const struct hir_op *o, uint8_t segment)
{
	uint64_t offset = (uint64_t)o->u.address.offset;
	if (t->is_small || has_narrow_addresses(segment))
		offset &= UINT32_MAX;
	uint32_t reg = o->u.address.reg != HIR_NO_REG ? build_register(t, o->u.address.reg) : 0;
	uint32_t symbol = o->u.address.var != NULL ? o->u.address.var->code_off : 0;
	return brig_build_address(t->module.brig, symbol, reg, offset);
}

static uint32_t build_label(struct tr *t, uint32_t label)
{
	struct hir_label *l = &t->body.hir.labels[label];
	if (l->operand_off == 0)
		l->operand_off = brig_build_code_ref_later(t->module.brig);
	return l->operand_off;
}

/* A list of labels has references of its own, which are set at the function's end. */
static uint32_t build_labels(struct tr *t, const struct hir_op *o)
{
	struct label_list *l = ARENA_NEW(&t->arena, struct label_list);
	l->op = o;
	l->operand_off = brig_build_code_list_later(t->module.brig, o->count);
	l->next = t->body.label_lists;
	t->body.label_lists = l;
	return l->operand_off;
}

static uint32_t build_callee(struct tr *t, struct hir_callee *callee)
{
	struct callee_ref *r = ARENA_NEW(&t->arena, struct callee_ref);
	r->callee = callee;
	r->operand_off = brig_build_code_ref_later(t->module.brig);
	r->next = t->module.callee_refs;
	t->module.callee_refs = r;
	return r->operand_off;
}

static uint32_t build_args(struct tr *t, const struct hir_op *o)
{
	uint32_t *offs = ARENA_ARRAY(&t->arena, uint32_t, o->count);
	for (uint32_t i = 0; i < o->count; i++)
		offs[i] = o->u.args[i]->code_off;
	return brig_build_code_list(t->module.brig, offs, o->count);
}

static uint32_t build_operand(struct tr *t, const struct hir_proto *p, unsigned i,
	const struct hir_op *o)
{
	switch (o->kind) {
	case HIR_OP_REG:
		return build_register(t, o->u.reg);
	case HIR_OP_CONST:
		return build_constant(t->module.brig, isa_form_operand_type(p->form, &p->inst, i),
			o->u.value);
	case HIR_OP_VECTOR:
		return build_vector(t, o, isa_form_operand_type(p->form, &p->inst, i));
	case HIR_OP_ADDRESS:
		return build_address(t, o, p->inst.segment);
	case HIR_OP_LABEL:
		return build_label(t, o->u.label);
	case HIR_OP_LABELS:
		return build_labels(t, o);
	case HIR_OP_CALLEE:
		return build_callee(t, o->u.callee);
	case HIR_OP_ARGS:
		return build_args(t, o);
	case HIR_OP_NONE:
		break;
	}
	BUG("operand without a kind");
}

/* ---- entries ----------------------------------------------------------------------------- */

/* Builds the two handles of a sampler variable: no image, and the sampler (PRM 7.1.8). */
static uint32_t build_sampler(struct tr *t, const struct brig_operand_constant_sampler *sampler)
{
	uint64_t none = 0;
	uint32_t offs[2] = {brig_build_constant(t->module.brig, BRIG_TYPE_U64, &none, sizeof none),
		brig_build_sampler(t->module.brig, sampler)};
	return brig_build_constant_list(t->module.brig, BRIG_TYPE_NONE, offs, 2);
}

void tr_emit_variable(struct tr *t, struct hir_var *v)
{
	const struct isa_type *type = isa_type_find(v->type);
	struct brig_directive_variable r = {.name = brig_build_string(t->module.brig, v->name),
		.type = (uint16_t)(v->type | (v->is_array ? BRIG_TYPE_ARRAY : 0)),
		.segment = v->segment,
		.dim = v->is_array ? v->dim : 0,
		.modifier = v->is_definition ? BRIG_VARIABLE_DEFINITION : 0,
		.linkage = v->linkage,
		.allocation = v->allocation};
	while (UINT32_C(1) << r.align < v->align)
		r.align++;
	r.align++; /* BRIG's alignments are logarithms + 1 */
	if (v->init != NULL)
		r.init = brig_build_constant(t->module.brig,
			v->is_array ? r.type : constant_type(type), v->init, hir_var_bytes(v));
	else if (v->sampler != NULL)
		r.init = build_sampler(t, v->sampler);
	v->code_off = brig_build_variable(t->module.brig, &r);
}

static void emit_inst(struct tr *t, const struct hir_entry *e)
{
	const struct hir_proto *p = e->u.inst.proto;
	uint32_t offs[ISA_MAX_OPERANDS];
	for (unsigned i = 0; i < p->operand_count; i++)
		offs[i] = build_operand(t, p, i, &e->u.inst.ops[i]);
	brig_build_inst(t->module.brig, &p->inst, p->record, offs, p->operand_count);
}

static void emit_entry(struct tr *t, const struct hir_entry *e)
{
	struct hir_label *l;
	switch (e->kind) {
	case HIR_INST:
		emit_inst(t, e);
		return;
	case HIR_LABEL:
		l = &t->body.hir.labels[e->u.label];
		if (l->is_used)
			l->code_off = brig_build_name_directive(t->module.brig,
				BRIG_KIND_DIRECTIVE_LABEL, l->name);
		return;
	case HIR_ARGS_BEGIN:
		brig_build_arg_block(t->module.brig, true);
		return;
	case HIR_ARGS_END:
		brig_build_arg_block(t->module.brig, false);
		return;
	case HIR_ARG_VAR:
		tr_emit_variable(t, e->u.var);
		return;
	case HIR_LOC:
		brig_build_loc(t->module.brig, brig_build_string(t->module.brig, e->u.loc.file),
			e->u.loc.line, e->u.loc.column);
		return;
	case HIR_COMMENT:
		brig_build_name_directive(t->module.brig, BRIG_KIND_DIRECTIVE_COMMENT,
			e->u.comment);
		return;
	}
}

static void mark_used_labels(struct hir_func *f)
{
	for (size_t i = 0; i < f->entry_count; i++) {
		const struct hir_entry *e = &f->entries[i];
		for (unsigned k = 0; e->kind == HIR_INST && k < e->u.inst.proto->operand_count;
			k++) {
			const struct hir_op *o = &e->u.inst.ops[k];
			if (o->kind == HIR_OP_LABEL)
				f->labels[o->u.label].is_used = true;
			for (uint32_t j = 0; o->kind == HIR_OP_LABELS && j < o->count; j++)
				f->labels[o->u.labels[j]].is_used = true;
		}
	}
}

static void patch_labels(struct tr *t)
{
	for (size_t i = 0; i < t->body.hir.label_count; i++) {
		const struct hir_label *l = &t->body.hir.labels[i];
		if (l->operand_off != 0)
			brig_patch_code_ref(t->module.brig, l->operand_off, l->code_off);
	}
	for (const struct label_list *l = t->body.label_lists; l != NULL; l = l->next)
		for (uint32_t i = 0; i < l->op->count; i++)
			brig_patch_code_list(t->module.brig, l->operand_off, i,
				t->body.hir.labels[l->op->u.labels[i]].code_off);
	t->body.label_lists = NULL;
}

/* ---- functions --------------------------------------------------------------------------- */

static uint32_t begin_executable(struct tr *t, const struct func *f, bool is_definition)
{
	/* Kernels are found by name, so they have program linkage; so do functions that PTX makes
	 * visible or does not define. The rest belong to the module. */
	bool program = f->ptx->is_entry || f->ptx->linkage != PTX_LINK_NONE || !f->ptx->has_body;
	uint16_t kind = f->is_signature    ? BRIG_KIND_DIRECTIVE_SIGNATURE
	                : f->ptx->is_entry ? BRIG_KIND_DIRECTIVE_KERNEL
	                                   : BRIG_KIND_DIRECTIVE_FUNCTION;
	struct brig_directive_executable x = {
		.name = brig_build_string(t->module.brig, f->callee.name),
		.modifier = is_definition ? BRIG_EXECUTABLE_DEFINITION : 0,
		.linkage = f->is_signature ? BRIG_LINKAGE_NONE
	                   : program       ? BRIG_LINKAGE_PROGRAM
	                                   : BRIG_LINKAGE_MODULE};
	return brig_build_executable_begin(t->module.brig, kind, &x);
}

static void emit_formal(struct tr *t, const struct hir_var *v, uint8_t linkage)
{
	struct hir_var copy = *v;
	copy.linkage = linkage;
	tr_emit_variable(t, &copy);
}

static void emit_declaration(struct tr *t, struct func *f)
{
	uint32_t x = begin_executable(t, f, f->is_signature);
	if (f->ret != NULL)
		emit_formal(t, f->ret, BRIG_LINKAGE_NONE);
	brig_build_executable_inputs(t->module.brig, x);
	for (uint32_t i = 0; i < f->param_count; i++)
		emit_formal(t, f->params[i], BRIG_LINKAGE_NONE);
	brig_build_executable_body(t->module.brig, x);
	brig_build_executable_end(t->module.brig, x);
	f->callee.code_off = x;
}

/* Declares a function unless it is known already, because BRIG wants that before code that calls
 * it. */
static void declare_callee(struct tr *t, struct func *f)
{
	if (f->callee.code_off == 0 && f != t->body.func)
		emit_declaration(t, f);
}

static void declare_callees(struct tr *t)
{
	for (const struct call_site *c = t->body.calls; c != NULL; c = c->next)
		declare_callee(t, c->callee);
}

static void emit_control(struct tr *t, uint16_t control, const uint32_t *values, uint32_t count)
{
	uint32_t offs[3];
	for (uint32_t i = 0; i < count; i++)
		offs[i] = build_constant(t->module.brig, BRIG_TYPE_U32, values[i]);
	brig_build_control(t->module.brig, control, offs, count);
}

/* Writes the control directives for .maxntid and .reqntid. */
static void emit_controls(struct tr *t)
{
	enum { MOST = 1024 };
	const uint64_t *max = t->body.func->ptx->maxntid, *req = t->body.func->ptx->reqntid;
	uint64_t flat = 1;
	uint32_t size[3];
	bool has_req = req[0] != 0 && req[1] != 0 && req[2] != 0, fits = true;
	for (int i = 0; i < 3; i++) {
		flat = max[i] != 0 && max[i] <= UINT32_MAX && flat <= UINT32_MAX ? flat * max[i]
		                                                                 : 0;
		fits = fits && req[i] <= MOST;
		size[i] = (uint32_t)req[i];
	}
	uint32_t flat32 = (uint32_t)flat;
	if (flat != 0 && flat <= UINT32_MAX)
		emit_control(t, BRIG_CONTROL_MAXFLATWORKGROUPSIZE, &flat32, 1);
	if (has_req && fits)
		emit_control(t, BRIG_CONTROL_REQUIREDWORKGROUPSIZE, size, 3);
}

void tr_emit_function(struct tr *t)
{
	struct func *f = t->body.func;
	declare_callees(t);
	mark_used_labels(&t->body.hir);
	uint32_t x = begin_executable(t, f, true);
	f->callee.code_off = x;
	if (f->ret != NULL)
		tr_emit_variable(t, f->ret);
	brig_build_executable_inputs(t->module.brig, x);
	for (uint32_t i = 0; i < f->param_count; i++)
		tr_emit_variable(t, f->params[i]);
	brig_build_executable_body(t->module.brig, x);
	emit_controls(t);
	for (size_t i = 0; i < t->body.hir.var_count; i++)
		tr_emit_variable(t, t->body.hir.vars[i]);
	for (size_t i = 0; i < t->body.hir.entry_count; i++)
		emit_entry(t, &t->body.hir.entries[i]);
	brig_build_executable_end(t->module.brig, x);
	patch_labels(t);
}

/* Returns what an address in an initial value refers to; declares a function that nothing has
 * declared so far. */
static uint32_t target_of(struct tr *t, const struct symbolic *a)
{
	if (a->target != NULL)
		return a->target->code_off;
	if (a->function->callee.code_off == 0)
		emit_declaration(t, a->function);
	return a->function->callee.code_off;
}

/* Writes addresses in initial values as pragmas for hsail-fin: pragma "hsaemu.address", &var,
 * offset, &target, addend; */
static void emit_symbolics(struct tr *t)
{
	if (diag_failed(t->diag))
		return;
	for (const struct symbolic *a = t->module.symbolics; a != NULL; a = a->next) {
		uint32_t operands[] = {
			brig_build_string_operand(t->module.brig, STR("hsaemu.address")),
			brig_build_code_ref(t->module.brig, a->var->code_off),
			build_constant(t->module.brig, BRIG_TYPE_U64, a->offset),
			brig_build_code_ref(t->module.brig, target_of(t, a)),
			build_constant(t->module.brig, BRIG_TYPE_U64, a->addend)};
		brig_build_pragma(t->module.brig, operands, ARRAY_LEN(operands));
	}
}

static void emit_weak(struct tr *t, uint32_t code_off)
{
	uint32_t operands[] = {brig_build_string_operand(t->module.brig, STR("hsaemu.weak")),
		brig_build_code_ref(t->module.brig, code_off)};
	brig_build_pragma(t->module.brig, operands, ARRAY_LEN(operands));
}

/* Writes pragma "hsaemu.weak", &symbol; for each weak symbol. */
static void emit_all_weak(struct tr *t)
{
	for (size_t i = 0; i < t->module.var_count; i++)
		if (t->module.vars[i]->is_weak)
			emit_weak(t, t->module.vars[i]->code_off);
	for (const struct func *f = t->module.funcs; f != NULL; f = f->next)
		if (f->ptx->linkage == PTX_LINK_WEAK && f->ptx->has_body && f->callee.code_off != 0)
			emit_weak(t, f->callee.code_off);
}

void tr_emit_finish(struct tr *t)
{
	emit_symbolics(t);
	emit_all_weak(t);
	tr_emit_kernel_pragmas(t);
	for (const struct callee_ref *r = t->module.callee_refs; r != NULL; r = r->next)
		brig_patch_code_ref(t->module.brig, r->operand_off, r->callee->code_off);
}

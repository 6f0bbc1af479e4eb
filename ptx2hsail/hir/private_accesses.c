/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX accesses volatile variables of a thread by generic addresses, as LLVM and nvcc write it, and
 * a volatile access becomes an atomic one. HSAIL has no atomics on private memory (PRM 6.6), and
 * the finalizer takes a loop around an atomic load for one that waits for other work-items. No
 * other work-item sees private memory, so the access can be a plain one.
 *
 * A register is followed from the conversion of the private address, through copies and sums, as
 * long as it is written once. */
#include "hir/private_accesses.h"
#include "hsaemu/base.h"

struct writes {
	bool *is_private; /* of each register: it has a flat address of private memory */
	bool *is_once;    /* it is written by one instruction */
	bool *is_written;
};

static void note_write(void *context, uint32_t *reg, enum hir_access access)
{
	struct writes *w = context;
	if (access != HIR_WRITE)
		return;
	w->is_once[*reg] = !w->is_written[*reg];
	w->is_written[*reg] = true;
}

static bool is_private(const struct writes *w, const struct hir_op *o)
{
	return o->kind == HIR_OP_REG && w->is_private[o->u.reg];
}

/* Returns whether the instruction makes a flat address of private memory. */
static bool makes_private(const struct writes *w, const struct hir_entry *e)
{
	const struct isa_inst *i = &e->u.inst.proto->inst;
	const struct hir_op *o = e->u.inst.ops;
	if (i->opcode == BRIG_OPCODE_STOF)
		return i->segment == BRIG_SEGMENT_PRIVATE;
	if (i->opcode == BRIG_OPCODE_MOV)
		return is_private(w, &o[1]);
	return i->opcode == BRIG_OPCODE_ADD && (is_private(w, &o[1]) || is_private(w, &o[2]));
}

static bool follow(struct hir_func *f, struct writes *w)
{
	bool any = false;
	for (size_t i = 0; i < f->entry_count; i++)
		hir_visit_regs(&f->entries[i], note_write, w);
	for (size_t i = 0; i < f->entry_count; i++) {
		const struct hir_entry *e = &f->entries[i];
		if (e->kind != HIR_INST || !makes_private(w, e) ||
			e->u.inst.ops[0].kind != HIR_OP_REG || !w->is_once[e->u.inst.ops[0].u.reg])
			continue;
		w->is_private[e->u.inst.ops[0].u.reg] = any = true;
	}
	return any;
}

static void make_plain(const struct writes *w, struct hir_entry *e, struct hir_protos *protos)
{
	const struct isa_inst *i = &e->u.inst.proto->inst;
	struct hir_op *o = e->u.inst.ops;
	bool is_load = i->opcode == BRIG_OPCODE_ATOMIC && i->atomic_op == BRIG_ATOMIC_LD;
	bool is_store = i->opcode == BRIG_OPCODE_ATOMICNORET && i->atomic_op == BRIG_ATOMIC_ST;
	if (!(is_load || is_store) || i->segment != BRIG_SEGMENT_FLAT)
		return;
	const struct hir_op at = o[is_load ? 1 : 0];
	if (at.u.address.var != NULL || !w->is_private[at.u.address.reg])
		return;
	bool wide = i->type == BRIG_TYPE_B64;
	if (is_load) {
		e->u.inst.proto = hir_proto_get(protos,
			wide ? STR("ld_align(8)_u64") : STR("ld_align(4)_u32"));
		return;
	}
	o[0] = o[1];
	o[1] = at;
	e->u.inst.proto =
		hir_proto_get(protos, wide ? STR("st_align(8)_u64") : STR("st_align(4)_u32"));
}

void hir_plain_private(struct hir_func *f, struct hir_protos *protos)
{
	bool *all = mem_new(3 * f->reg_count, sizeof *all);
	struct writes w = {all, all + f->reg_count, all + 2 * f->reg_count};
	if (follow(f, &w))
		for (size_t i = 0; i < f->entry_count; i++)
			if (f->entries[i].kind == HIR_INST)
				make_plain(&w, &f->entries[i], protos);
	mem_free(all);
}

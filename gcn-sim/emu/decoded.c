/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes a program's code: what can be reached from kernels, functions and addresses that code
 * makes. Every instruction is decoded once; dwords that are none lead to an error when they are
 * executed. */
#include <elf.h>
#include "functions_impl.h"

static const struct gcn_code *exec_nothing(struct gcn_wave *w, const struct gcn_code *in)
{
	(void)in;
	return gcn_fail(w, GCN_NO_CODE);
}

static const struct gcn_code *exec_missing(struct gcn_wave *w, const struct gcn_code *in)
{
	(void)in;
	return gcn_fail(w, GCN_NOT_IMPLEMENTED);
}

bool gcn_falls_through(const struct gcn_code *in)
{
	return in->row->op != GCN_OP_S_ENDPGM && in->row->op != GCN_OP_S_BRANCH &&
	       in->row->op != GCN_OP_S_SETPC_B64;
}

void gcn_worklist_add(struct gcn_worklist *l, const struct gcn_code *code)
{
	ARRAY_GROW(l->items, l->count, l->capacity);
	l->items[l->count++] = code;
}

/* Whether an instruction adds a literal to a register, which also has the sum. */
static bool adds(const struct gcn_code *in, enum gcn_op op, unsigned reg, uint32_t *literal)
{
	*literal = (uint32_t)in->src[1].value;
	return in->row != NULL && in->row->op == op && in->dst == reg &&
	       in->src[0].from == GCN_FROM_SCALAR && in->src[0].reg == reg &&
	       in->src[1].from == GCN_FROM_CONSTANT;
}

uint64_t gcn_made_address(const struct gcn_code *in)
{
	uint32_t low, high;

	if (in->row == NULL || in->row->op != GCN_OP_S_GETPC_B64)
		return 0;
	const struct gcn_code *first = gcn_next(in);
	if (!adds(first, GCN_OP_S_ADD_U32, in->dst, &low) ||
		!adds(gcn_next(first), GCN_OP_S_ADDC_U32, in->dst + 1U, &high))
		return 0;
	return first->pc + (low | (uint64_t)high << 32);
}

static bool decode_one(struct gcn_program *p, const struct gcn_region *r, struct gcn_code *in,
	struct gcn_constants *constants)
{
	const uint8_t *bytes = (const uint8_t *)(uintptr_t)in->pc;
	struct gcn_refusal why;
	struct gcn_inst i;
	uint64_t target;

	if (!gcn_decode(bytes, r->address + r->bytes - in->pc, &i, &why)) {
		in->missing = "no instruction";
		return false;
	}
	gcn_resolve(&i, constants, in);
	if (in->missing != NULL)
		in->exec = exec_missing;
	if (gcn_branch_target(&i, in->pc, &target))
		in->target = gcn_program_dword(p, target);
	return true;
}

/* Whether decoding a dword was not tried. */
static bool is_new(const struct gcn_code *in)
{
	return in->row == NULL && in->missing == NULL;
}

static const struct gcn_region *region_of(const struct gcn_program *p, const struct gcn_code *in)
{
	uint32_t n = 0;

	while (in->pc - p->regions[n].address >= p->regions[n].bytes)
		n++;
	return &p->regions[n];
}

/* Decodes from an instruction on, until code that was decoded, or is left. */
static void decode_run(struct gcn_program *p, struct gcn_code *in, struct gcn_worklist *l,
	struct gcn_constants *constants)
{
	const struct gcn_region *r = region_of(p, in);
	const struct gcn_code *end = &r->code[r->bytes / 4];

	while (in != end && is_new(in) && decode_one(p, r, in, constants)) {
		if (in->target != NULL)
			gcn_worklist_add(l, in->target);
		if (!gcn_falls_through(in))
			break;
		in += in->dwords;
	}
}

static void decode_reachable(struct gcn_program *p, struct gcn_worklist *l,
	struct gcn_constants *constants)
{
	while (l->count > 0) {
		const struct gcn_code *in = l->items[--l->count];
		decode_run(p, gcn_program_dword(p, in->pc), l, constants);
	}
}

static void add_address(const struct gcn_program *p, struct gcn_worklist *l, uint64_t address)
{
	const struct gcn_code *in = gcn_program_dword(p, address);

	if (in != NULL)
		gcn_worklist_add(l, in);
}

static void add_functions(const struct gcn_program *p, struct gcn_worklist *l)
{
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 1; n < v->symbol_count; n++) {
		const struct elf_symbol *s = &v->symbols[n];
		if (s->type != STT_FUNC || s->section == SHN_UNDEF ||
			s->section >= v->section_count)
			continue;
		add_address(p, l,
			v->type == ET_REL ? p->section_addresses[s->section] + s->value
					  : (uint64_t)(uintptr_t)p->memory + s->value);
	}
}

static void add_made_addresses(const struct gcn_program *p, struct gcn_worklist *l)
{
	for (uint32_t n = 0; n < p->region_count; n++)
		for (uint64_t k = 0; k < p->regions[n].bytes / 4; k++) {
			uint64_t address = gcn_made_address(&p->regions[n].code[k]);
			const struct gcn_code *in = gcn_program_dword(p, address);
			if (in != NULL && is_new(in))
				gcn_worklist_add(l, in);
		}
}

static void prepare(struct gcn_region *r)
{
	for (uint64_t k = 0; k <= r->bytes / 4; k++) {
		r->code[k].exec = exec_nothing;
		r->code[k].pc = r->address + 4 * k;
		r->code[k].dwords = 1;
	}
}

/* Branches to what is no instruction are known by that. */
static void drop_targets(const struct gcn_region *r)
{
	for (uint64_t k = 0; k < r->bytes / 4; k++)
		if (r->code[k].target != NULL && r->code[k].target->row == NULL)
			r->code[k].target = NULL;
}

void gcn_program_decode(struct gcn_program *p)
{
	struct gcn_constants constants = {.arena = &p->arena};
	struct gcn_worklist l = {NULL, 0, 0};

	for (uint32_t n = 0; n < p->region_count; n++)
		prepare(&p->regions[n]);
	for (uint32_t n = 0; n < p->entry_count; n++)
		if (p->entries[n].code != NULL)
			gcn_worklist_add(&l, p->entries[n].code);
	add_functions(p, &l);
	if (p->entry_count == 0) /* bare code */
		for (uint32_t n = 0; n < p->region_count; n++)
			gcn_worklist_add(&l, p->regions[n].code);
	while (l.count > 0) {
		decode_reachable(p, &l, &constants);
		add_made_addresses(p, &l);
	}
	for (uint32_t n = 0; n < p->region_count; n++)
		drop_targets(&p->regions[n]);
	mem_free(l.items);
}

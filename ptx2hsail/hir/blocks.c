/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file divides a function into basic blocks and finds their predecessors. */

#include "hir/blocks.h"

static const struct isa_inst *inst_of(const struct hir_entry *e)
{
	return e->kind == HIR_INST ? &e->u.inst.proto->inst : NULL;
}

/* Returns whether control never goes on from the entry to the next one. */
static bool ends_flow(const struct hir_entry *e)
{
	const struct isa_inst *i = inst_of(e);
	return i != NULL && (i->opcode == BRIG_OPCODE_BR || i->opcode == BRIG_OPCODE_SBR ||
				    i->opcode == BRIG_OPCODE_RET);
}

static bool ends_block(const struct hir_entry *e)
{
	const struct isa_inst *i = inst_of(e);
	return ends_flow(e) || (i != NULL && i->opcode == BRIG_OPCODE_CBR);
}

static void split(struct hir_cfg *g, const struct hir_func *f, uint32_t *block_of_label)
{
	size_t capacity = 0;
	bool open = false;
	for (size_t i = 0; i < f->entry_count; i++) {
		const struct hir_entry *e = &f->entries[i];
		if (!open || (e->kind == HIR_LABEL && g->blocks[g->block_count - 1].first != i &&
				     f->entries[i - 1].kind != HIR_LABEL)) {
			ARRAY_GROW(g->blocks, g->block_count, capacity);
			g->blocks[g->block_count++] = (struct hir_block){.first = i};
			open = true;
		}
		struct hir_block *b = &g->blocks[g->block_count - 1];
		b->end = i + 1;
		b->falls_through = !ends_flow(e);
		if (e->kind == HIR_LABEL)
			block_of_label[e->u.label] = g->block_count - 1;
		if (ends_block(e))
			open = false;
	}
}

typedef void visit_edge(struct hir_cfg *g, uint32_t from, uint32_t to);

static void count_edge(struct hir_cfg *g, uint32_t from, uint32_t to)
{
	(void)from;
	g->blocks[to].pred_count++;
}

static void add_edge(struct hir_cfg *g, uint32_t from, uint32_t to)
{
	struct hir_block *b = &g->blocks[to];
	b->preds[b->pred_count++] = from;
}

static void visit_targets(struct hir_cfg *g, uint32_t from, const struct hir_entry *e,
	const uint32_t *block_of_label, visit_edge *visit)
{
	if (e->kind != HIR_INST)
		return;
	for (unsigned k = 0; k < e->u.inst.proto->operand_count; k++) {
		const struct hir_op *o = &e->u.inst.ops[k];
		if (o->kind == HIR_OP_LABEL)
			visit(g, from, block_of_label[o->u.label]);
		for (uint32_t j = 0; o->kind == HIR_OP_LABELS && j < o->count; j++)
			visit(g, from, block_of_label[o->u.labels[j]]);
	}
}

static void visit_edges(struct hir_cfg *g, const struct hir_func *f, const uint32_t *block_of_label,
	visit_edge *visit)
{
	for (uint32_t b = 0; b < g->block_count; b++) {
		const struct hir_block *block = &g->blocks[b];
		visit_targets(g, b, &f->entries[block->end - 1], block_of_label, visit);
		if (block->falls_through && b + 1 < g->block_count)
			visit(g, b, b + 1);
	}
}

void hir_cfg_build(struct hir_cfg *g, const struct hir_func *f)
{
	*g = (struct hir_cfg){0};
	uint32_t *block_of_label = mem_new(f->label_count + 1, sizeof *block_of_label);
	split(g, f, block_of_label);
	visit_edges(g, f, block_of_label, count_edge);
	size_t total = 0;
	for (uint32_t b = 0; b < g->block_count; b++)
		total += g->blocks[b].pred_count;
	g->storage = mem_new(total + 1, sizeof *g->storage);
	uint32_t *next = g->storage;
	for (uint32_t b = 0; b < g->block_count; b++) {
		g->blocks[b].preds = next;
		next += g->blocks[b].pred_count;
		g->blocks[b].pred_count = 0;
	}
	visit_edges(g, f, block_of_label, add_edge);
	mem_free(block_of_label);
}

void hir_cfg_release(struct hir_cfg *g)
{
	mem_free(g->blocks);
	mem_free(g->storage);
}

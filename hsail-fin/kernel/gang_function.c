/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions with code of their own, for a wave: fw.NAME of kernel_abi.h. The body is vector code
 * with a mask, as in a kernel on fibers (gang_bodies.c). Formals are in rows of the caller's
 * (gang_rows.h). */
#include "gang/gang_call.h"
#include "llvm/debug_info.h"
#include "kernel/emit.h"
#include "lower/lower_stack.h"
#include "ir/bits.h"

struct function {
	struct fin_gang_code code; /* the first member: the barrier callback casts its argument */
	struct fin_made made;
	struct fin_lower w;
	const struct fin_prepared *p;
	struct fin_gang g;
	LLVMValueRef first, lanes, top; /* parameters */
	LLVMValueRef mask[FIN_MAX_PARTS];
};

static void meet_no_barrier(struct fin_gang_code *c, const struct fin_block *b)
{
	(void)c;
	BUG("block %u of fiber code ends in a barrier", b->index);
}

static void read_parameters(struct function *k)
{
	struct fin_lower *w = &k->w;
	struct fin_gang *g = &k->g;
	LLVMBuilderRef b = w->l->b;

	w->dispatch = LLVMGetParam(w->fn, 0);
	w->wg = LLVMGetParam(w->fn, 1);
	k->first = LLVMGetParam(w->fn, 2);
	k->lanes = LLVMGetParam(w->fn, 3);
	w->out = LLVMGetParam(w->fn, 4);
	w->in = LLVMGetParam(w->fn, 5);
	w->block_bytes = LLVMGetParam(w->fn, 7);
	g->top = LLVMGetParam(w->fn, 8);
	w->linked_private = LLVMBuildLoad2(b, w->l->i32,
		fin_byte_offset(w, LLVMGetParam(w->fn, 6), HSAEMU_STACK_LINKED), "");
	for (unsigned p = 0; p < g->parts; p++) {
		uint64_t first = (uint64_t)p * g->lanes;
		LLVMValueRef offset = LLVMBuildMul(b,
			LLVMBuildAdd(b, fin_gang_iota(g, w->l->i64, 1),
				fin_splat(w->l, LLVMConstInt(w->l->i64, first, false), g->lanes),
				""),
			fin_splat(w->l, w->block_bytes, g->lanes), "");

		g->block[p] = LLVMBuildGEP2(b, w->l->i8, LLVMGetParam(w->fn, 6), &offset, 1, "");
		k->mask[p] =
			fin_gang_mask(g, LLVMBuildLShr(b, k->lanes, fin_like(k->lanes, first), ""));
	}
}

/* Takes the frame from the private stacks, at one offset in the blocks of all lanes. It begins at
 * the highest top of stack among the caller's lanes, which the caller passes; the tops differ where
 * only some lanes have taken memory by alloca. */
static void take_frame(struct function *k)
{
	struct fin_lower *w = &k->w;
	struct fin_view once = fin_gang_once(&k->g);
	LLVMBuilderRef b = w->l->b;
	uint64_t align = w->f->frame_align;
	LLVMValueRef at, end;

	if (w->f->frame_bytes == 0)
		return;
	at = fin_resize(w->l, k->g.top, 64, false);
	at = LLVMBuildAnd(b, LLVMBuildAdd(b, at, fin_like(at, align - 1), ""),
		fin_like(at, ~(align - 1)), "");
	end = LLVMBuildAdd(b, at, fin_like(at, w->f->frame_bytes), "");
	fin_trap_if(&once.w, LLVMBuildICmp(b, LLVMIntUGT, end, w->block_bytes, ""),
		HSAEMU_TRAP_STACK, LLVMConstInt(w->l->i32, w->f->frame_bytes, false));
	w->frame = fin_resize(w->l, at, 32, false);
	k->g.top = fin_resize(w->l, end, 32, false);
}

/* Exchanges the tops of the lanes' private stacks, from which alloca takes memory: `old` gets each
 * lane's top, unless it is NULL, and `tops` replace them; NULL stands for the end of the frame. */
static void exchange_tops(struct function *k, LLVMValueRef *tops, LLVMValueRef *old)
{
	struct fin_gang *g = &k->g;
	struct fin_llvm *l = k->w.l;

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMTypeRef types[] = {fin_vector_of(l->i32, g->lanes), LLVMTypeOf(g->block[p])};
		LLVMValueRef align = LLVMConstInt(l->i32, sizeof(uint32_t), false);
		LLVMValueRef at = fin_byte_offset(&k->w, g->block[p], HSAEMU_STACK_TOP);
		LLVMValueRef load[] = {at, align, k->mask[p], LLVMConstNull(types[0])};
		LLVMValueRef store[] = {tops != NULL ? tops[p] : fin_splat(l, g->top, g->lanes), at,
			align, k->mask[p]};

		if (old != NULL)
			old[p] = fin_intrinsic(l, "llvm.masked.gather", types, 2, load, 4);
		fin_intrinsic(l, "llvm.masked.scatter", types, 2, store, 4);
	}
}

static void emit_body(struct function *k)
{
	struct fin_gang *g = &k->g;
	struct fin_lower *w = &k->w;
	LLVMBasicBlockRef init = fin_gang_block(g, ""), body = fin_gang_block(g, "");
	LLVMValueRef tops[FIN_MAX_PARTS];

	take_frame(k);
	if (w->f->has_alloca)
		exchange_tops(k, NULL, tops);
	LLVMBuildBr(w->l->b, init);
	LLVMPositionBuilderAtEnd(g->init, init);
	g->started = fin_bits_new(w->m->arena, w->f->reg_count);
	g->opaque = fin_bits_new(w->m->arena, w->f->reg_count);
	LLVMPositionBuilderAtEnd(w->l->b, body);
	k->code.flow = &k->p->flows[0];
	k->code.div = &k->p->any.in[0];
	k->code.end = fin_gang_block(g, "end");
	k->code.entry_mask = g->mask = k->mask;
	fin_gang_region(g, &k->code);
	LLVMBuildBr(g->init, body);
	LLVMPositionBuilderAtEnd(w->l->b, k->code.end);
	if (w->f->has_alloca)
		exchange_tops(k, tops, NULL);
	LLVMBuildRetVoid(w->l->b);
}

static void make_gang(struct function *k)
{
	struct fin_function *f = k->w.f;
	bool shares = fin_gang_shares(f, &k->p->any);
	uint64_t bytes;

	k->g = (struct fin_gang){.w = &k->w,
		.s = &k->p->any,
		.lanes = k->w.unit->lanes,
		.parts = HSAEMU_WAVESIZE / k->w.unit->lanes,
		.is_terse = shares,
		.shares = shares,
		.init = fin_builder_new(k->w.l),
		.slot = mem_new(f->reg_count, sizeof *k->g.slot),
		.risk = mem_new(f->reg_count, sizeof *k->g.risk),
		.spill = mem_new(f->reg_count, sizeof *k->g.spill),
		.local = fin_gang_local(f, &k->p->any, &k->p->regions),
		.in_rows = fin_rows_of(f->module->arena, f->in, f->in_count, &bytes),
		.out_rows = fin_rows_of(f->module->arena, f->out, f->out_count, &bytes)};
	k->g.outlines = fin_outline_pays(&k->g);
}

static void emit_function(struct function *k)
{
	struct fin_lower *w = &k->w;
	struct fin_group_sizes sizes;
	LLVMBasicBlockRef entry, start;

	fin_llvm_function_attributes(w->l, w->fn);
	fin_debug_function(w, w->f->loc);
	entry = fin_gang_block(&k->g, "entry");
	start = fin_gang_block(&k->g, "start");
	w->entry = fin_builder_new(w->l);
	LLVMPositionBuilderAtEnd(w->entry, entry);
	LLVMPositionBuilderAtEnd(w->l->b, start);
	read_parameters(k);
	sizes = fin_group_sizes(w);
	fin_gang_flat_ids(&k->g, k->first);
	fin_gang_ids(&k->g, &sizes);
	emit_body(k);
	LLVMBuildBr(w->entry, start);
	fin_builder_free(w->l, w->entry);
}

bool fin_emit_wave_function(const struct fin_unit *u, struct fin_prepared *p, LLVMValueRef *fn)
{
	struct function k = {
		.code = {.barrier = meet_no_barrier}, .p = p, .w = fin_lower_of(u, p->f, &k.made)};

	*fn = k.w.fn = fin_wave_declare(&k.w, p->f);
	make_gang(&k);
	emit_function(&k);
	fin_builder_free(k.w.l, k.g.init);
	mem_free(k.g.spill);
	mem_free(k.g.risk);
	mem_free(k.g.slot);
	return !k.made.failed;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Definitions of outlined functions. Where a kernel has very many instructions that take long code,
 * those that are alike but for their registers call one function of the module. LLVM's time grows
 * faster than the length of a block's code, and so the time for the code around grows, too.
 *
 * The function of a sine or a quotient is one of vectors, called for each part. The function of an
 * instruction that is done for one lane after the other, as atomics are, gets arrays with the
 * lanes' values (gang_lanes.c), and the base to which the lanes' addresses are added. */
#include "gang/outline.h"
#include "gang/gang_lanes.h"
#include "ir/bits.h"

/* ---- the function ---------------------------------------------------------------------------- */

static LLVMTypeRef register_type(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg)
{
	LLVMTypeRef bits = fin_int_type(g->w->l, g->w->f->regs[reg].bits);

	if (fin_outline_takes_one(g, i, reg))
		return bits;
	return fin_outline_goes_in_turn(g, i) ? g->w->l->ptr : fin_vector_of(bits, g->lanes);
}

/* The type of the function. A function for one lane after the other also takes the base of the
 * address, the lanes that are on as bits, and the result's array. */
static LLVMTypeRef function_type(const struct fin_gang *g, const struct fin_inst *i,
	const struct fin_outline_reads *r)
{
	struct fin_llvm *l = g->w->l;
	LLVMTypeRef types[FIN_MAX_REGS + 3];
	unsigned n = 0;

	for (; n < r->count; n++)
		types[n] = register_type(g, i, r->regs[n]);
	if (!fin_outline_goes_in_turn(g, i))
		return LLVMFunctionType(register_type(g, i, fin_outline_result(i)), types, n,
			false);
	if (fin_outline_has_address(i))
		types[n++] = l->ptr;
	types[n++] = l->i32;
	if (fin_outline_result(i) != FIN_NOWHERE)
		types[n++] = l->ptr;
	return LLVMFunctionType(l->void_, types, n, false);
}

static LLVMValueRef add_function(const struct fin_gang *g, const struct fin_inst *i,
	const struct fin_outline_reads *r, const char *name)
{
	enum { NO_MEMORY = 0, ARGUMENTS = 3 }; /* effects as llvm::MemoryEffects counts them */
	struct fin_llvm *l = g->w->l;
	LLVMValueRef fn = LLVMAddFunction(l->mod, name, function_type(g, i, r));
	unsigned whole = (unsigned)LLVMAttributeFunctionIndex;

	LLVMSetLinkage(fn, LLVMInternalLinkage);
	fin_llvm_function_attributes(l, fn);
	fin_llvm_attribute(l, fn, whole, "noinline", 0);
	if (fin_outline_has_address(i)) {
		fin_llvm_frame_pointer(l, fn);
	} else {
		fin_llvm_attribute(l, fn, whole, "willreturn", 0);
		fin_llvm_attribute(l, fn, whole, "memory",
			fin_outline_goes_in_turn(g, i) ? ARGUMENTS : NO_MEMORY);
	}
	fin_llvm_measure_stack(l, fn);
	return fn;
}

/* The shapes of the function's registers: one value, or one for each lane. */
static struct fin_lane_shape *shapes_of(const struct fin_gang *g, const struct fin_inst *i,
	const struct fin_outline_reads *r)
{
	size_t n = g->w->f->reg_count;
	struct fin_lane_shape *of = mem_new(n, sizeof *of);

	for (unsigned k = 0; k < r->count; k++)
		of[r->regs[k]].kind = fin_outline_takes_one(g, i, r->regs[k]) ? FIN_SHAPE_WAVE
		                                                              : FIN_SHAPE_VARYING;
	if (fin_outline_result(i) != FIN_NOWHERE)
		of[fin_outline_result(i)].kind = FIN_SHAPE_VARYING;
	return of;
}

/* ---- its body: with a gang of its own, whose registers are the parameters -------------------- */

static void compute(struct fin_gang *g, const struct fin_inst *i, const struct fin_outline_reads *r)
{
	for (unsigned k = 0; k < r->count; k++)
		fin_gang_put(g, r->regs[k], 0, LLVMGetParam(g->w->fn, k));
	fin_gang_inst(g, i);
	LLVMBuildRet(g->w->l->b, fin_gang_vector(g, fin_outline_result(i), 0));
}

static void compute_in_turn(struct fin_gang *g, const struct fin_inst *i,
	const struct fin_outline_reads *r)
{
	LLVMValueRef fn = g->w->fn, on;
	unsigned n = 0;

	for (; n < r->count; n++)
		if (fin_is_uniform(g->s->of[r->regs[n]]))
			fin_gang_put(g, r->regs[n], 0, LLVMGetParam(fn, n));
		else
			g->spill[r->regs[n]] = LLVMGetParam(fn, n);
	if (fin_outline_has_address(i))
		g->w->base = LLVMGetParam(fn, n++);
	on = LLVMGetParam(fn, n++);
	if (fin_outline_result(i) != FIN_NOWHERE)
		g->spill[fin_outline_result(i)] = LLVMGetParam(fn, n);
	fin_gang_in_turn(g, i, on);
	LLVMBuildRetVoid(g->w->l->b);
}

static void lower_into(struct fin_gang *g, const struct fin_inst *i,
	const struct fin_outline_reads *r, bool in_turn)
{
	LLVMBasicBlockRef entry = fin_gang_block(g, "entry"), start = fin_gang_block(g, "");

	LLVMPositionBuilderAtEnd(g->w->entry, entry);
	LLVMPositionBuilderAtEnd(g->w->l->b, start);
	(in_turn ? compute_in_turn : compute)(g, i, r);
	LLVMBuildBr(g->w->entry, start);
}

/* Makes the function's body. It has nothing of the kernel but the numbers and sizes of its
 * registers. */
static void build_body(const struct fin_gang *like, const struct fin_inst *i,
	const struct fin_outline_reads *r, LLVMValueRef fn)
{
	struct fin_llvm *l = like->w->l;
	struct fin_function *f = like->w->f;
	size_t n = f->reg_count;
	bool in_turn = fin_outline_goes_in_turn(like, i);
	struct fin_shapes s = {
		.of = shapes_of(like, i, r), .blend = fin_bits_new(f->module->arena, n)};
	struct fin_made made = {0};
	struct fin_lower w = *like->w;
	struct fin_gang g = {.w = &w,
		.s = &s,
		.lanes = like->lanes,
		.parts = in_turn ? like->parts : 1,
		.local = s.blend,
		.opaque = s.blend,
		.started = fin_bits_new(f->module->arena, n),
		.slot = mem_new(n, sizeof *g.slot),
		.risk = mem_new(n, sizeof *g.risk),
		.spill = mem_new(n, sizeof *g.spill)};

	g.flat_base[0] = LLVMConstNull(l->i32);
	g.block[0] = LLVMConstNull(fin_vector_of(l->ptr, g.lanes));
	w.block_bytes = LLVMConstNull(l->i64);
	w.fn = fn;
	w.made = &made;
	w.debug = NULL;
	w.entry = g.init = fin_builder_new(l);
	lower_into(&g, i, r, in_turn);
	fin_builder_free(l, w.entry);
	mem_free(g.spill);
	mem_free(g.risk);
	mem_free(g.slot);
	mem_free(s.of);
}

LLVMValueRef fin_outline_define(const struct fin_gang *g, const struct fin_outline *o)
{
	struct fin_llvm *l = g->w->l;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b);
	LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(l->b);
	struct fin_outline_reads r = fin_outline_reads(o->i);
	LLVMValueRef fn = add_function(g, o->i, &r, o->name);

	LLVMSetCurrentDebugLocation2(l->b, NULL);
	build_body(g, o->i, &r, fn);
	if (here != NULL)
		LLVMPositionBuilderAtEnd(l->b, here);
	LLVMSetCurrentDebugLocation2(l->b, place);
	return fn;
}

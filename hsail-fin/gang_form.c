/* Instructions as calls: where a kernel has very many that take long code, as a sine or a quotient of
 * vectors does, each form of them is a function of the module, and each instruction a call of it for each
 * part. LLVM's time grows faster than the code of a block, and with it the time of all around. */
#include <stdlib.h>
#include "gang.h"

enum { NAME_BYTES = 128 };

/* Registers that an instruction reads, each once: the function's parameters, before the mask. */
struct reads {
	uint32_t regs[FIN_MAX_REGS];
	unsigned count;
};

struct named {
	char name[NAME_BYTES];
	const struct fin_inst *i;
	bool is_new; /* defined for who asks now */
};

/* ---- forms ----------------------------------------------------------------------------------- */

/* Those whose result follows from their operands alone, and whose code may be long. */
static const bool computes[ISA_LOWER_COUNT] = {
	[ISA_LOWER_ARITH] = true,
	[ISA_LOWER_DIVIDE] = true,
	[ISA_LOWER_MUL24] = true,
	[ISA_LOWER_SHIFT] = true,
	[ISA_LOWER_INT_UNARY] = true,
	[ISA_LOWER_BITFIELD] = true,
	[ISA_LOWER_BITALIGN] = true,
	[ISA_LOWER_SHUFFLE] = true,
	[ISA_LOWER_PACK] = true,
	[ISA_LOWER_UNPACK] = true,
	[ISA_LOWER_CLASS] = true,
	[ISA_LOWER_NATIVE] = true,
	[ISA_LOWER_PACKCVT] = true,
	[ISA_LOWER_UNPACKCVT] = true,
	[ISA_LOWER_LERP] = true,
	[ISA_LOWER_SAD] = true,
	[ISA_LOWER_CMP] = true,
	[ISA_LOWER_CVT] = true,
};

static bool has_values(const struct fin_inst *i)
{
	bool all = true;

	for (unsigned k = 0; k < i->operand_count; k++)
		all &= i->operands[k].kind == FIN_OPND_VALUES;
	return all;
}

static bool is_form(const struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	return i->isa != NULL && computes[i->lowering] && has_values(i) && fin_inst_defs(i, regs) == 1 &&
	       g->s->of[regs[0]].kind == FIN_SHAPE_VARYING;
}

/* All lanes of a part have the same. */
static bool is_same(const struct fin_gang *g, uint32_t reg)
{
	return fin_is_part_uniform(g->s->of[reg]) && !g->s->of[reg].risky;
}

static unsigned number_of(struct reads *r, uint32_t reg)
{
	unsigned k = 0;

	while (k < r->count && r->regs[k] != reg)
		k++;
	if (k == r->count)
		r->regs[r->count++] = reg;
	return k;
}

static struct reads reads_of(const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_uses(i, regs);
	struct reads r = {.count = 0};

	for (unsigned k = 0; k < n; k++)
		(void)number_of(&r, regs[k]);
	return r;
}

static void name_value(const struct fin_gang *g, const struct fin_value *v, struct reads *r, struct buf *out)
{
	if (v->kind != FIN_VALUE_REG)
		buf_printf(out, ".%llx_%llx", (unsigned long long)v->hi, (unsigned long long)v->lo);
	else
		buf_printf(out, ".%c%u_%u", is_same(g, v->reg) ? 's' : 'v', number_of(r, v->reg),
			g->w->f->regs[v->reg].bits);
}

/* Two instructions with one name have the same code, for other registers. False for a name that is too
 * long. */
static bool name_form(const struct fin_gang *g, const struct fin_inst *i, char name[NAME_BYTES])
{
	const struct isa_inst *isa = i->isa;
	struct reads r = {.count = 0};
	struct buf text = {0};
	size_t n;

	buf_printf(&text, FIN_SHARED_PREFIX "%s.%x.%x.%x.%x.%x.%x", isa_opcode_find(isa->opcode)->text,
		isa->type, isa->source_type, isa->compare, fin_round_of(g->w, isa), isa->pack, isa->ftz);
	for (unsigned k = 0; k < i->operand_count; k++)
		for (unsigned e = 0; e < i->operands[k].count; e++)
			if (i->operands[k].is_dest && !fin_inst_keeps_dest(i))
				buf_printf(&text, ".d%u", g->w->f->regs[i->operands[k].v[e].reg].bits);
			else
				name_value(g, &i->operands[k].v[e], &r, &text);
	buf_printf(&text, ".l%u.%s", g->lanes, g->w->l->target.cpu);
	buf_u8(&text, 0);
	n = text.len;
	if (n <= NAME_BYTES)
		memcpy(name, text.data, n);
	buf_release(&text);
	return n <= NAME_BYTES;
}

/* ---- the function ---------------------------------------------------------------------------- */

static LLVMTypeRef register_type(const struct fin_gang *g, uint32_t reg)
{
	LLVMTypeRef bits = fin_int_type(g->w->l, g->w->f->regs[reg].bits);

	return is_same(g, reg) ? bits : fin_shape(bits, g->lanes);
}

static uint32_t result_of(const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	(void)fin_inst_defs(i, regs);
	return regs[0];
}

static LLVMValueRef add_function(const struct fin_gang *g, const struct fin_inst *i,
	const struct reads *r, const char *name)
{
	struct fin_llvm *l = g->w->l;
	LLVMTypeRef types[FIN_MAX_REGS + 1];
	LLVMValueRef fn;

	for (unsigned k = 0; k < r->count; k++)
		types[k] = register_type(g, r->regs[k]);
	types[r->count] = fin_int_type(l, g->lanes);
	fn = LLVMAddFunction(l->mod, name,
		LLVMFunctionType(register_type(g, result_of(i)), types,
			r->count + fin_gang_goes_in_turn(g, i), false));
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	fin_llvm_function_attributes(l, fn);
	fin_llvm_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
	fin_llvm_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "willreturn", 0);
	fin_llvm_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "memory", 0); /* none */
	fin_llvm_measure_stack(l, fn);
	return fn;
}

/* What the parameters are in the function: one value, or one for each lane. */
static struct fin_lane_shape *shapes_of(const struct fin_gang *g, const struct fin_inst *i,
	const struct reads *r)
{
	size_t n = g->w->f->reg_count;
	struct fin_lane_shape *of = mem_new(n, sizeof *of);

	for (unsigned k = 0; k < r->count; k++)
		of[r->regs[k]].kind = is_same(g, r->regs[k]) ? FIN_SHAPE_WAVE : FIN_SHAPE_VARYING;
	of[result_of(i)].kind = FIN_SHAPE_VARYING;
	return of;
}

/* In the body's own gang of one part, whose slots are those of the parameters. */
static void take_parameters(struct fin_gang *g, const struct reads *r)
{
	for (unsigned k = 0; k < r->count; k++)
		fin_gang_put(g, r->regs[k], 0, LLVMGetParam(g->w->fn, k));
	if (LLVMCountParams(g->w->fn) > r->count)
		g->mask[0] = fin_gang_mask(g, LLVMGetParam(g->w->fn, r->count));
}

static void lower_into(struct fin_gang *g, const struct fin_inst *i, const struct reads *r)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef entry = fin_gang_block(g, "entry"), start = fin_gang_block(g, "");

	LLVMPositionBuilderAtEnd(g->w->entry, entry);
	LLVMPositionBuilderAtEnd(b, start);
	take_parameters(g, r);
	fin_gang_inst(g, i);
	LLVMBuildRet(b, fin_gang_vector(g, result_of(i), 0));
	LLVMBuildBr(g->w->entry, start);
}

/* Nothing of the kernel is there but its registers' numbers and sizes. */
static void build_body(const struct fin_gang *like, const struct fin_inst *i, const struct reads *r,
	LLVMValueRef fn)
{
	struct fin_llvm *l = like->w->l;
	struct fin_function *f = like->w->f;
	size_t n = f->reg_count;
	struct fin_shapes s = {.of = shapes_of(like, i, r), .blend = fin_bits_new(f->module->arena, n)};
	LLVMValueRef mask[1] = {NULL};
	struct fin_lower w = *like->w;
	struct fin_gang g = {.w = &w, .s = &s, .lanes = like->lanes, .parts = 1, .mask = mask,
		.wanted = FIN_NOWHERE, .local = s.blend, .opaque = s.blend,
		.started = fin_bits_new(f->module->arena, n),
		.slot = mem_new(n, sizeof *g.slot),
		.exact = mem_new(n, sizeof *g.exact),
		.spill = mem_new(n, sizeof *g.spill)};

	g.flat_base[0] = LLVMConstNull(l->i32);
	g.block[0] = LLVMConstNull(fin_shape(l->ptr, g.lanes));
	w.block_bytes = LLVMConstNull(l->i64);
	w.fn = fn;
	w.gang = &g;
	w.debug = NULL;
	w.entry = g.init = LLVMCreateBuilderInContext(l->ctx);
	lower_into(&g, i, r);
	LLVMDisposeBuilder(w.entry);
	free(g.spill);
	free(g.exact);
	free(g.slot);
	free(s.of);
}

static LLVMValueRef define(const struct fin_gang *g, const struct named *form)
{
	struct fin_llvm *l = g->w->l;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b);
	LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(l->b);
	struct reads r = reads_of(form->i);
	LLVMValueRef fn = add_function(g, form->i, &r, form->name);

	LLVMSetCurrentDebugLocation2(l->b, NULL);
	build_body(g, form->i, &r, fn);
	if (here != NULL)
		LLVMPositionBuilderAtEnd(l->b, here);
	LLVMSetCurrentDebugLocation2(l->b, place);
	return fn;
}

/* ---- which ----------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

/* By name. */
static struct named *all_forms(const struct fin_gang *g, size_t *count)
{
	const struct fin_function *f = g->w->f;
	struct named *list = mem_new(fin_instruction_count(f) + 1, sizeof *list);

	*count = 0;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (is_form(g, i) && name_form(g, i, list[*count].name))
				list[(*count)++].i = i;
	qsort(list, *count, sizeof *list, by_name);
	return list;
}

/* Instructions for one of LLVM's: integers that no processor has vectors of are taken apart; to turn
 * numbers into floats of another size takes several steps. */
static size_t steps_of(LLVMValueRef i)
{
	enum { CONVERSION = 8 };
	LLVMOpcode op = LLVMGetInstructionOpcode(i);
	LLVMTypeRef type = LLVMTypeOf(i);

	if (op == LLVMUIToFP || op == LLVMFPToUI || op == LLVMSIToFP || op == LLVMFPToSI)
		return CONVERSION;
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
		LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind ||
		LLVMGetIntTypeWidth(LLVMGetElementType(type)) <= 64)
		return 1;
	return LLVMGetVectorSize(type);
}

static size_t length_of(LLVMValueRef fn)
{
	size_t n = fin_llvm_weight(fn) - fin_llvm_instruction_count(fn);

	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b != NULL; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
			i = LLVMGetNextInstruction(i))
			n += steps_of(i);
	return n;
}

/* What `n` instructions of a form count, which is defined then, or 0 if its code is short. A call costs
 * what some instructions do: where the code is not much longer, it takes more of it. */
static size_t worth(const struct fin_gang *g, struct named *form, size_t n)
{
	enum { LONG = 75, VERY_LONG = 92, FEW = 4, TIMES = 3, TIMES_IN_TURN = 6 };
	LLVMValueRef fn = LLVMGetNamedFunction(g->w->l->mod, form->name);
	size_t length;

	if (fn == NULL && n < FEW)
		return 0;
	form->is_new = fn == NULL;
	if (fn == NULL)
		fn = define(g, form);
	length = length_of(fn);
	if (length < LONG) {
		form->is_new = false;
		LLVMDeleteFunction(fn);
		return 0;
	}
	return n * (fin_gang_goes_in_turn(g, form->i) ? TIMES_IN_TURN : length < VERY_LONG ? 1 : TIMES);
}

static void forget(const struct fin_gang *g, const struct named *list, size_t count)
{
	for (size_t k = 0; k < count; k++)
		if (list[k].is_new)
			LLVMDeleteFunction(LLVMGetNamedFunction(g->w->l->mod, list[k].name));
}

static bool has_few(const struct fin_gang *g)
{
	enum { FEW = 32 };
	const struct fin_function *f = g->w->f;
	uint32_t n = 0;

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			n += is_form(g, i);
	return n < FEW;
}

bool fin_gang_shares_forms(const struct fin_gang *g)
{
	enum { MANY = 192 };
	size_t count, size = 0;
	struct named *list;

	if (fin_exceptions_of(g->w->f) != 0 || g->w->m->step_by_step || has_few(g))
		return false;
	list = all_forms(g, &count);
	for (size_t k = 0, next; k < count; k = next) {
		next = k + 1;
		while (next < count && by_name(&list[k], &list[next]) == 0)
			next++;
		size += worth(g, &list[k], next - k);
	}
	if (size < MANY)
		forget(g, list, count);
	free(list);
	return size >= MANY;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static LLVMValueRef call(struct fin_gang *g, LLVMValueRef fn, const struct reads *r, unsigned part)
{
	unsigned n = LLVMCountParams(fn);
	LLVMValueRef args[FIN_MAX_REGS + 1];

	for (unsigned k = 0; k < r->count; k++)
		args[k] = (is_same(g, r->regs[k]) ? fin_gang_scalar : fin_gang_vector)(g, r->regs[k], part);
	if (n > r->count)
		args[r->count] = fin_gang_bits(g, g->mask != NULL ? g->mask[part] : fin_gang_all(g));
	return LLVMBuildCall2(g->w->l->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

bool fin_gang_call_form(struct fin_gang *g, const struct fin_inst *i)
{
	char name[NAME_BYTES];
	LLVMValueRef fn;
	struct reads r;

	if (!g->shares_forms || !is_form(g, i) || !name_form(g, i, name))
		return false;
	fn = LLVMGetNamedFunction(g->w->l->mod, name);
	if (fn == NULL)
		return false;
	r = reads_of(i);
	for (unsigned p = 0; p < g->parts; p++) {
		fin_gang_select(g, FIN_GANG_VECTOR, p, NULL);
		fin_gang_set(g->w, result_of(i), call(g, fn, &r, p));
	}
	return true;
}

/* Instructions as calls: where a kernel has very many that take long code, each form of them is a function
 * of the module. LLVM's time grows faster than the code of a block, and with it the time of all around.
 *
 * A sine or a quotient is a function of vectors, called for each part. What is done for one lane after the
 * other, as atomics are, is a function of arrays that have the lanes' values (gang_inst.c), and of the
 * address that lanes add theirs to. */
#include <stdlib.h>
#include "gang.h"

enum { NAME_BYTES = 128 };

/* Registers that an instruction reads, each once: the function's parameters, before all others. */
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

/* Those whose result follows from their operands alone, or from these and the memory there, and whose code
 * may be long. */
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
	[ISA_LOWER_ATOMIC] = true,
};

/* The number of the address operand; of no operand if there is none. */
static unsigned address_of(const struct fin_inst *i)
{
	unsigned k = 0;

	while (k < i->operand_count && i->operands[k].kind != FIN_OPND_ADDRESS)
		k++;
	return k;
}

static bool has_address(const struct fin_inst *i)
{
	return address_of(i) < i->operand_count;
}

/* An address is some base and what a register adds to it. */
static bool is_plain_address(const struct fin_inst *i, const struct fin_operand *o)
{
	enum { SMALL = 1 << 30 };
	uint8_t segment = i->isa->segment;

	return segment == BRIG_SEGMENT_GLOBAL || segment == BRIG_SEGMENT_FLAT ||
	       (segment == BRIG_SEGMENT_GROUP && o->offset < SMALL);
}

static bool has_plain_operands(const struct fin_inst *i)
{
	bool all = true;

	for (unsigned k = 0; k < i->operand_count; k++)
		all &= i->operands[k].kind == FIN_OPND_VALUES ||
		       (i->operands[k].kind == FIN_OPND_ADDRESS && is_plain_address(i, &i->operands[k]));
	return all;
}

static bool is_form(const struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n;

	if (i->isa == NULL || !computes[i->lowering] || !has_plain_operands(i))
		return false;
	n = fin_inst_defs(i, regs);
	if (n > 0 && g->s->of[regs[0]].kind != FIN_SHAPE_VARYING)
		return false;
	return i->lowering == ISA_LOWER_ATOMIC ? n <= 1 && !fin_gang_reduces(g, i) : n == 1;
}

static bool goes_in_turn(const struct fin_gang *g, const struct fin_inst *i)
{
	return has_address(i) || fin_gang_goes_in_turn(g, i);
}

/* One value, not one for each lane. */
static bool is_same(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg)
{
	struct fin_lane_shape s = g->s->of[reg];

	return fin_is_uniform(s) || (!goes_in_turn(g, i) && fin_is_part_uniform(s) && !s.risky);
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

static bool is_read(const struct fin_inst *i, unsigned k)
{
	const struct fin_operand *o = &i->operands[k];

	return o->kind == FIN_OPND_VALUES && (!o->is_dest || fin_inst_keeps_dest(i));
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

static void name_register(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg, struct reads *r,
	struct buf *out)
{
	buf_printf(out, ".%c%u_%u", is_same(g, i, reg) ? 's' : 'v', number_of(r, reg), g->w->f->regs[reg].bits);
}

static void name_operand(const struct fin_gang *g, const struct fin_inst *i, unsigned k, struct reads *r,
	struct buf *out)
{
	const struct fin_operand *o = &i->operands[k];

	if (o->kind == FIN_OPND_ADDRESS && o->has_reg)
		name_register(g, i, o->reg, r, out);
	for (unsigned e = 0; o->kind == FIN_OPND_VALUES && e < o->count; e++)
		if (!is_read(i, k))
			buf_printf(out, ".d%u", g->w->f->regs[o->v[e].reg].bits);
		else if (o->v[e].kind == FIN_VALUE_REG)
			name_register(g, i, o->v[e].reg, r, out);
		else
			buf_printf(out, ".%llx_%llx", (unsigned long long)o->v[e].hi,
				(unsigned long long)o->v[e].lo);
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
	if (has_address(i))
		buf_printf(&text, ".%x.%x.%x.%x.%x", isa->atomic_op, isa->memory_order, isa->memory_scope,
			isa->segment, isa->equiv);
	for (unsigned k = 0; k < i->operand_count; k++)
		name_operand(g, i, k, &r, &text);
	buf_printf(&text, ".l%u.%u.%s", g->lanes, goes_in_turn(g, i) ? g->parts : 1, g->w->l->target.cpu);
	buf_u8(&text, 0);
	n = text.len;
	if (n <= NAME_BYTES)
		memcpy(name, text.data, n);
	buf_release(&text);
	return n <= NAME_BYTES;
}

/* ---- the function ---------------------------------------------------------------------------- */

static LLVMTypeRef register_type(const struct fin_gang *g, const struct fin_inst *i, uint32_t reg)
{
	LLVMTypeRef bits = fin_int_type(g->w->l, g->w->f->regs[reg].bits);

	if (is_same(g, i, reg))
		return bits;
	return goes_in_turn(g, i) ? g->w->l->ptr : fin_shape(bits, g->lanes);
}

/* FIN_NOWHERE: it has none. */
static uint32_t result_of(const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	return fin_inst_defs(i, regs) > 0 ? regs[0] : FIN_NOWHERE;
}

/* In turn: also the base of the address, lanes that are on as bits, and the result's array. */
static LLVMTypeRef function_type(const struct fin_gang *g, const struct fin_inst *i, const struct reads *r)
{
	struct fin_llvm *l = g->w->l;
	LLVMTypeRef types[FIN_MAX_REGS + 3];
	unsigned n = 0;

	for (; n < r->count; n++)
		types[n] = register_type(g, i, r->regs[n]);
	if (!goes_in_turn(g, i))
		return LLVMFunctionType(register_type(g, i, result_of(i)), types, n, false);
	if (has_address(i))
		types[n++] = l->ptr;
	types[n++] = l->i32;
	if (result_of(i) != FIN_NOWHERE)
		types[n++] = l->ptr;
	return LLVMFunctionType(l->void_, types, n, false);
}

static LLVMValueRef add_function(const struct fin_gang *g, const struct fin_inst *i,
	const struct reads *r, const char *name)
{
	enum { NO_MEMORY = 0, ARGUMENTS = 3 }; /* llvm::MemoryEffects */
	struct fin_llvm *l = g->w->l;
	LLVMValueRef fn = LLVMAddFunction(l->mod, name, function_type(g, i, r));
	unsigned whole = (unsigned)LLVMAttributeFunctionIndex;

	LLVMSetLinkage(fn, LLVMInternalLinkage);
	fin_llvm_function_attributes(l, fn);
	fin_llvm_attribute(l, fn, whole, "noinline", 0);
	if (has_address(i)) {
		fin_llvm_frame_pointer(l, fn);
	} else {
		fin_llvm_attribute(l, fn, whole, "willreturn", 0);
		fin_llvm_attribute(l, fn, whole, "memory", goes_in_turn(g, i) ? ARGUMENTS : NO_MEMORY);
	}
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
		of[r->regs[k]].kind = is_same(g, i, r->regs[k]) ? FIN_SHAPE_WAVE : FIN_SHAPE_VARYING;
	if (result_of(i) != FIN_NOWHERE)
		of[result_of(i)].kind = FIN_SHAPE_VARYING;
	return of;
}

/* ---- its body: with a gang of its own, whose registers are the parameters -------------------- */

static void compute(struct fin_gang *g, const struct fin_inst *i, const struct reads *r)
{
	for (unsigned k = 0; k < r->count; k++)
		fin_gang_put(g, r->regs[k], 0, LLVMGetParam(g->w->fn, k));
	fin_gang_inst(g, i);
	LLVMBuildRet(g->w->l->b, fin_gang_vector(g, result_of(i), 0));
}

static void compute_in_turn(struct fin_gang *g, const struct fin_inst *i, const struct reads *r)
{
	LLVMValueRef fn = g->w->fn, on;
	unsigned n = 0;

	for (; n < r->count; n++)
		if (fin_is_uniform(g->s->of[r->regs[n]]))
			fin_gang_put(g, r->regs[n], 0, LLVMGetParam(fn, n));
		else
			g->spill[r->regs[n]] = LLVMGetParam(fn, n);
	if (has_address(i))
		g->base = LLVMGetParam(fn, n++);
	on = LLVMGetParam(fn, n++);
	if (result_of(i) != FIN_NOWHERE)
		g->spill[result_of(i)] = LLVMGetParam(fn, n);
	fin_gang_in_turn(g, i, on);
	LLVMBuildRetVoid(g->w->l->b);
}

static void lower_into(struct fin_gang *g, const struct fin_inst *i, const struct reads *r, bool in_turn)
{
	LLVMBasicBlockRef entry = fin_gang_block(g, "entry"), start = fin_gang_block(g, "");

	LLVMPositionBuilderAtEnd(g->w->entry, entry);
	LLVMPositionBuilderAtEnd(g->w->l->b, start);
	(in_turn ? compute_in_turn : compute)(g, i, r);
	LLVMBuildBr(g->w->entry, start);
}

/* Nothing of the kernel is there but its registers' numbers and sizes. */
static void build_body(const struct fin_gang *like, const struct fin_inst *i, const struct reads *r,
	LLVMValueRef fn)
{
	struct fin_llvm *l = like->w->l;
	struct fin_function *f = like->w->f;
	size_t n = f->reg_count;
	bool in_turn = goes_in_turn(like, i);
	struct fin_shapes s = {.of = shapes_of(like, i, r), .blend = fin_bits_new(f->module->arena, n)};
	struct fin_lower w = *like->w;
	struct fin_gang g = {.w = &w, .s = &s, .lanes = like->lanes, .parts = in_turn ? like->parts : 1,
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
	lower_into(&g, i, r, in_turn);
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

	if (n < FEW)
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
	return n * (goes_in_turn(g, form->i) ? TIMES_IN_TURN : length < VERY_LONG ? 1 : TIMES);
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

/* NULL: `i` is done here. */
static LLVMValueRef function_of(struct fin_gang *g, const struct fin_inst *i, bool in_turn)
{
	char name[NAME_BYTES];

	if (!g->shares_forms || !is_form(g, i) || goes_in_turn(g, i) != in_turn || !name_form(g, i, name))
		return NULL;
	return LLVMGetNamedFunction(g->w->l->mod, name);
}

static LLVMValueRef call(struct fin_gang *g, LLVMValueRef fn, LLVMValueRef *args)
{
	return LLVMBuildCall2(g->w->l->b, LLVMGlobalGetValueType(fn), fn, args, LLVMCountParams(fn), "");
}

bool fin_gang_call_form(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMValueRef fn = function_of(g, i, false), args[FIN_MAX_REGS];
	struct reads r = reads_of(i);

	for (unsigned p = 0; fn != NULL && p < g->parts; p++) {
		fin_gang_select(g, FIN_GANG_VECTOR, p, NULL);
		for (unsigned k = 0; k < r.count; k++)
			args[k] = (is_same(g, i, r.regs[k]) ? fin_gang_scalar : fin_gang_vector)(g, r.regs[k], p);
		fin_gang_set(g->w, result_of(i), call(g, fn, args));
	}
	return fn != NULL;
}

/* The address without what the register adds. */
static LLVMValueRef base_of(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_inst without = *i;
	struct fin_operand operands[ISA_MAX_OPERANDS];

	memcpy(operands, i->operands, i->operand_count * sizeof *operands);
	operands[address_of(i)].has_reg = false;
	without.operands = operands;
	return fin_address_of(g->w, &without, address_of(i)).ptr;
}

LLVMValueRef fin_gang_form_in_turn(struct fin_gang *g, const struct fin_inst *i)
{
	return function_of(g, i, true);
}

void fin_gang_call_in_turn(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef fn)
{
	LLVMValueRef args[FIN_MAX_REGS + 3];
	struct reads r = reads_of(i);
	unsigned n = 0;

	for (; n < r.count; n++)
		args[n] = is_same(g, i, r.regs[n]) ? fin_gang_scalar(g, r.regs[n], 0) : g->spill[r.regs[n]];
	if (has_address(i))
		args[n++] = base_of(g, i);
	args[n++] = fin_gang_wave_bits(g, g->mask);
	if (result_of(i) != FIN_NOWHERE)
		args[n] = g->spill[result_of(i)];
	(void)call(g, fn, args);
}

/* Float arithmetic with any rounding (PRM 4.19.2).
 *
 * Rounding to nearest is LLVM's own. For the other modes an operation is one piece of assembly that
 * sets MXCSR, computes and sets MXCSR back, so that nothing else can run in between; kernels run
 * with MXCSR at its default (docs/kernel-abi.md). fma of f32 and f16 is exact arithmetic in f64
 * followed by one rounding, and so needs no FMA instruction. */
#include "hsaemu/kernel_abi.h"
#include "lower.h"

enum { MXCSR_DEFAULT = 0x1f80, MXCSR_DOWN = 0x2000, MXCSR_UP = 0x4000, MXCSR_ZERO = 0x6000 };

static LLVMValueRef near_arith(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a)
{
	LLVMBuilderRef b = w->l->b;

	switch (op) {
	case FIN_FLOAT_ADD:
		return LLVMBuildFAdd(b, a[0], a[1], "");
	case FIN_FLOAT_SUB:
		return LLVMBuildFSub(b, a[0], a[1], "");
	case FIN_FLOAT_MUL:
		return LLVMBuildFMul(b, a[0], a[1], "");
	case FIN_FLOAT_DIV:
		return LLVMBuildFDiv(b, a[0], a[1], "");
	case FIN_FLOAT_SQRT:
		return fin_intrinsic1(w->l, "llvm.sqrt", a[0]);
	case FIN_FLOAT_FMA:
		return fin_intrinsic3(w->l, "llvm.fma", a[0], a[1], a[2]);
	}
	BUG("float operation %d", (int)op);
}

/* ---- assembly ------------------------------------------------------------------------------- */

/* A constant in memory for ldmxcsr. */
static LLVMValueRef control_word(struct fin_lower *w, unsigned value)
{
	char name[32];
	LLVMValueRef g;

	(void)snprintf(name, sizeof name, "hsa.mxcsr.%x", value);
	g = LLVMGetNamedGlobal(w->l->mod, name);
	if (g == NULL) {
		g = LLVMAddGlobal(w->l->mod, w->l->i32, name);
		LLVMSetInitializer(g, LLVMConstInt(w->l->i32, value, false));
		LLVMSetLinkage(g, LLVMPrivateLinkage);
		LLVMSetGlobalConstant(g, true);
		LLVMSetAlignment(g, 4);
	}
	return g;
}

static unsigned control_bits(uint8_t round)
{
	switch (round) {
	case BRIG_ROUND_FLOAT_ZERO:
		return MXCSR_DEFAULT | MXCSR_ZERO;
	case BRIG_ROUND_FLOAT_PLUS_INFINITY:
		return MXCSR_DEFAULT | MXCSR_UP;
	case BRIG_ROUND_FLOAT_MINUS_INFINITY:
		return MXCSR_DEFAULT | MXCSR_DOWN;
	default:
		return MXCSR_DEFAULT;
	}
}

struct recipe {
	unsigned operands;
	const char *avx, *sse; /* %s: ss or sd; "" when there is none */
	const char *avx_constraints, *sse_constraints;
};

static const struct recipe recipes[] = {
	[FIN_FLOAT_ADD] = {2, "vadd%s $2, $1, $0", "add%s $2, $0", "=x,x,x", "=x,0,x"},
	[FIN_FLOAT_SUB] = {2, "vsub%s $2, $1, $0", "sub%s $2, $0", "=x,x,x", "=x,0,x"},
	[FIN_FLOAT_MUL] = {2, "vmul%s $2, $1, $0", "mul%s $2, $0", "=x,x,x", "=x,0,x"},
	[FIN_FLOAT_DIV] = {2, "vdiv%s $2, $1, $0", "div%s $2, $0", "=x,x,x", "=x,0,x"},
	[FIN_FLOAT_SQRT] = {1, "vsqrt%s $1, $1, $0", "sqrt%s $1, $0", "=x,x", "=x,x"},
	[FIN_FLOAT_FMA] = {3, "vfmadd213%s $3, $2, $0", "", "=x,0,x,x", ""},
};

static LLVMValueRef call_asm(struct fin_lower *w, LLVMTypeRef type, const char *text,
	const char *constraints, LLVMValueRef *args, unsigned n)
{
	LLVMTypeRef types[5];
	LLVMTypeRef fn_type;
	LLVMValueRef code, call;
	unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);

	for (unsigned k = 0; k < n; k++)
		types[k] = LLVMTypeOf(args[k]);
	fn_type = LLVMFunctionType(type, types, n, false);
	code = LLVMGetInlineAsm(fn_type, text, strlen(text), constraints, strlen(constraints),
		false, false, LLVMInlineAsmDialectATT, false);
	call = LLVMBuildCall2(w->l->b, fn_type, code, args, n, "");
	for (unsigned k = n - 2; k < n; k++) /* the two control words */
		LLVMAddCallSiteAttribute(call, k + 1,
			LLVMCreateTypeAttribute(w->l->ctx, kind, w->l->i32));
	return call;
}

/* One scalar operation. */
static LLVMValueRef scalar_asm(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round)
{
	const struct recipe *r = &recipes[op];
	bool avx = fin_target_has(&w->l->target, "avx");
	LLVMTypeRef type = LLVMTypeOf(a[0]);
	const char *suffix = type == w->l->f32 ? "ss" : "sd";
	LLVMValueRef args[5];
	struct buf text = BUF_INIT, constraints = BUF_INIT;
	LLVMValueRef result;

	for (unsigned k = 0; k < r->operands; k++)
		args[k] = a[k];
	args[r->operands] = control_word(w, control_bits(round));
	args[r->operands + 1] = control_word(w, MXCSR_DEFAULT);
	buf_printf(&text, "%sldmxcsr $%u\n\t", avx ? "v" : "", r->operands + 1);
	for (const char *p = avx ? r->avx : r->sse; *p != '\0'; p++) {
		if (p[0] == '%' && p[1] == 's') {
			buf_puts(&text, suffix);
			p++;
		} else {
			buf_u8(&text, (uint8_t)*p);
		}
	}
	buf_printf(&text, "\n\t%sldmxcsr $%u", avx ? "v" : "", r->operands + 2);
	buf_u8(&text, 0);
	buf_printf(&constraints, "%s,*m,*m,~{dirflag},~{fpsr},~{flags}",
		avx ? r->avx_constraints : r->sse_constraints);
	buf_u8(&constraints, 0);
	result = call_asm(w, type, (const char *)text.data, (const char *)constraints.data, args,
		r->operands + 2);
	buf_release(&text);
	buf_release(&constraints);
	return result;
}

static LLVMValueRef element(struct fin_lower *w, LLVMValueRef v, unsigned e)
{
	if (fin_shape_count(LLVMTypeOf(v)) == 1)
		return v;
	return LLVMBuildExtractElement(w->l->b, v, LLVMConstInt(w->l->i32, e, false), "");
}

static LLVMValueRef with_element(struct fin_lower *w, LLVMValueRef v, LLVMValueRef one, unsigned e)
{
	if (fin_shape_count(LLVMTypeOf(v)) == 1)
		return one;
	return LLVMBuildInsertElement(w->l->b, v, one, LLVMConstInt(w->l->i32, e, false), "");
}

LLVMValueRef fin_float_arith(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round)
{
	LLVMTypeRef shape = LLVMTypeOf(a[0]);
	LLVMValueRef r = LLVMGetPoison(shape), one[3];

	if (round == BRIG_ROUND_FLOAT_NEAR_EVEN)
		return near_arith(w, op, a);
	for (unsigned e = 0; e < fin_shape_count(shape); e++) {
		for (unsigned k = 0; k < recipes[op].operands; k++)
			one[k] = element(w, a[k], e);
		r = with_element(w, r, scalar_asm(w, op, one, round), e);
	}
	return r;
}

/* ---- fma ------------------------------------------------------------------------------------ */

/* p + c rounded to odd: the exact sum when f64 holds it, else the neighbour with an odd last bit.
 * Rounding that to a format of at most 51 bits gives the exact sum's rounding (Boldo and
 * Melquiond, "Emulation of FMA and correctly rounded sums"). */
static LLVMValueRef add_to_odd(struct fin_lower *w, LLVMValueRef p, LLVMValueRef c)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef s = LLVMBuildFAdd(b, p, c, ""), t = LLVMBuildFSub(b, s, p, "");
	LLVMValueRef error = LLVMBuildFAdd(b, LLVMBuildFSub(b, p, LLVMBuildFSub(b, s, t, ""), ""),
		LLVMBuildFSub(b, c, t, ""), "");
	LLVMValueRef bits = fin_to_int(w->l, s);
	LLVMValueRef even = LLVMBuildICmp(b, LLVMIntEQ,
		LLVMBuildAnd(b, bits, fin_like(bits, 1), ""), fin_like(bits, 0), "");
	LLVMValueRef inexact =
		LLVMBuildFCmp(b, LLVMRealONE, error, fin_float(LLVMTypeOf(s), 0.0), "");
	LLVMValueRef opposite = LLVMBuildICmp(b, LLVMIntSLT,
		LLVMBuildXor(b, bits, fin_to_int(w->l, error), ""), fin_like(bits, 0), "");
	LLVMValueRef odd = LLVMBuildAdd(b, bits,
		fin_select(w->l, opposite, fin_like(bits, UINT64_MAX), fin_like(bits, 1)), "");

	bits = fin_select(w->l, LLVMBuildAnd(b, inexact, even, ""), odd, bits);
	return fin_bitcast(w->l, bits, LLVMTypeOf(s));
}

/* Rounding down, a zero sum is -0 unless both terms are +0. */
static LLVMValueRef fix_zero(struct fin_lower *w, LLVMValueRef sum, LLVMValueRef p, LLVMValueRef c)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef signs = LLVMBuildOr(b, fin_to_int(w->l, p), fin_to_int(w->l, c), "");
	LLVMValueRef zero = LLVMBuildFCmp(b, LLVMRealOEQ, sum, fin_float(LLVMTypeOf(sum), 0.0), "");

	signs = LLVMBuildAnd(b, signs, fin_like(signs, (uint64_t)1 << 63), "");
	return fin_select(w->l, zero, fin_bitcast(w->l, signs, LLVMTypeOf(sum)), sum);
}

/* The product of two f32 or f16 is exact in f64. */
static LLVMValueRef fma_in_f64(struct fin_lower *w, LLVMValueRef *a, unsigned bits, uint8_t round)
{
	LLVMValueRef p = LLVMBuildFMul(w->l->b, fin_widen(w, a[0], 64), fin_widen(w, a[1], 64), "");
	LLVMValueRef c = fin_widen(w, a[2], 64), s = add_to_odd(w, p, c);

	if (round == BRIG_ROUND_FLOAT_MINUS_INFINITY)
		s = fix_zero(w, s, p, c);
	return fin_narrow(w, s, bits, round);
}

/* hsa_fma_f64() of the helper archive, element by element. */
static LLVMValueRef helper_fma(struct fin_lower *w, LLVMValueRef *a, uint8_t round)
{
	LLVMTypeRef f64 = w->l->f64, types[] = {f64, f64, f64, w->l->i32};
	LLVMTypeRef fn_type = LLVMFunctionType(f64, types, 4, false), shape = LLVMTypeOf(a[0]);
	LLVMValueRef fn = LLVMGetNamedFunction(w->l->mod, "hsa_fma_f64"), r = LLVMGetPoison(shape);
	unsigned mode = round == BRIG_ROUND_FLOAT_ZERO            ? HSAEMU_ROUND_ZERO
	                : round == BRIG_ROUND_FLOAT_PLUS_INFINITY ? HSAEMU_ROUND_UP
	                                                          : HSAEMU_ROUND_DOWN;

	if (fn == NULL) {
		fn = LLVMAddFunction(w->l->mod, "hsa_fma_f64", fn_type);
		LLVMSetVisibility(fn, LLVMHiddenVisibility);
		fin_llvm_attribute(w->l, fn, (unsigned)LLVMAttributeFunctionIndex, "nounwind", 0);
		fin_llvm_attribute(w->l, fn, (unsigned)LLVMAttributeFunctionIndex, "memory", 0);
	}
	for (unsigned e = 0; e < fin_shape_count(shape); e++) {
		LLVMValueRef args[] = {element(w, a[0], e), element(w, a[1], e),
			element(w, a[2], e), LLVMConstInt(w->l->i32, mode, false)};
		LLVMValueRef one = LLVMBuildCall2(w->l->b, fn_type, fn, args, 4, "");

		r = with_element(w, r, one, e);
	}
	return r;
}

LLVMValueRef fin_fma(struct fin_lower *w, LLVMValueRef *a, uint8_t round)
{
	unsigned bits = fin_shape_bits(LLVMTypeOf(a[0]));
	bool has_fma = fin_target_has(&w->l->target, "fma");

	if (bits == 64 && !has_fma && round != BRIG_ROUND_FLOAT_NEAR_EVEN)
		return helper_fma(w, a, round);
	if (bits == 64 || (bits == 32 && has_fma && round == BRIG_ROUND_FLOAT_NEAR_EVEN))
		return fin_float_arith(w, FIN_FLOAT_FMA, a, round);
	return fma_in_f64(w, a, bits, round);
}

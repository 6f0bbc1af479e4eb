/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Float operations that round up, down or to zero (PRM 4.19.2), as assembly.
 *
 * AVX-512 has the rounding in the instruction. Elsewhere one piece of assembly sets MXCSR, computes
 * and sets MXCSR back, so that nothing else can run in between; kernels run with MXCSR at its
 * default (docs/kernel-abi.md). A piece works on a scalar or on a whole vector register. */
#include "x86/x86.h"

enum { MXCSR_DEFAULT = 0x1f80, MXCSR_DOWN = 0x2000, MXCSR_UP = 0x4000, MXCSR_ZERO = 0x6000 };
enum { MXCSR_FLUSH = 0x8040 }; /* flush subnormal results (FTZ) and sources (DAZ) */
enum { MAX_OPERANDS = 3, MAX_WORDS = 3 };

struct mode {
	unsigned control;
	const char *prefix; /* rounding as AVX-512 writes it before the operands */
};

static struct mode mode_of(uint8_t round)
{
	switch (round) {
	case BRIG_ROUND_FLOAT_ZERO:
		return (struct mode){MXCSR_DEFAULT | MXCSR_ZERO, "{rz-sae}, "};
	case BRIG_ROUND_FLOAT_PLUS_INFINITY:
		return (struct mode){MXCSR_DEFAULT | MXCSR_UP, "{ru-sae}, "};
	case BRIG_ROUND_FLOAT_MINUS_INFINITY:
		return (struct mode){MXCSR_DEFAULT | MXCSR_DOWN, "{rd-sae}, "};
	default:
		BUG("float rounding %d is not directed", (int)round);
	}
}

/* How the operands of an instruction are written in SSE, in AVX, and in scalar AVX; $0 is the
 * result. */
struct form {
	const char *sse, *vex, *vex_scalar;
	const char *sse_constraints, *vex_constraints; /* R: any vector register */
};

static const struct form unary = {"$1, $0", "$1, $0", "$1, $1, $0", "=R,R", "=R,R"};
static const struct form binary = {"$2, $0", "$2, $1, $0", "$2, $1, $0", "=R,0,R", "=R,R,R"};
static const struct form ternary = {NULL, "$3, $2, $0", "$3, $2, $0", NULL, "=R,0,R,R"};

struct recipe {
	const char *name, *packed[2], *scalar[2]; /* packed, scalar: suffixes for f32 and f64 */
	unsigned operands;
	const struct form *form;
};

static const struct recipe recipes[] = {
	[FIN_FLOAT_ADD] = {"add", {"ps", "pd"}, {"ss", "sd"}, 2, &binary},
	[FIN_FLOAT_SUB] = {"sub", {"ps", "pd"}, {"ss", "sd"}, 2, &binary},
	[FIN_FLOAT_MUL] = {"mul", {"ps", "pd"}, {"ss", "sd"}, 2, &binary},
	[FIN_FLOAT_DIV] = {"div", {"ps", "pd"}, {"ss", "sd"}, 2, &binary},
	[FIN_FLOAT_SQRT] = {"sqrt", {"ps", "pd"}, {"ss", "sd"}, 1, &unary},
	[FIN_FLOAT_FMA] = {"fmadd213", {"ps", "pd"}, {"ss", "sd"}, 3, &ternary},
	[FIN_FLOAT_TO_F32] = {"cvt", {NULL, "pd2ps"}, {NULL, "sd2ss"}, 1, &unary},
};

/* ---- one piece ------------------------------------------------------------------------------ */

/* A constant in memory from which ldmxcsr sets MXCSR. */
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

/* Calls a piece of assembly. The last `words` arguments are addresses of control words. `effect`
 * says that the piece has an effect besides its value, so that LLVM must keep it. */
static LLVMValueRef call_asm(struct fin_lower *w, LLVMTypeRef type, struct buf *text,
	struct buf *constraints, LLVMValueRef *args, unsigned n, unsigned words, bool effect)
{
	LLVMTypeRef types[MAX_OPERANDS + MAX_WORDS], fn_type;
	LLVMValueRef code, call;
	unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);

	for (unsigned k = 0; k < n; k++)
		types[k] = LLVMTypeOf(args[k]);
	fn_type = LLVMFunctionType(type, types, n, false);
	code = LLVMGetInlineAsm(fn_type, (char *)text->data, text->len, (char *)constraints->data,
		constraints->len, effect, false, LLVMInlineAsmDialectATT, false);
	call = LLVMBuildCall2(w->l->b, fn_type, code, args, n, "");
	for (unsigned k = n - words; k < n; k++)
		LLVMAddCallSiteAttribute(call, k + 1,
			LLVMCreateTypeAttribute(w->l->ctx, kind, w->l->i32));
	if (words == 0)
		LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMCreateEnumAttribute(w->l->ctx,
				LLVMGetEnumAttributeKindForName("memory", 6), 0));
	return call;
}

static void put_constraints(struct buf *out, const char *pattern, const char *vectors,
	const char *more)
{
	for (const char *p = pattern; *p != '\0'; p++)
		if (*p == 'R')
			buf_puts(out, vectors);
		else
			buf_u8(out, (uint8_t)*p);
	buf_printf(out, "%s,~{dirflag},~{fpsr},~{flags}", more);
}

static LLVMValueRef piece(struct fin_lower *w, enum fin_float_op op, LLVMTypeRef type,
	LLVMValueRef *a, struct mode mode)
{
	const struct recipe *r = &recipes[op];
	const struct form *f = r->form;
	LLVMTypeRef llvm_type = LLVMTypeOf(a[0]);
	bool vex = fin_target_has(&w->l->target, "avx");
	bool embedded = fin_target_has(&w->l->target, "avx512f");
	bool is_scalar = fin_element_count(llvm_type) == 1,
	     is_f64 = fin_element_bits(llvm_type) == 64;
	const char *suffix = (is_scalar ? r->scalar : r->packed)[is_f64];
	const char *operands = !vex ? f->sse : is_scalar ? f->vex_scalar : f->vex;
	unsigned n = r->operands, words = embedded ? 0 : 2;
	struct buf text = BUF_INIT, constraints = BUF_INIT;
	LLVMValueRef args[MAX_OPERANDS + MAX_WORDS], result;

	memcpy(args, a, n * sizeof *a);
	if (embedded) {
		buf_printf(&text, "v%s%s %s%s", r->name, suffix, mode.prefix, operands);
	} else {
		const char *v = vex ? "v" : "";

		args[n] = control_word(w, mode.control);
		args[n + 1] = control_word(w, MXCSR_DEFAULT);
		buf_printf(&text, "%sldmxcsr $%u\n\t%s%s%s %s\n\t%sldmxcsr $%u", v, n + 1, v,
			r->name, suffix, operands, v, n + 2);
	}
	put_constraints(&constraints, vex ? f->vex_constraints : f->sse_constraints,
		embedded ? "v" : "x", embedded ? "" : ",*m,*m");
	result = call_asm(w, type, &text, &constraints, args, n + words, words, false);
	buf_release(&text);
	buf_release(&constraints);
	return result;
}

/* ---- any number of elements ----------------------------------------------------------------- */

/* How many of n elements of `bits` bits one piece of assembly works on. */
static unsigned piece_elements(struct fin_lower *w, unsigned n, unsigned bits)
{
	unsigned most = w->l->target.vector_bits / bits, size = 128 / bits;

	if (n == 1)
		return 1;
	/* only instructions on scalars and whole 512-bit registers have a rounding */
	if (fin_target_has(&w->l->target, "avx512f"))
		return 512 / bits;
	while (size < n && size < most)
		size *= 2;
	return size;
}

LLVMValueRef fin_x86_directed(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round)
{
	LLVMTypeRef llvm_type = LLVMTypeOf(a[0]);
	LLVMTypeRef elem = op == FIN_FLOAT_TO_F32 ? w->l->f32 : fin_element_type(llvm_type);
	unsigned n = fin_element_count(llvm_type), bits = fin_element_bits(llvm_type);
	unsigned size = piece_elements(w, n, bits), pieces = n > size ? n / size : 1;
	/* the result of a narrowing fills half of a register, or a quarter of one of AVX */
	unsigned results = size == 2 && elem == w->l->f32 ? 4 : size;
	LLVMValueRef r[64], one[MAX_OPERANDS];

	for (unsigned p = 0; p < pieces; p++) {
		for (unsigned k = 0; k < recipes[op].operands; k++)
			one[k] = fin_slice(w->l, a[k], p * size, size);
		r[p] = piece(w, op, fin_vector_of(elem, results), one, mode_of(round));
		r[p] = fin_slice(w->l, r[p], 0, n < size ? n : size);
	}
	return fin_join(w->l, r, pieces);
}

/* ---- flags ---------------------------------------------------------------------------------- */

static unsigned control_of(uint8_t round, bool ftz)
{
	unsigned control =
		round == BRIG_ROUND_FLOAT_NEAR_EVEN ? MXCSR_DEFAULT : mode_of(round).control;

	return ftz ? control | MXCSR_FLUSH : control;
}

/* A piece of assembly that sets MXCSR without flags, computes, stores MXCSR into `out`, and sets
 * MXCSR back. */
static void flag_piece(struct fin_lower *w, enum fin_float_op op, LLVMTypeRef type, LLVMValueRef *a,
	unsigned control, LLVMValueRef out)
{
	const struct recipe *r = &recipes[op];
	const struct form *f = r->form;
	LLVMTypeRef llvm_type = LLVMTypeOf(a[0]);
	bool vex = fin_target_has(&w->l->target, "avx");
	bool is_scalar = fin_element_count(llvm_type) == 1,
	     is_f64 = fin_element_bits(llvm_type) == 64;
	const char *suffix = (is_scalar ? r->scalar : r->packed)[is_f64], *v = vex ? "v" : "";
	const char *operands = !vex ? f->sse : is_scalar ? f->vex_scalar : f->vex;
	unsigned n = r->operands;
	struct buf text = BUF_INIT, constraints = BUF_INIT;
	LLVMValueRef args[MAX_OPERANDS + MAX_WORDS];

	memcpy(args, a, n * sizeof *a);
	args[n] = control_word(w, control);
	args[n + 1] = out;
	args[n + 2] = control_word(w, MXCSR_DEFAULT);
	buf_printf(&text, "%sldmxcsr $%u\n\t%s%s%s %s\n\t%sstmxcsr $%u\n\t%sldmxcsr $%u", v, n + 1,
		v, r->name, suffix, operands, v, n + 2, v, n + 3);
	put_constraints(&constraints, vex ? f->vex_constraints : f->sse_constraints,
		fin_target_has(&w->l->target, "avx512vl") ? "v" : "x", ",*m,*m,*m,~{memory}");
	call_asm(w, type, &text, &constraints, args, n + MAX_WORDS, MAX_WORDS, true);
	buf_release(&text);
	buf_release(&constraints);
}

/* Pieces work on whole registers. A slice that reaches beyond the last element repeats it, which
 * adds no flag. */
LLVMValueRef fin_x86_float_flags(struct fin_lower *w, enum fin_float_op op, LLVMValueRef *a,
	uint8_t round, bool ftz)
{
	LLVMTypeRef llvm_type = LLVMTypeOf(a[0]);
	LLVMTypeRef elem = op == FIN_FLOAT_TO_F32 ? w->l->f32 : fin_element_type(llvm_type);
	unsigned n = fin_element_count(llvm_type), bits = fin_element_bits(llvm_type);
	unsigned size = piece_elements(w, n, bits), pieces = n > size ? n / size : 1;
	unsigned results = size == 2 && elem == w->l->f32 ? 4 : size;
	LLVMValueRef out = LLVMBuildAlloca(w->entry, w->l->i32, ""), one[MAX_OPERANDS], all = NULL,
		     m;

	for (unsigned p = 0; p < pieces; p++) {
		for (unsigned k = 0; k < recipes[op].operands; k++)
			one[k] = fin_slice(w->l, a[k], p * size, size);
		flag_piece(w, op, fin_vector_of(elem, results), one, control_of(round, ftz), out);
		m = LLVMBuildLoad2(w->l->b, w->l->i32, out, "");
		all = all == NULL ? m : LLVMBuildOr(w->l->b, all, m, "");
	}
	/* flags of MXCSR: invalid, denormal, divide by zero, overflow, underflow, inexact */
	return LLVMBuildOr(w->l->b, LLVMBuildAnd(w->l->b, all, fin_like(all, 1), ""),
		LLVMBuildAnd(w->l->b, LLVMBuildLShr(w->l->b, all, fin_like(all, 1), ""),
			fin_like(all, 0x1e), ""),
		"");
}

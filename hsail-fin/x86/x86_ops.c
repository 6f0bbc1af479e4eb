/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What lowerings ask of code for the host, and the arithmetic that is one instruction. */
#include "lower/call.h"
#include "x86/x86.h"

static bool has_fma(const struct fin_lower *w, unsigned bits)
{
	(void)bits;
	return fin_target_has(&w->l->target, "fma");
}

static bool rounds_to_f16(const struct fin_lower *w)
{
	return fin_target_has(&w->l->target, "f16c");
}

/* Rounds f32 to f16 by F16C, which has the rounding in the instruction and works on one register.
 * LLVM's own truncation is no way: after operations that f16 would round the same, LLVM makes f16
 * arithmetic of them, which it then takes apart. */
static LLVMValueRef to_f16(struct fin_lower *w, LLVMValueRef v, uint8_t round)
{
	unsigned n = fin_element_count(LLVMTypeOf(v)), size = n > 4 ? 8 : 4, pieces = (n + 7) / 8;
	unsigned control = round == BRIG_ROUND_FLOAT_ZERO             ? 3
	                   : round == BRIG_ROUND_FLOAT_PLUS_INFINITY  ? 2
	                   : round == BRIG_ROUND_FLOAT_MINUS_INFINITY ? 1
	                                                              : 0;
	LLVMValueRef r[32];

	for (unsigned p = 0; p < pieces; p++) {
		LLVMValueRef args[] = {
			n == 1 ? fin_splat(w->l, v, size) : fin_slice(w->l, v, p * size, size),
			LLVMConstInt(w->l->i32, control, false)};

		r[p] = fin_intrinsic(w->l,
			size == 8 ? "llvm.x86.vcvtps2ph.256" : "llvm.x86.vcvtps2ph.128", NULL, 0,
			args, 2);
		r[p] = fin_slice(w->l, r[p], 0, n < size ? n : size);
	}
	return fin_bitcast(w->l, fin_join(w->l, r, pieces), fin_vector_of(w->l->f16, n));
}

/* Converts f32 to s32 toward zero; what has no such number becomes 0x80000000. */
static LLVMValueRef convert(struct fin_lower *w, LLVMValueRef v)
{
	LLVMTypeRef type = fin_type_with(LLVMTypeOf(v), w->l->i32);
	LLVMValueRef args[] = {v, LLVMConstNull(type), LLVMConstAllOnes(w->l->i16),
		LLVMConstInt(w->l->i32, 4, false)};

	switch (fin_element_count(type)) {
	case 16:
		return fin_intrinsic(w->l, "llvm.x86.avx512.mask.cvttps2dq.512", NULL, 0, args, 4);
	case 8:
		return fin_intrinsic(w->l, "llvm.x86.avx.cvtt.ps2dq.256", NULL, 0, args, 1);
	default:
		return fin_intrinsic(w->l, "llvm.x86.sse2.cvttps2dq", NULL, 0, args, 1);
	}
}

/* For LLVM, a conversion out of range is poison, so it would have to be kept in range by one more
 * instruction. The processor's gives the lowest number, which is right for what is too low. */
static LLVMValueRef to_s32(struct fin_lower *w, LLVMValueRef v)
{
	LLVMBuilderRef b = w->l->b;
	unsigned n = fin_element_count(LLVMTypeOf(v));
	unsigned most = fin_target_has(&w->l->target, "avx512f") ? 16
	                : fin_target_has(&w->l->target, "avx")   ? 8
	                                                         : 4;
	unsigned size = n < most ? n : most;
	LLVMValueRef r[32], large, ordered;

	if (n % 4 != 0 || n % size != 0 || (size & (size - 1)) != 0)
		return NULL;
	for (unsigned p = 0; p < n / size; p++)
		r[p] = convert(w, fin_slice(w->l, v, p * size, size));
	r[0] = fin_join(w->l, r, n / size);
	large = LLVMBuildFCmp(b, LLVMRealOGE, v, fin_float(LLVMTypeOf(v), 0x1p31), "");
	ordered = LLVMBuildFCmp(b, LLVMRealORD, v, v, "");
	if (fin_target_has(&w->l->target, "avx512vl")) {
		r[0] = fin_select(w->l, ordered, r[0], fin_like(r[0], 0));
		return fin_select(w->l, large, fin_like(r[0], INT32_MAX), r[0]);
	}
	r[0] = LLVMBuildXor(b, r[0], LLVMBuildSExt(b, large, LLVMTypeOf(r[0]), ""), "");
	return LLVMBuildAnd(b, r[0], LLVMBuildSExt(b, ordered, LLVMTypeOf(r[0]), ""), "");
}

const struct fin_target_ops fin_x86_ops = {
	.dispatch_field = fin_x86_dispatch_field,
	.wg_field = fin_x86_wg_field,
	.aperture = fin_x86_aperture,
	.call = fin_call_out_of_line,
	.linked_place = fin_x86_linked_place,
	.linked_private_bytes = fin_x86_linked_private_bytes,
	.linked_group = fin_x86_linked_group,
	.wait = fin_x86_wait,
	.trap = fin_x86_trap,
	.clock = fin_x86_clock,
	.signal = fin_x86_signal,
	.is_alone = fin_x86_is_alone,
	.has_fma = has_fma,
	.directed = fin_x86_directed,
	.float_flags = fin_x86_float_flags,
	.rounds_to_f16 = rounds_to_f16,
	.to_f16 = to_f16,
	.to_s32 = to_s32,
};

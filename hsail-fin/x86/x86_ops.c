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
};

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the runtime does for code of a GPU: printing, memory, signals, its clock. */
#include "hsaemu/device_functions.h"
#include "hsaemu/kernel_abi.h"
#include "gcn/gcn.h"

/* Whether the runtime reads memory for the service that may be the work-item's own. */
static bool reads_memory(unsigned service)
{
	switch (service) {
	case HSAEMU_GPU_SERVICE_printf:
	case HSAEMU_GPU_SERVICE_printf_32:
	case HSAEMU_GPU_SERVICE_vprintf:
	case HSAEMU_GPU_SERVICE_vprintf_32:
	case HSAEMU_GPU_SERVICE_assertfail:
	case HSAEMU_GPU_SERVICE_assertfail_32:
		return true;
	default:
		return false;
	}
}

/* The result's pair, the two VGPRs before the arguments, and so many pairs of arguments. */
static void put_constraints(unsigned count, struct buf *out)
{
	buf_printf(out, "={v[%d:%d]},{v%d},{v%d}", HSAEMU_GPU_SERVICE_RESULT,
		HSAEMU_GPU_SERVICE_RESULT + 1, HSAEMU_GPU_SERVICE_NUMBER, HSAEMU_GPU_SERVICE_BLOCK);
	for (unsigned k = 0; k < count; k++)
		buf_printf(out, ",{v[%u:%u]}", HSAEMU_GPU_SERVICE_ARGUMENTS + 2 * k,
			HSAEMU_GPU_SERVICE_ARGUMENTS + 2 * k + 1);
	buf_puts(out, ",~{memory}");
}

/* What was stored before has to be in memory. */
LLVMValueRef fin_gcn_service(struct fin_lower *w, LLVMBuilderRef b, unsigned service,
	LLVMValueRef *args, unsigned count)
{
	LLVMTypeRef types[2 + HSAEMU_GPU_SERVICE_MAX], type;
	LLVMValueRef values[2 + HSAEMU_GPU_SERVICE_MAX], code;
	struct buf constraints = BUF_INIT;
	char text[32];

	values[0] = LLVMConstInt(w->l->i32, service, false);
	values[1] = reads_memory(service) ? LLVMBuildPtrToInt(b, w->block, w->l->i32, "")
	                                  : LLVMConstInt(w->l->i32, 0, false);
	types[0] = types[1] = w->l->i32;
	for (unsigned k = 0; k < count; k++) {
		values[2 + k] = args[k];
		types[2 + k] = w->l->i64;
	}
	(void)snprintf(text, sizeof text, "s_waitcnt 0\n\ts_trap %d", HSAEMU_GPU_SERVICE);
	put_constraints(count, &constraints);
	type = LLVMFunctionType(w->l->i64, types, 2 + count, false);
	code = LLVMGetInlineAsm(type, text, strlen(text), (const char *)constraints.data,
		constraints.len, true, false, LLVMInlineAsmDialectATT, false);
	buf_release(&constraints);
	return LLVMBuildCall2(b, type, code, values, 2 + count, "");
}

/* It is the clock of all that runs: that of a wavefront says nothing to another one. */
LLVMValueRef fin_gcn_clock(struct fin_lower *w)
{
	return fin_gcn_service(w, w->l->b, HSAEMU_GPU_SERVICE_CLOCK, NULL, 0);
}

LLVMValueRef fin_gcn_signal(struct fin_lower *w, LLVMValueRef *args)
{
	for (unsigned k = 0; k < HSAEMU_GPU_SERVICE_MAX; k++)
		args[k] = fin_resize(w->l, args[k], 64, false);
	return fin_gcn_service(w, w->l->b, HSAEMU_GPU_SERVICE_SIGNAL, args, HSAEMU_GPU_SERVICE_MAX);
}

void fin_gcn_call_device(struct fin_lower *w, const struct fin_device_function *f, LLVMValueRef in,
	LLVMValueRef out)
{
	LLVMValueRef args[HSAEMU_GPU_SERVICE_MAX], r;
	unsigned count = (unsigned)strlen(f->arguments);
	uint64_t at = 0;

	for (unsigned k = 0; k < count; k++) {
		unsigned bytes = (unsigned)(f->arguments[k] - '0');

		at = align_up(at, (uint64_t)bytes);
		args[k] = LLVMBuildLoad2(w->l->b, fin_int_type(w->l, 8 * bytes),
			fin_byte_offset(w, in, at), "");
		args[k] = fin_resize(w->l, args[k], 64, false);
		at += bytes;
	}
	r = fin_gcn_service(w, w->l->b, f->service, args, count);
	if (f->result != 0)
		LLVMBuildStore(w->l->b, fin_resize(w->l, r, 8 * f->result, false), out);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a context's error is when one of its queues has failed (CUDA driver API, "CUresult": errors
 * that leave the process in an inconsistent state). Where it was is said once, on standard error:
 * no function can return it. */
#include <stdio.h>
#include "hsaemu/kernel_name.h"
#include "hsaemu/unwind.h"
#include "memory_impl.h"
#include "module_impl.h"
#include "stream_impl.h"

static CUresult error_of_fault(const struct rt_report *r)
{
	switch (r->fault) {
	case RT_FAULT_ADDRESS:
	case RT_FAULT_NO_ADDRESS:
	case RT_FAULT_DEVICE_ADDRESS:
		return CUDA_ERROR_ILLEGAL_ADDRESS;
	case RT_FAULT_STACK:
		return CUDA_ERROR_HARDWARE_STACK_ERROR;
	case RT_FAULT_INSTRUCTION:
		return CUDA_ERROR_ILLEGAL_INSTRUCTION;
	case RT_FAULT_DEVICE:
		break;
	}
	return CUDA_ERROR_LAUNCH_FAILED;
}

static CUresult error_of(const struct rt_report *r)
{
	switch (r->cause) {
	case RT_CAUSE_FAULT:
		return error_of_fault(r);
	case RT_CAUSE_BOUNDS:
		return CUDA_ERROR_ILLEGAL_ADDRESS;
	case RT_CAUSE_TRAP:
		return r->trap == HSAEMU_TRAP_ASSERTION ? CUDA_ERROR_ASSERT
		       : r->trap == HSAEMU_TRAP_STACK   ? CUDA_ERROR_HARDWARE_STACK_ERROR
		                                        : CUDA_ERROR_LAUNCH_FAILED;
	case RT_CAUSE_MEMORY:
		return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
	case RT_CAUSE_NONE:
	case RT_CAUSE_PACKET:
	case RT_CAUSE_COUNT:
		break;
	}
	return CUDA_ERROR_LAUNCH_FAILED;
}

struct telling {
	struct CUctx_st *context;
	const struct rt_report *report;
};

static void tell(void *arg)
{
	const struct telling *t = arg;
	const char *own = cu_work_name(t->report->kernel_object);
	struct rt_code code = {.image = NULL};
	struct buf text = BUF_INIT, place = BUF_INIT;
	struct arena a;
	arena_init(&a);
	pthread_mutex_lock(&t->context->lock);
	const struct CUfunc_st *f = cu_function_at(t->context, t->report->kernel_object);
	if (f != NULL)
		code = (struct rt_code){
			f->module->image, f->module->file.data, f->module->file.len};
	pthread_mutex_unlock(&t->context->lock);
	const char *name = f != NULL ? image_kernel_text(&a, f->meta->name) : own;
	rt_failure_text(t->report, name == NULL ? "?" : name + (name[0] == '&'), &code, &text);
	if (t->report->cause == RT_CAUSE_FAULT && t->report->fault == RT_FAULT_ADDRESS &&
		cu_memory_describe(t->context->rt, (const void *)(uintptr_t)t->report->address,
			&place))
		buf_printf(&text, ", %.*s", (int)place.len, (const char *)place.data);
	fprintf(stderr, "libcuda: %.*s\n", (int)text.len, (const char *)text.data);
	buf_release(&place);
	buf_release(&text);
	arena_release(&a);
}

void cu_stream_failed(struct CUstream_st *s, hsa_queue_t *queue)
{
	struct CUctx_st *c = s->context;
	struct rt_report r;
	struct unwind_report why;
	if (!rt_queue_report(queue, &r))
		return;
	struct telling t = {c, &r};
	pthread_mutex_lock(&c->failure_lock);
	if (atomic_load(&c->error) == CUDA_SUCCESS) {
		if (unwind_run(tell, &t, &why) != UNWIND_DONE)
			fputs("libcuda: a kernel has failed, and there is no memory to say how\n",
				stderr);
		atomic_store(&c->error, error_of(&r));
	}
	pthread_mutex_unlock(&c->failure_lock);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>
#include "hsaemu/failure.h"
#include "memory_impl.h"
#include "ndrange_impl.h"

/* Returns the code of a dispatch, with the file that may have lines of the source. */
static struct rt_code code_of(const struct _cl_event *e, struct _cl_program *p)
{
	struct rt_code code = {.image = ocl_program_image(p, e->queue->device)};
	pthread_mutex_lock(&p->lock);
	for (cl_uint i = 0; i < p->device_count; i++) {
		const struct ocl_build *b = p->builds[i];
		if (b == NULL || b->image != code.image || b->kind != OCL_CODE_IMAGE)
			continue;
		code.file = b->code;
		code.file_bytes = b->bytes;
	}
	pthread_mutex_unlock(&p->lock);
	return code;
}

void ocl_explain_failure(struct _cl_event *e, const struct rt_report *r, struct buf *out)
{
	struct buf place = BUF_INIT;
	const struct _cl_kernel *k = (const struct _cl_kernel *)(void *)e->kept[0];
	const struct rt_code code = code_of(e, k->program);
	rt_failure_text(r, ocl_kernel_name(k), &code, out);
	if (r->cause != RT_CAUSE_FAULT || r->fault != RT_FAULT_ADDRESS)
		return;
	const void *address = (const void *)(uintptr_t)r->address;
	if (ocl_allocation_describe(e->context->rt, address, &place))
		buf_printf(out, ", %.*s", (int)place.len, (const char *)place.data);
	buf_release(&place);
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>
#include "hsaemu/failure.h"
#include "late_impl.h"
#include "memory_impl.h"
#include "ndrange_impl.h"

/* Returns the code of a dispatch, with the file that may have lines of the source. */
static struct rt_code code_of(const struct _cl_event *e, struct _cl_program *p)
{
	const struct ocl_build *b = ocl_program_build(p, e->queue->device);
	if (b == NULL)
		return (struct rt_code){.image = NULL};
	if (b->late != NULL)
		return ocl_late_code_at(b->late, (const void *)(uintptr_t)e->packet.kernel_object);
	if (b->adopted.len != 0)
		return (struct rt_code){b->image, b->adopted.data, b->adopted.len};
	return (struct rt_code){b->image, b->code, b->bytes};
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

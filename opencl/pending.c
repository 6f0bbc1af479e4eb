/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which replays of a command buffer have not ended (cl_khr_command_buffer 0.9.1, 5.X.1). */
#include "command_buffer_impl.h"
#include "turn_impl.h"

bool ocl_is_pending(struct ocl_turn *t, struct _cl_command_buffer_khr *b)
{
	struct _cl_event *e = b->first_pending;
	while (e != NULL) {
		size_t count = b->pending_count;
		ocl_dispatch_look(t, e);
		/* one that has ended may have been the next one */
		e = b->pending_count == count ? e->next_pending : b->first_pending;
	}
	return b->pending_count != 0;
}

cl_int ocl_pending_enter(struct ocl_turn *t, struct _cl_event *whole)
{
	struct _cl_command_buffer_khr *b = whole->buffer;
	if (!b->is_simultaneous && ocl_is_pending(t, b))
		return CL_INVALID_OPERATION;
	if (b->first_pending == NULL)
		b->first_pending = whole;
	else
		b->last_pending->next_pending = whole;
	b->last_pending = whole;
	b->pending_count++;
	return CL_SUCCESS;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that copy or fill bytes on the host, or do nothing, for buffers, images and shared
 * virtual memory. Callers have checked all but the wait list. */
#ifndef HSAEMU_OPENCL_TRANSFER_IMPL_H
#define HSAEMU_OPENCL_TRANSFER_IMPL_H

#include "command_buffer_impl.h"
#include "memory_impl.h"

enum { OCL_PATTERN_BYTES = 128 }; /* the most: sizeof(long16) */

/* A command, and what the client wants of it. */
struct ocl_request {
	struct _cl_command_queue *queue;
	cl_command_type type;
	struct ocl_wait_list list;
	bool blocking;
	cl_event *event;             /* may be NULL */
	struct _cl_mem *const *used; /* objects that must live until the command has ended */
	size_t used_count;
	const struct ocl_recording *recording; /* it is recorded, not enqueued; NULL: enqueued */
};

/* Where rows of bytes lie. */
struct ocl_rows {
	unsigned char *at;
	size_t row_pitch, slice_pitch;
};

/* Enqueues or records a command that was made for the request, and takes it. */
cl_int ocl_request_finish(const struct ocl_request *r, struct _cl_event *e);

/* Returns what ocl_command_new() or ocl_command_enqueue() does. The bytes that are copied may
 * overlap. */
cl_int ocl_enqueue_copy(const struct ocl_request *r, void *to, const void *from, size_t bytes);
/* Copies region[2] slices of region[1] rows of region[0] bytes. */
cl_int ocl_enqueue_rows(const struct ocl_request *r, const struct ocl_rows *to,
	const struct ocl_rows *from, const size_t *region);
/* Fills with copies of the pattern, of up to OCL_PATTERN_BYTES, whose size divides `bytes`. */
cl_int ocl_enqueue_fill(const struct ocl_request *r, void *to, size_t bytes, const void *pattern,
	size_t pattern_bytes);
/* The command is complete when it is its turn. */
cl_int ocl_enqueue_nothing(const struct ocl_request *r);
/* Notes that r->used[0] is mapped at `address`, enqueues a command that does nothing, and returns
 * the address. NULL, and *errcode_ret is the error, if that fails; then it is not mapped. */
void *ocl_enqueue_map(const struct ocl_request *r, void *address, cl_int *errcode_ret);

/* What these commands do. */
void ocl_copy_rows(const struct ocl_rows *to, const struct ocl_rows *from, const size_t *region);
void ocl_fill(unsigned char *to, size_t bytes, const void *pattern, size_t pattern_bytes);

/* Returns whether clEnqueueFillBuffer() and clEnqueueSVMMemFill() take such a pattern. */
bool ocl_is_pattern(const void *pattern, size_t pattern_bytes);
/* Returns whether there are such flags. */
bool ocl_are_migrations(cl_mem_migration_flags flags);
/* Returns whether two ranges of bytes have one in common. */
bool ocl_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands that copy or fill bytes on the host. They use the C library's copies, which choose by
 * the size how to copy, and go around the caches where that pays. */
#include <string.h>
#include "transfer_impl.h"

/* ---- bytes ----------------------------------------------------------------------------------- */

void ocl_copy_rows(const struct ocl_rows *to, const struct ocl_rows *from, const size_t *region)
{
	size_t bytes = region[0], rows = region[1], slices = region[2];
	/* what is in one piece is copied so */
	if (to->row_pitch == bytes && from->row_pitch == bytes) {
		bytes *= rows;
		rows = 1;
		if (to->slice_pitch == bytes && from->slice_pitch == bytes) {
			bytes *= slices;
			slices = 1;
		}
	}
	for (size_t z = 0; z < slices; z++)
		for (size_t y = 0; y < rows; y++)
			memmove(to->at + z * to->slice_pitch + y * to->row_pitch,
				from->at + z * from->slice_pitch + y * from->row_pitch, bytes);
}

void ocl_fill(unsigned char *to, size_t bytes, const void *pattern, size_t pattern_bytes)
{
	enum { NEAR = 4096 }; /* copies of the pattern that stay in a cache */
	const unsigned char *p = pattern;
	if (memcmp(p, p + 1, pattern_bytes - 1) == 0) {
		memset(to, p[0], bytes);
		return;
	}
	size_t done = pattern_bytes < bytes ? pattern_bytes : bytes;
	memcpy(to, p, done);
	while (done < bytes) {
		size_t n = done < NEAR ? done : NEAR / pattern_bytes * pattern_bytes;
		n = n < bytes - done ? n : bytes - done;
		memcpy(to + done, to, n);
		done += n;
	}
}

bool ocl_is_pattern(const void *pattern, size_t pattern_bytes)
{
	return pattern != NULL && is_pow2(pattern_bytes) && pattern_bytes <= OCL_PATTERN_BYTES;
}

bool ocl_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
	return x <= y ? y - x < a_bytes && b_bytes != 0 : x - y < b_bytes && a_bytes != 0;
}

/* ---- commands -------------------------------------------------------------------------------- */

struct copy {
	void *to;
	const void *from;
	size_t bytes;
};

struct copy_rows {
	struct ocl_rows to, from;
	size_t region[3];
};

struct fill {
	unsigned char *to;
	size_t bytes, pattern_bytes;
	unsigned char pattern[OCL_PATTERN_BYTES];
};

static cl_int run_copy(struct _cl_event *e)
{
	const struct copy *c = e->payload;
	memmove(c->to, c->from, c->bytes);
	return CL_SUCCESS;
}

static cl_int run_rows(struct _cl_event *e)
{
	const struct copy_rows *c = e->payload;
	ocl_copy_rows(&c->to, &c->from, c->region);
	return CL_SUCCESS;
}

static cl_int run_fill(struct _cl_event *e)
{
	const struct fill *f = e->payload;
	ocl_fill(f->to, f->bytes, f->pattern, f->pattern_bytes);
	return CL_SUCCESS;
}

cl_int ocl_request_finish(const struct ocl_request *r, struct _cl_event *e)
{
	return r->recording != NULL ? ocl_record(r->recording, e)
	                            : ocl_command_enqueue(e, r->blocking, r->event);
}

/* Enqueues or records a command with a copy of the payload; `run` is NULL if there is nothing to
 * do. */
static cl_int enqueue(const struct ocl_request *r, cl_int (*run)(struct _cl_event *e),
	const void *payload, size_t payload_bytes)
{
	struct _cl_event *e;
	cl_int error =
		ocl_command_new(r->queue, r->type, &r->list, payload_bytes, r->used_count, &e);
	if (error != CL_SUCCESS)
		return error;
	e->work = run == NULL ? OCL_WORK_NONE : OCL_WORK_HOST;
	e->run = run;
	if (payload_bytes != 0)
		memcpy(e->payload, payload, payload_bytes);
	for (size_t i = 0; i < r->used_count; i++)
		ocl_command_keep(e, &r->used[i]->base);
	return ocl_request_finish(r, e);
}

cl_int ocl_enqueue_copy(const struct ocl_request *r, void *to, const void *from, size_t bytes)
{
	const struct copy c = {to, from, bytes};
	return bytes == 0 ? ocl_enqueue_nothing(r) : enqueue(r, run_copy, &c, sizeof c);
}

cl_int ocl_enqueue_rows(const struct ocl_request *r, const struct ocl_rows *to,
	const struct ocl_rows *from, const size_t *region)
{
	const struct copy_rows c = {*to, *from, {region[0], region[1], region[2]}};
	return enqueue(r, run_rows, &c, sizeof c);
}

cl_int ocl_enqueue_fill(const struct ocl_request *r, void *to, size_t bytes, const void *pattern,
	size_t pattern_bytes)
{
	struct fill f = {to, bytes, pattern_bytes, {0}};
	memcpy(f.pattern, pattern, pattern_bytes);
	return bytes == 0 ? ocl_enqueue_nothing(r) : enqueue(r, run_fill, &f, sizeof f);
}

cl_int ocl_enqueue_nothing(const struct ocl_request *r)
{
	return enqueue(r, NULL, NULL, 0);
}

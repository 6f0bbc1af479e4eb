/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Boxes of buffers that are read, written and copied: pitches, overlaps, data. */
#include <stdint.h>
#include "cl_memory.h"

enum { BYTES = 20000 };

static unsigned char model[BYTES], host[BYTES], host_model[BYTES];
static cl_mem m, other;

/* One side of a copy. */
struct side {
	size_t origin[3], row_pitch, slice_pitch;
};

static size_t or (size_t pitch, size_t otherwise)
{
	return pitch != 0 ? pitch : otherwise;
}

/* Returns where a byte of the region is, in plain arithmetic. */
static size_t place(const struct side *s, const size_t *region, size_t x, size_t y, size_t z)
{
	const size_t row = or (s->row_pitch, region[0]),
		     slice = or (s->slice_pitch, region[1] * row);
	return s->origin[0] + x + (s->origin[1] + y) * row + (s->origin[2] + z) * slice;
}

static size_t end_of(const struct side *s, const size_t *region)
{
	return place(s, region, region[0] - 1, region[1] - 1, region[2] - 1) + 1;
}

static void copy_model(unsigned char *to, const struct side *a, const unsigned char *from,
	const struct side *b, const size_t *region)
{
	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			for (size_t x = 0; x < region[0]; x++)
				to[place(a, region, x, y, z)] = from[place(b, region, x, y, z)];
}

/* Makes a side that lies within BYTES. In a third of the cases each, pitches are not given, or are
 * as small as can be. */
static void random_side(struct side *s, const size_t *region)
{
	do {
		for (int i = 0; i < 3; i++)
			s->origin[i] = next_random(12);
		s->row_pitch =
			next_random(3) == 0 ? 0 : region[0] + next_random(3) * next_random(9);
		const size_t row = or (s->row_pitch, region[0]);
		s->slice_pitch = next_random(3) == 0
		                         ? 0
		                         : (region[1] + next_random(3) * next_random(4)) * row;
	} while (end_of(s, region) > BYTES);
}

static void random_region(size_t *region)
{
	for (int i = 0; i < 3; i++)
		region[i] = 1 + next_random(next_random(2) == 0 ? 3 : 20);
}

/* ---- errors ---------------------------------------------------------------------------------- */

static const size_t zero[3] = {0}, one[3] = {1, 1, 1};

static cl_int read_rect(cl_mem b, const size_t *region, const struct side *s, const struct side *h)
{
	return f->clEnqueueReadBufferRect(queue, b, CL_TRUE, s->origin, h->origin, region,
		s->row_pitch, s->slice_pitch, h->row_pitch, h->slice_pitch, host, 0, NULL, NULL);
}

static cl_int write_rect(cl_mem b, const size_t *region, const struct side *s, const struct side *h)
{
	return f->clEnqueueWriteBufferRect(queue, b, CL_TRUE, s->origin, h->origin, region,
		s->row_pitch, s->slice_pitch, h->row_pitch, h->slice_pitch, host, 0, NULL, NULL);
}

static cl_int copy_rect(cl_mem from, cl_mem to, const size_t *region, const struct side *a,
	const struct side *b)
{
	return f->clEnqueueCopyBufferRect(queue, from, to, a->origin, b->origin, region,
		a->row_pitch, a->slice_pitch, b->row_pitch, b->slice_pitch, 0, NULL, NULL);
}

/* Has all functions refuse the region with one of the sides. */
static void refuse(const size_t *region, const struct side *wrong)
{
	const struct side right = {.row_pitch = 0};
	IS(CL_INVALID_VALUE, read_rect(m, region, wrong, &right));
	IS(CL_INVALID_VALUE, write_rect(m, region, wrong, &right));
	IS(CL_INVALID_VALUE, copy_rect(m, other, region, wrong, &right));
	IS(CL_INVALID_VALUE, copy_rect(m, other, region, &right, wrong));
}

static void refuse_pitches(const size_t *region, const struct side *wrong)
{
	const struct side right = {.row_pitch = 0};
	refuse(region, wrong);
	IS(CL_INVALID_VALUE, read_rect(m, region, &right, wrong));
	IS(CL_INVALID_VALUE, write_rect(m, region, &right, wrong));
}

static void wrong_values(void)
{
	const struct side s = {.row_pitch = 0};
	const size_t box[] = {10, 5, 3}, huge[] = {SIZE_MAX, 1, 1}, wide[] = {1, SIZE_MAX, 2};
	for (int i = 0; i < 3; i++) {
		size_t empty[] = {1, 1, 1};
		empty[i] = 0;
		refuse(empty, &s);
	}
	refuse(huge, &s);
	refuse(wide, &s);
	refuse(box, &(struct side){.origin = {BYTES - 149}});
	refuse(box, &(struct side){.origin = {1, 0, BYTES / 50 - 2}});
	refuse(box, &(struct side){.slice_pitch = BYTES});
	refuse_pitches(box, &(struct side){.row_pitch = 9});
	refuse_pitches(box, &(struct side){.slice_pitch = 49});
	refuse_pitches(box, &(struct side){.slice_pitch = 55});
	refuse_pitches(box, &(struct side){.row_pitch = 12, .slice_pitch = 50});
	refuse_pitches(box, &(struct side){.row_pitch = SIZE_MAX / 2, .slice_pitch = 0});
	refuse_pitches(box, &(struct side){.row_pitch = SIZE_MAX / 8, .slice_pitch = 0});
	refuse_pitches(box, &(struct side){.origin = {0, SIZE_MAX / 4, 0}});
	refuse_pitches(box, &(struct side){.origin = {SIZE_MAX - 5, 0, 0}});
}

#define READ(q, b, s, h, region, p, count, list) \
	f->clEnqueueReadBufferRect(q, b, CL_TRUE, s, h, region, 0, 0, 0, 0, p, count, list, NULL)
#define WRITE(q, b, s, h, region, p, count, list) \
	f->clEnqueueWriteBufferRect(q, b, CL_TRUE, s, h, region, 0, 0, 0, 0, p, count, list, NULL)
#define COPY(q, a, b, s, h, region, count, list) \
	f->clEnqueueCopyBufferRect(q, a, b, s, h, region, 0, 0, 0, 0, count, list, NULL)

static void wrong_objects(void)
{
	cl_mem no_access = buffer(CL_MEM_HOST_NO_ACCESS, 10, NULL);
	IS(CL_INVALID_COMMAND_QUEUE, READ(NULL, m, zero, zero, one, host, 0, NULL));
	IS(CL_INVALID_CONTEXT, READ(other_queue, m, zero, zero, one, host, 0, NULL));
	IS(CL_INVALID_MEM_OBJECT, READ(queue, NULL, zero, zero, one, host, 0, NULL));
	IS(CL_INVALID_VALUE, READ(queue, m, NULL, zero, one, host, 0, NULL));
	IS(CL_INVALID_VALUE, READ(queue, m, zero, NULL, one, host, 0, NULL));
	IS(CL_INVALID_VALUE, READ(queue, m, zero, zero, NULL, host, 0, NULL));
	IS(CL_INVALID_VALUE, READ(queue, m, zero, zero, one, NULL, 0, NULL));
	IS(CL_INVALID_OPERATION, READ(queue, no_access, zero, zero, one, host, 0, NULL));
	IS_WAITING(READ(queue, m, zero, zero, one, host, count, list));
	IS(CL_INVALID_COMMAND_QUEUE, WRITE(NULL, m, zero, zero, one, host, 0, NULL));
	IS(CL_INVALID_CONTEXT, WRITE(other_queue, m, zero, zero, one, host, 0, NULL));
	IS(CL_INVALID_MEM_OBJECT, WRITE(queue, NULL, zero, zero, one, host, 0, NULL));
	IS(CL_INVALID_VALUE, WRITE(queue, m, zero, zero, one, NULL, 0, NULL));
	IS(CL_INVALID_OPERATION, WRITE(queue, no_access, zero, zero, one, host, 0, NULL));
	IS_WAITING(WRITE(queue, m, zero, zero, one, host, count, list));
	IS(CL_INVALID_COMMAND_QUEUE, COPY(NULL, m, other, zero, zero, one, 0, NULL));
	IS(CL_INVALID_CONTEXT, COPY(other_queue, m, other, zero, zero, one, 0, NULL));
	IS(CL_INVALID_MEM_OBJECT, COPY(queue, m, NULL, zero, zero, one, 0, NULL));
	IS(CL_INVALID_MEM_OBJECT, COPY(queue, NULL, m, zero, zero, one, 0, NULL));
	IS(CL_INVALID_VALUE, COPY(queue, m, other, NULL, zero, one, 0, NULL));
	IS(CL_INVALID_VALUE, COPY(queue, m, other, zero, NULL, one, 0, NULL));
	IS(CL_INVALID_VALUE, COPY(queue, m, other, zero, zero, NULL, 0, NULL));
	IS(CL_SUCCESS, COPY(queue, no_access, other, zero, zero, one, 0, NULL));
	IS_WAITING(COPY(queue, m, other, zero, zero, one, count, list));
	OK(f->clFinish(queue));
	release(no_access);
}

/* ---- data ------------------------------------------------------------------------------------ */

static void compare(cl_mem b)
{
	static unsigned char got[BYTES];
	OK(f->clEnqueueReadBuffer(queue, b, CL_TRUE, 0, BYTES, got, 0, NULL, NULL));
	EXPECT(memcmp(got, model, BYTES) == 0);
}

static void reads_and_writes(void)
{
	size_t region[3];
	struct side s, h;
	for (int i = 0; i < 2000; i++) {
		random_region(region);
		random_side(&s, region);
		random_side(&h, region);
		if (i % 2 == 0) {
			copy_model(host_model, &h, model, &s, region);
			OK(read_rect(m, region, &s, &h));
			EXPECT(memcmp(host, host_model, BYTES) == 0);
		} else {
			copy_model(model, &s, host_model, &h, region);
			OK(write_rect(m, region, &s, &h));
		}
	}
	compare(m);
}

/* Returns whether a byte would be read and written, found out byte by byte. */
static int do_overlap(const size_t *region, const struct side *a, const struct side *b)
{
	static unsigned char is_read[BYTES];
	int overlap = 0;
	memset(is_read, 0, BYTES);
	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			for (size_t x = 0; x < region[0]; x++)
				is_read[place(a, region, x, y, z)] = 1;
	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			for (size_t x = 0; x < region[0]; x++)
				overlap |= is_read[place(b, region, x, y, z)];
	return overlap;
}

static int have_same_pitches(const size_t *region, const struct side *a, const struct side *b)
{
	const size_t a_row = or (a->row_pitch, region[0]), b_row = or (b->row_pitch, region[0]);
	return a_row == b_row && or (a->slice_pitch, region[1] * a_row) == or
	       (b->slice_pitch, region[1] * b_row);
}

/* Within a buffer, just what would overlap is refused. */
static void copies_within(void)
{
	size_t region[3];
	struct side a, b;
	int overlaps = 0;
	for (int i = 0; i < 6000; i++) {
		random_region(region);
		random_side(&a, region);
		random_side(&b, region);
		if (!have_same_pitches(region, &a, &b)) {
			IS(CL_INVALID_VALUE, copy_rect(m, m, region, &a, &b));
			b.row_pitch = a.row_pitch;
			b.slice_pitch = a.slice_pitch;
		}
		if (end_of(&b, region) > BYTES)
			continue;
		if (do_overlap(region, &a, &b)) {
			overlaps++;
			IS(CL_MEM_COPY_OVERLAP, copy_rect(m, m, region, &a, &b));
			continue;
		}
		copy_model(model, &b, model, &a, region);
		OK(copy_rect(m, m, region, &a, &b));
	}
	printf("%d copies overlap\n", overlaps);
	EXPECT(overlaps > 500 && overlaps < 5500);
	compare(m);
}

static void copies_between(void)
{
	static unsigned char other_model[BYTES];
	size_t region[3];
	struct side a, b;
	cl_event e;
	fill_randomly(other_model, BYTES);
	OK(f->clEnqueueWriteBuffer(queue, other, CL_FALSE, 0, BYTES, other_model, 0, NULL, NULL));
	for (int i = 0; i < 1000; i++) {
		random_region(region);
		random_side(&a, region);
		random_side(&b, region);
		copy_model(model, &b, other_model, &a, region);
		OK(copy_rect(other, m, region, &a, &b));
	}
	compare(m);
	OK(f->clEnqueueCopyBufferRect(queue, m, other, zero, zero, one, 0, 0, 0, 0, 0, NULL, &e));
	await(e, CL_COMMAND_COPY_BUFFER_RECT);
	OK(f->clEnqueueReadBufferRect(queue, m, CL_FALSE, zero, zero, one, 0, 0, 0, 0, host, 0,
		NULL, &e));
	await(e, CL_COMMAND_READ_BUFFER_RECT);
	OK(f->clEnqueueWriteBufferRect(queue, m, CL_FALSE, zero, zero, one, 0, 0, 0, 0, host, 0,
		NULL, &e));
	await(e, CL_COMMAND_WRITE_BUFFER_RECT);
}

/* Sub-buffers of one buffer overlap where their data do. */
static void sub_buffers(void)
{
	const size_t box[] = {10, 4, 1};
	cl_mem x = sub_buffer(m, 0, 0, 1024), y = sub_buffer(m, 0, 128, 1024);
	struct side a = {.origin = {128 + 5}, .row_pitch = 20, .slice_pitch = 80},
		    b = {.origin = {5}, .row_pitch = 20, .slice_pitch = 80};
	IS(CL_MEM_COPY_OVERLAP, copy_rect(x, y, box, &a, &b));
	IS(CL_MEM_COPY_OVERLAP, copy_rect(m, y, box, &a, &b));
	b.origin[0] = 14;
	IS(CL_MEM_COPY_OVERLAP, copy_rect(x, y, box, &a, &b));
	b.row_pitch = 30;
	b.slice_pitch = 120;
	IS(CL_MEM_COPY_OVERLAP, copy_rect(x, y, box, &a, &b));
	b = (struct side){.origin = {15}, .row_pitch = 20, .slice_pitch = 80};
	OK(copy_rect(x, y, box, &a, &b));
	b.origin[0] = 600;
	OK(copy_rect(x, y, box, &a, &b));
	OK(f->clFinish(queue));
	release(x), release(y);
}

int main(void)
{
	memory_open();
	fill_randomly(model, BYTES);
	m = buffer(CL_MEM_COPY_HOST_PTR, BYTES, model);
	other = buffer(0, BYTES, NULL);
	wrong_values();
	wrong_objects();
	reads_and_writes();
	copies_within();
	copies_between();
	sub_buffers();
	release(m), release(other);
	memory_close();
	return 0;
}

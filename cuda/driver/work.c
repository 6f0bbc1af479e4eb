/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the driver does itself in a stream, as kernels in C: copies and fills, whose work-groups are
 * pieces of so many bytes, stores of single numbers, and calls of the host's functions, for which
 * the thread leaves the kernel. As kernels have it, an access that faults ends the operation, not
 * the process. */
#include <string.h>
#include "hsaemu/base.h"
#include "hsaemu/kernel_abi.h"
#include "stream_impl.h"

enum { PIECE_BYTES = 256 << 10 };

static _Thread_local bool cu_in_host_function;

bool cu_is_in_host_function(void)
{
	return cu_in_host_function;
}

/* ---- copies ---------------------------------------------------------------------------------- */

struct copy_arguments {
	struct cu_copy copy;
	size_t rows_of_piece; /* 0: pieces are parts of a row */
	size_t pieces_of_row; /* or, of a slice */
};

static void copy_rows(const struct cu_copy *c, size_t slice, size_t first, size_t count)
{
	uint8_t *to = c->to + slice * c->to_slice + first * c->to_pitch;
	const uint8_t *from = c->from + slice * c->from_slice + first * c->from_pitch;
	for (size_t i = 0; i < count; i++, to += c->to_pitch, from += c->from_pitch)
		memcpy(to, from, c->width);
}

static void copy_piece(const struct copy_arguments *a, size_t piece)
{
	const struct cu_copy *c = &a->copy;
	size_t row = piece / a->pieces_of_row, part = piece % a->pieces_of_row;
	if (a->rows_of_piece != 0) {
		size_t first = part * a->rows_of_piece, left = c->height - first;
		copy_rows(c, row, first, left < a->rows_of_piece ? left : a->rows_of_piece);
		return;
	}
	size_t slice = row / c->height, y = row % c->height;
	size_t at = part * PIECE_BYTES, left = c->width - at;
	memcpy(c->to + slice * c->to_slice + y * c->to_pitch + at,
		c->from + slice * c->from_slice + y * c->from_pitch + at,
		left < PIECE_BYTES ? left : PIECE_BYTES);
}

static void copy_entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	copy_piece(d->kernarg, wg->id_x);
}

/* Returns how many work-groups the copy has. */
static size_t divide_copy(struct copy_arguments *a)
{
	const struct cu_copy *c = &a->copy;
	if (c->width > PIECE_BYTES) {
		a->rows_of_piece = 0;
		a->pieces_of_row = (c->width + PIECE_BYTES - 1) / PIECE_BYTES;
		return a->pieces_of_row * c->height * c->depth;
	}
	a->rows_of_piece = PIECE_BYTES / (c->width == 0 ? 1 : c->width);
	a->pieces_of_row = (c->height + a->rows_of_piece - 1) / a->rows_of_piece;
	return a->pieces_of_row * c->depth;
}

/* ---- fills ----------------------------------------------------------------------------------- */

struct fill_arguments {
	struct cu_fill fill;
	size_t items_of_piece, pieces_of_row;
};

static void fill_items(uint8_t *to, uint32_t value, uint32_t bytes, size_t count)
{
	uint16_t half = (uint16_t)value;
	if (bytes == 1) {
		memset(to, (int)value, count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		memcpy(to + i * bytes, bytes == 2 ? (const void *)&half : &value, bytes);
}

static void fill_entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const struct fill_arguments *a = d->kernarg;
	const struct cu_fill *f = &a->fill;
	size_t row = wg->id_x / a->pieces_of_row;
	size_t first = wg->id_x % a->pieces_of_row * a->items_of_piece, left = f->width - first;
	fill_items(f->to + row * f->pitch + first * f->element_bytes, f->value, f->element_bytes,
		left < a->items_of_piece ? left : a->items_of_piece);
}

static size_t divide_fill(struct fill_arguments *a)
{
	const struct cu_fill *f = &a->fill;
	a->items_of_piece = PIECE_BYTES / f->element_bytes;
	a->pieces_of_row = (f->width + a->items_of_piece - 1) / a->items_of_piece;
	return a->pieces_of_row * f->height;
}

/* ---- the host's functions -------------------------------------------------------------------- */

static void host_entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const struct cu_host_call *h = d->kernarg;
	rt_device_leave(wg);
	cu_in_host_function = true;
	if (h->function != NULL)
		h->function(h->data);
	else
		h->callback(h->stream, CUDA_SUCCESS, h->data);
	cu_in_host_function = false;
	rt_device_enter(wg);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void write_entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const struct cu_write *w = d->kernarg;
	(void)wg;
	/* release: who sees the number sees what was done before it, in this process and in
	 * others */
	if (w->bytes == 4)
		__atomic_store_n((uint32_t *)w->to, (uint32_t)w->value, __ATOMIC_RELEASE);
	else
		__atomic_store_n((uint64_t *)w->to, w->value, __ATOMIC_RELEASE);
}

/* ---- conditional nodes ----------------------------------------------------------------------- */

struct control_arguments {
	struct cu_turn turn;
	struct cu_mark *end;
};

static void control_entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const struct control_arguments a = *(const struct control_arguments *)d->kernarg;
	rt_device_leave(wg);
	cu_control_turn(&a.turn, a.end);
	rt_device_enter(wg);
}

/* ---- their descriptors ----------------------------------------------------------------------- */

enum { COPY, FILL, HOST, WRITE, CONTROL, KERNELS };
static struct {
	_Alignas(HSAEMU_KD_BYTES) struct hsaemu_kernel_descriptor kd;
} kernels[KERNELS];
static pthread_once_t kernels_once = PTHREAD_ONCE_INIT;

static void describe(void)
{
	static hsaemu_kernel_entry *const entries[KERNELS] = {
		copy_entry, fill_entry, host_entry, write_entry, control_entry};
	static const uint32_t bytes[KERNELS] = {sizeof(struct copy_arguments),
		sizeof(struct fill_arguments), sizeof(struct cu_host_call), sizeof(struct cu_write),
		sizeof(struct control_arguments)};
	for (int i = 0; i < KERNELS; i++) {
		struct hsaemu_kernel_descriptor *kd = &kernels[i].kd;
		*kd = (struct hsaemu_kernel_descriptor){.magic = HSAEMU_KD_MAGIC,
			.flags = HSAEMU_KD_FULL_PROFILE | HSAEMU_KD_LARGE_MODEL,
			.entry_offset = (int64_t)((uintptr_t)entries[i] - (uintptr_t)kd),
			.kernarg_bytes = bytes[i],
			.kernarg_align = 16,
			.wavefront_size = HSAEMU_WAVESIZE,
			.max_dynamic_group_bytes = 0,
			.shape = 1};
	}
}

HSAEMU_STATIC_ASSERT(sizeof(struct copy_arguments) <= CU_WORK_BYTES, "arguments fit");
HSAEMU_STATIC_ASSERT(sizeof(struct fill_arguments) <= CU_WORK_BYTES, "arguments fit");

void cu_work_of(const struct cu_op *op, struct cu_work *out, uint8_t *kernarg)
{
	struct copy_arguments copy = {.copy = op->copy};
	struct fill_arguments fill = {.fill = op->fill};
	pthread_once(&kernels_once, describe);
	if (op->kind == CU_OP_COPY) {
		*out = (struct cu_work){&kernels[COPY].kd, (uint32_t)divide_copy(&copy)};
		memcpy(kernarg, &copy, sizeof copy);
	} else if (op->kind == CU_OP_FILL) {
		*out = (struct cu_work){&kernels[FILL].kd, (uint32_t)divide_fill(&fill)};
		memcpy(kernarg, &fill, sizeof fill);
	} else if (op->kind == CU_OP_WRITE) {
		*out = (struct cu_work){&kernels[WRITE].kd, 1};
		memcpy(kernarg, &op->write, sizeof op->write);
	} else if (op->kind == CU_OP_CONTROL) {
		const struct control_arguments control = {op->control, op->mark};
		*out = (struct cu_work){&kernels[CONTROL].kd, 1};
		memcpy(kernarg, &control, sizeof control);
	} else {
		*out = (struct cu_work){&kernels[HOST].kd, 1};
		memcpy(kernarg, &op->host, sizeof op->host);
	}
}

const char *cu_work_name(uint64_t kernel_object)
{
	static const char *const names[KERNELS] = {"a copy", "a fill", "a function of the host",
		"a write of a value", "a conditional node"};
	for (int i = 0; i < KERNELS; i++)
		if (kernel_object == (uint64_t)(uintptr_t)&kernels[i].kd)
			return names[i];
	return NULL;
}

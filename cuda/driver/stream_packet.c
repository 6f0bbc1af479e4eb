/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts operations into a stream's queue as packets (HSA PRM 2.9). The stream's lock is held. */
#include <string.h>
#include "hsaemu/base.h"
#include "module_impl.h"
#include "stream_packet_impl.h"

/* ---- what has ended -------------------------------------------------------------------------- */

uint64_t cu_stream_ended(const struct CUstream_st *s)
{
	hsa_signal_value_t v = rt_signal_load(s->signal);
	return v < 0 ? UINT64_MAX : (uint64_t)(CU_COUNT_START - v);
}

static struct cu_slot *slot_of(struct CUstream_st *s, uint64_t packet)
{
	return &s->slots[packet % CU_STREAM_PACKETS];
}

static bool has_ended(const struct CUstream_st *s, const struct cu_slot *slot, uint64_t ended)
{
	if (slot->is_mark)
		return cu_mark_is_reached(slot->mark);
	/* of packets that may end before each other, all have, or all that there are */
	return slot->number <= ended || ended >= atomic_load(&s->counted);
}

/* Frees what packets have that have ended. */
void cu_stream_collect(struct CUstream_st *s)
{
	uint64_t ended = cu_stream_ended(s);
	uint64_t read = s->queue != NULL ? rt_queue_read_index(s->queue) : 0;
	while (s->collected < read && has_ended(s, slot_of(s, s->collected), ended)) {
		struct cu_slot *slot = slot_of(s, s->collected++);
		s->kernarg_begin = slot->kernarg_end;
		cu_mark_drop(slot->mark);
		slot->mark = NULL;
	}
}

/* Waits, without the lock, until about half of what is in the ring has ended. */
static void wait_for_room(struct CUstream_st *s)
{
	uint64_t write = rt_queue_write_index(s->queue), counted = atomic_load(&s->counted);
	uint64_t number = slot_of(s, s->collected + (write - s->collected) / 2)->number;
	number = number < counted ? number : counted;
	pthread_mutex_unlock(&s->lock);
	rt_signal_wait(s->signal, HSA_SIGNAL_CONDITION_LT,
		CU_COUNT_START - (hsa_signal_value_t)number + 1, RT_FOREVER,
		HSA_WAIT_STATE_BLOCKED);
	pthread_mutex_lock(&s->lock);
}

/* Makes room for a packet with so many bytes of arguments, and returns these; NULL: the stream has
 * failed. */
static uint8_t *make_room(struct CUstream_st *s, size_t bytes)
{
	for (;;) {
		cu_stream_collect(s);
		uint64_t begin = s->kernarg_end, ring = CU_STREAM_KERNARG_BYTES;
		if (begin % ring + bytes > ring) /* they are not divided */
			begin += ring - begin % ring;
		bool fits = begin + bytes - s->kernarg_begin <= ring;
		uint64_t packets = rt_queue_write_index(s->queue) - s->collected;
		if (rt_signal_load(s->signal) < 0)
			return NULL;
		if (fits && packets < CU_STREAM_PACKETS) {
			s->kernarg_end = begin + bytes;
			return s->kernarg + begin % ring;
		}
		wait_for_room(s);
	}
}

/* ---- packets --------------------------------------------------------------------------------- */

static void submit(struct CUstream_st *s, const void *packet, unsigned type, unsigned setup,
	const struct cu_op *op)
{
	hsa_queue_t *q = s->queue;
	bool is_mark = op->kind == CU_OP_MARK;
	unsigned header = type << HSA_PACKET_HEADER_TYPE |
	                  (unsigned)op->joins << HSA_PACKET_HEADER_BARRIER |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
	uint64_t id = rt_queue_add_write_index(q, 1);
	uint8_t *at = (uint8_t *)q->base_address + (id & (q->size - 1)) * CU_PACKET_BYTES;
	*slot_of(s, id) = (struct cu_slot){.number = atomic_load(&s->counted) + op->ahead,
		.kernarg_end = s->kernarg_end,
		.mark = op->mark,
		.is_mark = is_mark};
	memcpy(at + 4, (const uint8_t *)packet + 4, CU_PACKET_BYTES - 4);
	/* One store writes header and setup, after the body: the packet processor may read the
	 * packet as soon as the header is valid. */
	__atomic_store_n((uint32_t *)(void *)at, header | (uint32_t)setup << 16, __ATOMIC_RELEASE);
	rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, (hsa_signal_value_t)id);
}

static void set_tail(struct CUstream_st *s, struct cu_mark *m)
{
	struct cu_mark *former = atomic_load(&s->tail);
	if (m != NULL)
		cu_mark_use(m);
	atomic_store(&s->tail, m);
	cu_mark_drop(former);
}

static void count_one(struct CUstream_st *s)
{
	/* relaxed: only who has the lock changes it */
	uint64_t n = atomic_load_explicit(&s->counted, memory_order_relaxed);
	atomic_store(&s->counted, n + 1);
	if (atomic_load(&s->tail) != NULL)
		set_tail(s, NULL);
}

static void submit_dispatch(struct CUstream_st *s, hsa_kernel_dispatch_packet_t *p,
	const struct cu_op *op)
{
	unsigned dims = p->grid_size_z != 1 || p->workgroup_size_z != 1   ? 3
	                : p->grid_size_y != 1 || p->workgroup_size_y != 1 ? 2
	                                                                  : 1;
	p->completion_signal = s->signal;
	count_one(s);
	submit(s, p, HSA_PACKET_TYPE_KERNEL_DISPATCH,
		dims << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS, op);
}

static CUresult put_launch(struct CUstream_st *s, const struct cu_op *op)
{
	const struct cu_launch *l = &op->launch;
	const struct hsaemu_kernel_descriptor *kd = l->function->kd;
	uint8_t *kernarg = make_room(s, (size_t)align_up(kd->kernarg_bytes, 64));
	if (kernarg == NULL)
		return CUDA_ERROR_UNKNOWN;
	memcpy(kernarg, l->kernarg, kd->kernarg_bytes);
	hsa_kernel_dispatch_packet_t p = {
		.workgroup_size_x = (uint16_t)l->block[0],
		.workgroup_size_y = (uint16_t)l->block[1],
		.workgroup_size_z = (uint16_t)l->block[2],
		.grid_size_x = l->grid[0] * l->block[0],
		.grid_size_y = l->grid[1] * l->block[1],
		.grid_size_z = l->grid[2] * l->block[2],
		.group_segment_size = kd->group_bytes + l->shared_bytes,
		.private_segment_size = kd->private_bytes,
		.kernel_object = (uint64_t)(uintptr_t)kd,
		.kernarg_address = kernarg,
	};
	submit_dispatch(s, &p, op);
	return CUDA_SUCCESS;
}

static CUresult put_work(struct CUstream_st *s, const struct cu_op *op)
{
	uint8_t *kernarg = make_room(s, CU_WORK_BYTES);
	struct cu_work w;
	if (kernarg == NULL)
		return CUDA_ERROR_UNKNOWN;
	cu_work_of(op, &w, kernarg);
	hsa_kernel_dispatch_packet_t p = {
		.workgroup_size_x = 1,
		.workgroup_size_y = 1,
		.workgroup_size_z = 1,
		.grid_size_x = w.groups,
		.grid_size_y = 1,
		.grid_size_z = 1,
		.kernel_object = (uint64_t)(uintptr_t)w.kernel,
		.kernarg_address = kernarg,
	};
	submit_dispatch(s, &p, op);
	return CUDA_SUCCESS;
}

static CUresult put_mark(struct CUstream_st *s, const struct cu_op *op)
{
	hsa_barrier_and_packet_t p = {.completion_signal = op->mark->signal};
	if (make_room(s, 0) == NULL)
		return CUDA_ERROR_UNKNOWN;
	op->mark->stream = s;
	cu_mark_use(op->mark);
	set_tail(s, op->mark);
	submit(s, &p, HSA_PACKET_TYPE_BARRIER_AND, 0, op);
	return CUDA_SUCCESS;
}

static CUresult put_wait(struct CUstream_st *s, const struct cu_op *op)
{
	hsa_barrier_and_packet_t p = {
		.dep_signal = {op->mark->signal}, .completion_signal = s->signal};
	if (make_room(s, 0) == NULL)
		return CUDA_ERROR_UNKNOWN;
	cu_mark_use(op->mark);
	count_one(s);
	submit(s, &p, HSA_PACKET_TYPE_BARRIER_AND, 0, op);
	return CUDA_SUCCESS;
}

static CUresult put_control(struct CUstream_st *s, const struct cu_op *op)
{
	CUresult error = put_work(s, op);
	if (error == CUDA_SUCCESS && op->mark != NULL)
		cu_mark_use(op->mark);
	return error;
}

CUresult cu_stream_put(struct CUstream_st *s, const struct cu_op *op)
{
	switch (op->kind) {
	case CU_OP_LAUNCH:
		return put_launch(s, op);
	case CU_OP_COPY:
	case CU_OP_FILL:
	case CU_OP_HOST:
	case CU_OP_WRITE:
		return put_work(s, op);
	case CU_OP_CONTROL:
		return put_control(s, op);
	case CU_OP_MARK:
		return put_mark(s, op);
	case CU_OP_WAIT:
		return put_wait(s, op);
	case CU_OP_KINDS:
		break;
	}
	BUG("operation %d", (int)op->kind);
}

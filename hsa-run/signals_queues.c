/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the signals and user-mode queues that kernels get as arguments. Both are buffers whose
 * elements lie in the runtime's blocks. A signal has one element, its value; the elements of a
 * queue are the words of its block, among them the indices. */
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>
#include "buffers.h"
#include "evaluate.h"
#include "picture.h"
#include "results.h"
#include "signals_queues.h"

enum { PACKET_BYTES = 64, DEFAULT_PACKETS = 64 };

static struct run_buffer *new_object(struct run_session *s, const struct run_stmt *stmt,
	enum run_object kind)
{
	struct run_buffer *b = ARENA_NEW(&s->arena, struct run_buffer);

	*b = (struct run_buffer){.next = s->buffers, .name = stmt->name, .object = kind};
	s->buffers = b;
	return b;
}

bool run_make_signal(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_number value = run_int(0);
	hsa_signal_t signal;
	struct run_buffer *b;

	if (stmt->a != NULL && !run_eval(s, stmt->a, &value))
		return false;
	if (value.is_float)
		return run_fail(s, RUN_USAGE, stmt->a->place,
			"a signal's value is an integer, not %s", run_number_text(s, value));
	if (rt_signal_create(s->rt, (hsa_signal_value_t)value.i, &signal) != HSA_STATUS_SUCCESS)
		return run_fail(s, RUN_NO_MEMORY, stmt->place, "out of memory: a signal");
	b = new_object(s, stmt, RUN_OBJECT_SIGNAL);
	b->address = signal.handle;
	b->type = RUN_TYPE_S64;
	b->count = 1;
	b->data = (uint8_t *)(uintptr_t)signal.handle + offsetof(amd_signal_t, value);
	return true;
}

/* ---- queues --------------------------------------------------------------------------------- */

/* Makes a queue that no packet processor looks at. Returns NULL when there is no memory. */
static hsa_queue_t *make_service_queue(struct run_session *s, uint32_t packets)
{
	hsa_signal_t doorbell;
	hsa_queue_t *q;

	if (rt_signal_create(s->rt, -1, &doorbell) != HSA_STATUS_SUCCESS)
		return NULL;
	if (rt_soft_queue_create(s->rt, packets, HSA_QUEUE_TYPE_MULTI,
		    HSA_QUEUE_FEATURE_AGENT_DISPATCH, doorbell, &q) == HSA_STATUS_SUCCESS)
		return q;
	rt_signal_destroy(doorbell);
	return NULL;
}

static hsa_queue_t *make_queue(struct run_session *s, uint32_t packets)
{
	const struct rt_queue_options o = {.packets = packets, .type = HSA_QUEUE_TYPE_MULTI};
	hsa_queue_t *q;

	return rt_queue_create(s->rt, &o, &q) == HSA_STATUS_SUCCESS ? q : NULL;
}

bool run_make_queue(struct run_session *s, const struct run_stmt *stmt)
{
	uint64_t packets = DEFAULT_PACKETS;
	hsa_queue_t *q;
	struct run_buffer *b;

	if (stmt->a != NULL && !run_eval_count(s, stmt->a, RT_MAX_QUEUE_PACKETS, &packets))
		return false;
	if (!is_pow2(packets))
		return run_fail(s, RUN_USAGE, stmt->a->place,
			"a queue has room for a power of two of packets, not %llu",
			(unsigned long long)packets);
	q = stmt->service ? make_service_queue(s, (uint32_t)packets)
	                  : make_queue(s, (uint32_t)packets);
	if (q == NULL)
		return run_fail(s, RUN_NO_MEMORY, stmt->place, "out of memory: a queue");
	b = new_object(s, stmt, stmt->service ? RUN_OBJECT_SERVICE_QUEUE : RUN_OBJECT_QUEUE);
	b->address = (uint64_t)(uintptr_t)q;
	b->type = RUN_TYPE_U64;
	b->count = sizeof(amd_queue_t) / sizeof(uint64_t);
	b->data = (uint8_t *)q;
	return true;
}

void run_release_buffer(struct run_buffer *b)
{
	hsa_queue_t *q = (hsa_queue_t *)(void *)b->data;
	hsa_signal_t doorbell;

	switch (b->object) {
	case RUN_OBJECT_BUFFER:
		rt_block_free(b->block);
		break;
	case RUN_OBJECT_SIGNAL:
		rt_signal_destroy((hsa_signal_t){b->address});
		break;
	case RUN_OBJECT_QUEUE:
		rt_queue_destroy(q);
		break;
	case RUN_OBJECT_SERVICE_QUEUE:
		doorbell = q->doorbell_signal;
		rt_queue_destroy(q);
		rt_signal_destroy(doorbell);
		break;
	case RUN_OBJECT_PICTURE:
	case RUN_OBJECT_ALIAS:
		run_picture_release(b);
		break;
	}
}

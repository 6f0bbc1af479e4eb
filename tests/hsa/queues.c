/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queues: creation, indices in all forms, errors and their callback, queues of the client. */
#include <time.h>
#include "client.h"

#define ORDERS(F) \
	F(scacq_screl) F(scacquire) F(relaxed) F(screlease) F(acq_rel) F(acquire) F(release)

static void sizes(void)
{
	uint32_t max = 0, min = 0;
	hsa_queue_t *q;
	OK(hsa_agent_get_info(gpu(), HSA_AGENT_INFO_QUEUE_MAX_SIZE, &max));
	OK(hsa_agent_get_info(gpu(), HSA_AGENT_INFO_QUEUE_MIN_SIZE, &min));
	for (uint32_t size = 1; size <= max; size *= 2) {
		OK(hsa_queue_create(gpu(), size, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX,
			UINT32_MAX, &q));
		EXPECT(q->size == (size < min ? min : size));
		EXPECT(q->type == HSA_QUEUE_TYPE_SINGLE && q->doorbell_signal.handle != 0);
		EXPECT(q->features == HSA_QUEUE_FEATURE_KERNEL_DISPATCH);
		EXPECT((uintptr_t)q->base_address % 64 == 0);
		OK(hsa_queue_destroy(q));
	}
	static const uint32_t bad[] = {0, 3, 5, 6, 12, 100, UINT32_MAX, 1u << 31};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
			hsa_queue_create(gpu(), bad[i], HSA_QUEUE_TYPE_MULTI, NULL, NULL,
				UINT32_MAX, UINT32_MAX, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_queue_create(gpu(), 2 * max, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX,
			UINT32_MAX, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_queue_create(gpu(), 64, 7, NULL, NULL, UINT32_MAX, UINT32_MAX, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_queue_create(gpu(), 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX,
			UINT32_MAX, NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_AGENT,
		hsa_queue_create((hsa_agent_t){3}, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX,
			UINT32_MAX, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_QUEUE_CREATION,
		hsa_queue_create(cpu(), 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX,
			UINT32_MAX, &q));
	OK(hsa_queue_create(gpu(), 64, HSA_QUEUE_TYPE_COOPERATIVE, NULL, NULL, 0, 0, &q));
	OK(hsa_queue_destroy(q));
}

static void write_indices(hsa_queue_t *q)
{
	uint64_t at = 1000;
	hsa_queue_store_write_index_relaxed(q, at);
	EXPECT(hsa_queue_load_write_index_relaxed(q) == at);
	hsa_queue_store_write_index_screlease(q, ++at);
	EXPECT(hsa_queue_load_write_index_scacquire(q) == at);
	hsa_queue_store_write_index_release(q, ++at);
	EXPECT(hsa_queue_load_write_index_acquire(q) == at);
#define TRY(order) \
	EXPECT(hsa_queue_add_write_index_##order(q, 3) == at); \
	at += 3; \
	EXPECT(hsa_queue_cas_write_index_##order(q, 0, 5) == at); \
	EXPECT(hsa_queue_cas_write_index_##order(q, at, at + 1) == at); \
	at++;
	ORDERS(TRY)
	EXPECT(hsa_queue_load_write_index_relaxed(q) == at);
}

static void no_queues(void)
{
	static uint64_t zeros[512];
	hsa_queue_t *q = new_queue();
	OK(hsa_queue_destroy(q));
	hsa_queue_t *bad[] = {(hsa_queue_t *)(uintptr_t)64, (hsa_queue_t *)UINTPTR_MAX, q,
		(hsa_queue_t *)(uintptr_t)zeros};
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_queue_destroy(NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_queue_inactivate(NULL));
	EXPECT(hsa_queue_load_read_index_relaxed(NULL) == 0);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		EXPECT_STATUS(STATUS_ERROR_INVALID_QUEUE, hsa_queue_destroy(bad[i]));
		EXPECT_STATUS(STATUS_ERROR_INVALID_QUEUE, hsa_queue_inactivate(bad[i]));
		EXPECT(hsa_queue_add_write_index_relaxed(bad[i], 1) == 0);
		EXPECT(hsa_queue_cas_write_index_relaxed(bad[i], 0, 1) == 0);
		EXPECT(hsa_queue_load_read_index_scacquire(bad[i]) == 0);
		hsa_queue_store_write_index_relaxed(bad[i], 1);
		hsa_queue_store_read_index_release(bad[i], 1);
	}
}

/* ---- queues of the client -------------------------------------------------------------------- */

static hsa_status_t take_global(hsa_region_t region, void *data)
{
	hsa_region_segment_t segment;
	OK(hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment));
	((hsa_region_t *)data)[segment == HSA_REGION_SEGMENT_GLOBAL ? 0 : 1] = region;
	return HSA_STATUS_SUCCESS;
}

static void soft_statuses(hsa_region_t *regions, hsa_signal_t bell)
{
	const hsa_region_t global = regions[0], other = regions[1];
	const uint32_t feature = HSA_QUEUE_FEATURE_AGENT_DISPATCH;
	const hsa_queue_type32_t type = HSA_QUEUE_TYPE_MULTI;
	hsa_queue_t *q;
	EXPECT_STATUS(STATUS_ERROR_INVALID_REGION,
		hsa_soft_queue_create((hsa_region_t){0}, 16, type, feature, bell, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_soft_queue_create(other, 16, type, feature, bell, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_soft_queue_create(global, 0, type, feature, bell, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_soft_queue_create(global, 24, type, feature, bell, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_soft_queue_create(global, 16, 8, feature, bell, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_soft_queue_create(global, 16, type, 0, bell, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_soft_queue_create(global, 16, type, feature, (hsa_signal_t){0}, &q));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_soft_queue_create(global, 16, type, feature, bell, NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SIGNAL,
		hsa_soft_queue_create(global, 16, type, feature, (hsa_signal_t){5}, &q));
}

static void soft_queues(void)
{
	hsa_region_t regions[2] = {{0}, {0}};
	hsa_signal_t bell;
	hsa_queue_t *q;
	OK(hsa_agent_iterate_regions(gpu(), take_global, regions));
	OK(hsa_signal_create(-1, 0, NULL, &bell));
	soft_statuses(regions, bell);
	OK(hsa_soft_queue_create(regions[0], 16, HSA_QUEUE_TYPE_SINGLE,
		HSA_QUEUE_FEATURE_AGENT_DISPATCH, bell, &q));
	EXPECT(q->size == 16 && q->doorbell_signal.handle == bell.handle);
	EXPECT(q->features == HSA_QUEUE_FEATURE_AGENT_DISPATCH);
	EXPECT(*(uint16_t *)q->base_address == HSA_PACKET_TYPE_INVALID);
	write_indices(q);
	hsa_queue_store_read_index_relaxed(q, 3);
	EXPECT(hsa_queue_load_read_index_relaxed(q) == 3);
	hsa_queue_store_read_index_screlease(q, 4);
	EXPECT(hsa_queue_load_read_index_scacquire(q) == 4);
	hsa_queue_store_read_index_release(q, 5);
	EXPECT(hsa_queue_load_read_index_acquire(q) == 5);
	hsa_signal_store_relaxed(q->doorbell_signal, 4);
	EXPECT(hsa_signal_load_relaxed(bell) == 4);
	OK(hsa_queue_destroy(q));
	EXPECT(hsa_signal_load_relaxed(bell) == 4); /* stays the client's */
	OK(hsa_signal_destroy(bell));
}

/* ---- errors ---------------------------------------------------------------------------------- */

struct seen {
	hsa_queue_t *queue;
	hsa_signal_t told;
	int calls;
	hsa_status_t status;
};

static void take_error(hsa_status_t status, hsa_queue_t *queue, void *data)
{
	struct seen *s = data;
	EXPECT(queue == s->queue);
	s->calls++;
	s->status = status;
	hsa_signal_store_screlease(s->told, 1);
}

/* A packet of no type goes to the callback, once, and later packets complete in error. */
static void bad_packet(void)
{
	struct seen s = {.calls = 0};
	hsa_signal_t done;
	OK(hsa_signal_create(0, 0, NULL, &s.told));
	OK(hsa_signal_create(1, 0, NULL, &done));
	OK(hsa_queue_create(gpu(), 64, HSA_QUEUE_TYPE_MULTI, take_error, &s, UINT32_MAX, UINT32_MAX,
		&s.queue));
	for (uint64_t i = 0; i < 2; i++) {
		uint64_t id = hsa_queue_add_write_index_relaxed(s.queue, 1);
		hsa_barrier_and_packet_t *p =
			(hsa_barrier_and_packet_t *)s.queue->base_address + id;
		memset((char *)p + 2, 0, sizeof *p - 2);
		if (i == 1)
			p->completion_signal = done;
		__atomic_store_n(&p->header, i == 0 ? 77 : HSA_PACKET_TYPE_BARRIER_AND,
			__ATOMIC_RELEASE);
		hsa_signal_store_relaxed(s.queue->doorbell_signal, (hsa_signal_value_t)id);
	}
	hsa_signal_wait_scacquire(s.told, HSA_SIGNAL_CONDITION_EQ, 1, UINT64_MAX,
		HSA_WAIT_STATE_BLOCKED);
	EXPECT(s.calls == 1 && s.status == HSA_STATUS_ERROR_INVALID_PACKET_FORMAT);
	EXPECT(hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 0, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) < 0);
	OK(hsa_queue_inactivate(s.queue));
	OK(hsa_queue_destroy(s.queue));
	EXPECT(s.calls == 1);
}

int main(void)
{
	OK(hsa_init());
	sizes();
	no_queues();
	soft_queues();
	bad_packet();
	OK(hsa_shut_down()); /* with signals left */
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queues get packets of random types and contents. An error is told once, then the queue is dead;
 * a queue without an error takes all packets; and the process lives. */
#include <stdatomic.h>
#include <unistd.h>
#include "expect.h"
#include "nap.h"

enum { QUEUES = 500, PACKETS = 8, PACKET_BYTES = 64, DEPS_AT = 8, SIGNAL_AT = 56, GIVE_UP_S = 30 };

static uint64_t state = 1;
static hsa_signal_t zero, stale;

/* xorshift64 */
static uint64_t number(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static void on_error(hsa_status_t status, hsa_queue_t *queue, void *calls)
{
	(void)queue;
	EXPECT(status != HSA_STATUS_SUCCESS);
	(*(atomic_int *)calls)++;
}

/* A number where a signal should be: none, a good one, a destroyed one, anything. */
static uint64_t some_signal(void)
{
	switch (number() % 8) {
	case 0:
		return stale.handle;
	case 1:
		return number();
	case 2:
	case 3:
		return 0;
	}
	return zero.handle;
}

static void put_number(uint8_t *packet, size_t at, uint64_t value)
{
	memcpy(packet + at, &value, sizeof value);
}

static void write_packet(hsa_queue_t *q)
{
	uint8_t packet[PACKET_BYTES];
	uint64_t id = hsa_queue_add_write_index_relaxed(q, 1);
	uint8_t *slot = (uint8_t *)q->base_address + id % q->size * PACKET_BYTES;
	/* barriers are often right; type 1 would be a packet that is not written yet */
	uint64_t type = number() % 3 != 0 ? HSA_PACKET_TYPE_BARRIER_AND : number() % 256;
	for (size_t at = 0; at < PACKET_BYTES; at += 8)
		put_number(packet, at, type == HSA_PACKET_TYPE_BARRIER_AND ? 0 : number());
	for (size_t i = 0; i < 5; i++)
		put_number(packet, DEPS_AT + 8 * i, some_signal());
	put_number(packet, SIGNAL_AT, number() % 2 == 0 ? 0 : some_signal());
	memcpy(slot + 2, packet + 2, sizeof packet - 2);
	uint64_t header = (type == HSA_PACKET_TYPE_INVALID ? 255 : type) | (number() & 0xff00);
	__atomic_store_n((uint16_t *)(void *)slot, (uint16_t)header, __ATOMIC_RELEASE);
	hsa_signal_store_screlease(q->doorbell_signal, (hsa_signal_value_t)id);
}

static void try_queue(hsa_agent_t gpu)
{
	atomic_int calls = 0;
	hsa_queue_t *q;
	OK(hsa_queue_create(gpu, 64, (hsa_queue_type32_t)(number() % 2), on_error, &calls,
		UINT32_MAX, UINT32_MAX, &q));
	hsa_signal_store_relaxed(zero, 0);
	for (int i = 0; i < PACKETS; i++) {
		write_packet(q);
		/* its completion has made it negative, which is an error to those that follow */
		while (calls == 0 && hsa_queue_load_read_index_scacquire(q) != (uint64_t)i + 1)
			nap_ms(0);
		hsa_signal_store_relaxed(zero, 0);
	}
	OK(hsa_queue_destroy(q));
	EXPECT(calls <= 1);
}

int main(void)
{
	hsa_signal_t next;
	alarm(GIVE_UP_S);
	OK(hsa_init());
	OK(hsa_signal_create(0, 0, NULL, &zero));
	OK(hsa_signal_create(0, 0, NULL, &stale));
	OK(hsa_signal_create(0, 0, NULL, &next));
	hsa_agent_t gpu = find_agents().gpu;
	OK(hsa_signal_destroy(stale));
	OK(hsa_signal_destroy(next)); /* which becomes the doorbell of each queue */
	for (int i = 0; i < QUEUES; i++)
		try_queue(gpu);
	OK(hsa_signal_destroy(zero));
	OK(hsa_shut_down());
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many producers on some queues: no dispatch is lost, done twice, or out of order with a barrier
 * bit.
 *
 *   stress [PACKETS]
 *
 * Each packet adds 1 to its queue's counter. Each CHECK_EVERY-th of a queue has the barrier bit, as
 * has the one behind it: so exactly the packets before it must have been counted when it runs.
 * Completion signals count down, so that a packet that completes twice shows, too. */
#include <pthread.h>
#include <sched.h>
#include "client.h"

enum {
	PRODUCERS = 16,
	QUEUES = 8,
	QUEUE_PACKETS = 1024,
	CHECK_EVERY = 64,
	/* A ring has 16 checks. Who has room for the next one knows that those of the ring before
	 * have ended, because checks have the barrier bit. */
	CHECKS = 64,
	PACKETS = 160000,
};

static const char text[] = HSAIL("stress",
	"prog kernel &count(kernarg_u64 %counter, kernarg_u64 %expected, kernarg_u64 %errors)\n"
	"{\n"
	"	ld_kernarg_u64 $d0, [%counter];\n"
	"	atomicnoret_add_global_rlx_agent_u64 [$d0], 1;\n"
	"};\n"
	"prog kernel &check(kernarg_u64 %counter, kernarg_u64 %expected, kernarg_u64 %errors)\n"
	"{\n"
	"	ld_kernarg_u64 $d0, [%counter];\n"
	"	ld_kernarg_u64 $d1, [%expected];\n"
	"	ld_kernarg_u64 $d2, [%errors];\n"
	"	atomic_add_global_rlx_agent_u64 $d3, [$d0], 1;\n"
	"	cmp_eq_b1_u64 $c0, $d3, $d1;\n"
	"	cbr_b1 $c0, @done;\n"
	"	atomicnoret_add_global_rlx_agent_u64 [$d2], 1;\n"
	"@done:\n"
	"	ret;\n"
	"};\n");

struct arguments {
	uint64_t counter, expected, errors, unused;
};

struct lane { /* a queue and what belongs to it */
	hsa_queue_t *queue;
	hsa_signal_t done;
	struct arguments *checks; /* CHECKS of them, and one for all other packets behind them */
	_Alignas(64) uint64_t counter;
	uint64_t errors;
};

static struct {
	uint64_t count, check; /* kernel objects */
	uint64_t packets;      /* of each producer */
	struct lane lanes[QUEUES];
} s;

static void write_packet(struct lane *l, uint64_t id)
{
	enum {
		SCOPES = HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE |
		         HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE
	};
	uint64_t place = id % CHECK_EVERY;
	struct arguments *a = &l->checks[place == 0 ? id / CHECK_EVERY % CHECKS : CHECKS];
	hsa_kernel_dispatch_packet_t *p = l->queue->base_address;
	uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH | SCOPES |
	                  (uint32_t)(place <= 1) << HSA_PACKET_HEADER_BARRIER;
	if (place == 0)
		a->expected = id;
	p += id % QUEUE_PACKETS;
	p->workgroup_size_x = p->workgroup_size_y = p->workgroup_size_z = 1;
	p->grid_size_x = p->grid_size_y = p->grid_size_z = 1;
	p->private_segment_size = p->group_segment_size = 0;
	p->kernel_object = place == 0 ? s.check : s.count;
	p->kernarg_address = a;
	p->completion_signal = l->done;
	__atomic_store_n((uint32_t *)(void *)p, header | 1U << 16, __ATOMIC_RELEASE);
}

static void *produce(void *arg)
{
	uintptr_t first = (uintptr_t)arg;
	for (uint64_t i = 0; i < s.packets; i++) {
		struct lane *l = &s.lanes[(first + i) % QUEUES];
		uint64_t id = hsa_queue_add_write_index_relaxed(l->queue, 1);
		while (id - hsa_queue_load_read_index_scacquire(l->queue) >= QUEUE_PACKETS)
			sched_yield();
		write_packet(l, id);
		hsa_signal_store_screlease(l->queue->doorbell_signal, (hsa_signal_value_t)id);
	}
	return NULL;
}

static void begin(struct lane *l)
{
	void *memory;
	OK(hsa_memory_allocate(kernarg_region(), (CHECKS + 1) * sizeof(struct arguments), &memory));
	l->checks = memory;
	for (unsigned i = 0; i <= CHECKS; i++)
		l->checks[i] = (struct arguments){
			(uint64_t)(uintptr_t)&l->counter, 0, (uint64_t)(uintptr_t)&l->errors, 0};
	OK(hsa_queue_create(gpu(), QUEUE_PACKETS, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX,
		UINT32_MAX, &l->queue));
	OK(hsa_signal_create(0, 0, NULL, &l->done));
}

/* Waits for all packets of a queue. */
static void end(struct lane *l)
{
	uint64_t packets = hsa_queue_load_write_index_relaxed(l->queue);
	hsa_signal_value_t all = -(hsa_signal_value_t)packets, now;
	do
		now = hsa_signal_wait_scacquire(l->done, HSA_SIGNAL_CONDITION_LT, all + 1,
			UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
	while (now > all);
	EXPECT(now == all);
	EXPECT(l->counter == packets);
	EXPECT(l->errors == 0);
	OK(hsa_queue_destroy(l->queue));
	OK(hsa_signal_destroy(l->done));
	OK(hsa_memory_free(l->checks));
}

int main(int argc, char **argv)
{
	pthread_t threads[PRODUCERS];
	s.packets = (argc > 1 ? strtoull(argv[1], NULL, 0) : PACKETS) / PRODUCERS;
	OK(hsa_init());
	hsa_code_object_t code = code_of_text(text);
	hsa_executable_t e = new_executable();
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	s.count = kernel_object(e, NULL, "&count");
	s.check = kernel_object(e, NULL, "&check");
	for (unsigned q = 0; q < QUEUES; q++)
		begin(&s.lanes[q]);
	for (uintptr_t p = 0; p < PRODUCERS; p++)
		EXPECT(pthread_create(&threads[p], NULL, produce, (void *)p) == 0);
	for (unsigned p = 0; p < PRODUCERS; p++)
		pthread_join(threads[p], NULL);
	for (unsigned q = 0; q < QUEUES; q++)
		end(&s.lanes[q]);
	OK(hsa_executable_destroy(e));
	OK(hsa_code_object_destroy(code));
	OK(hsa_shut_down());
	return 0;
}

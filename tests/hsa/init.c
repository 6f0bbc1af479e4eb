/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that hsa_init() and hsa_shut_down() count, that the runtime can be started again, and that
 * threads may start and end it at once. */
#include <pthread.h>
#include "expect.h"

enum { THREADS = 8, ROUNDS = 30, AGAIN = 20 };

static void counts(void)
{
	uint16_t version;
	IS(NO_INIT, hsa_shut_down());
	for (int i = 0; i < 3; i++)
		OK(hsa_init());
	for (int i = 0; i < 3; i++) {
		OK(hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &version));
		OK(hsa_shut_down());
	}
	IS(NO_INIT, hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &version));
	IS(NO_INIT, hsa_shut_down());
}

/* Starts and leaves objects behind, which the end of the runtime frees. */
static void again(void)
{
	for (int i = 0; i < AGAIN; i++) {
		OK(hsa_init());
		struct agents a = find_agents();
		hsa_signal_t signal;
		hsa_queue_t *queue;
		void *memory;
		OK(hsa_signal_create(1, 0, NULL, &signal));
		OK(hsa_queue_create(a.gpu, 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
		OK(hsa_memory_allocate(global_region(a.gpu, 0), 5000, &memory));
		OK(hsa_shut_down());
	}
}

static void *start_and_end(void *arg)
{
	(void)arg;
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t time;
		OK(hsa_init());
		OK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &time));
		find_agents();
		OK(hsa_shut_down());
	}
	return NULL;
}

static void at_once(void)
{
	pthread_t t[THREADS];
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&t[i], NULL, start_and_end, NULL) == 0);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
	IS(NO_INIT, hsa_shut_down());
}

int main(void)
{
	counts();
	again();
	at_once();
	return 0;
}

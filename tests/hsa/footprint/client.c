/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A client that runs packets, but finalizes nothing. It prints what the process has become. With
 * the word "threads" it allows itself very few of them first. */
#define _GNU_SOURCE
#include <sys/resource.h>
#include <unistd.h>
#include "../expect.h"

/* Prints a line of /proc/self/status, in KiB, and how often the word occurs in the maps. */
static void report(void)
{
	char line[1024];
	unsigned llvm = 0;
	FILE *f = fopen("/proc/self/status", "r");
	EXPECT(f != NULL);
	while (fgets(line, sizeof line, f) != NULL)
		if (strncmp(line, "VmRSS:", 6) == 0)
			printf("rss %d\n", atoi(line + 6));
	EXPECT(fclose(f) == 0);
	f = fopen("/proc/self/maps", "r");
	EXPECT(f != NULL);
	while (fgets(line, sizeof line, f) != NULL)
		llvm += strstr(line, "LLVM") != NULL || strstr(line, "hsaemu-fin") != NULL;
	EXPECT(fclose(f) == 0);
	printf("compiler %u\n", llvm);
}

static void barrier(hsa_queue_t *queue, hsa_signal_t done)
{
	uint64_t index = hsa_queue_add_write_index_screlease(queue, 1);
	hsa_barrier_and_packet_t *p = queue->base_address;
	p += index % queue->size;
	memset((char *)p + 2, 0, sizeof *p - 2);
	p->completion_signal = done;
	__atomic_store_n(&p->header, HSA_PACKET_TYPE_BARRIER_AND, __ATOMIC_RELEASE);
	hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
	while (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) > 0)
		;
}

static void use(void)
{
	struct agents a = find_agents();
	hsa_signal_t done;
	hsa_queue_t *queue;
	void *memory;
	OK(hsa_signal_create(1, 0, NULL, &done));
	OK(hsa_queue_create(a.gpu, 256, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &queue));
	OK(hsa_memory_allocate(global_region(a.gpu, 0), 100000, &memory));
	barrier(queue, done);
	report();
	/* what there is no room for has its status */
	unsigned status = hsa_memory_allocate(global_region(a.gpu, 0), (size_t)1 << 33, &memory);
	EXPECT(status == HSA_STATUS_SUCCESS || status == HSA_STATUS_ERROR_OUT_OF_RESOURCES);
	for (int i = 0; i < 200 && status == HSA_STATUS_SUCCESS; i++)
		status = hsa_queue_create(a.gpu, 32768, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0,
			&queue);
	EXPECT(status == HSA_STATUS_SUCCESS || status == HSA_STATUS_ERROR_OUT_OF_RESOURCES);
}

static void few_threads(void)
{
	const struct rlimit few = {4, 4};
	EXPECT(setrlimit(RLIMIT_NPROC, &few) == 0);
	if (getuid() == 0) /* whom no limit holds */
		EXPECT(setuid(65534) == 0);
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "threads") == 0)
		few_threads();
	for (int i = 0; i < 2; i++) {
		unsigned status = hsa_init();
		if (status == HSA_STATUS_ERROR_OUT_OF_RESOURCES)
			continue;
		OK(status);
		use();
		OK(hsa_shut_down());
	}
	return 0;
}

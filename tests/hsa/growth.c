/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects of all kinds are made and destroyed many times, and neither the heap nor what the process
 * has in memory grows. What is made only once is made before it is measured.
 * usage: growth [SECONDS] */
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "client.h"

enum { WARM = 50, ROUNDS = 1000, SLACK_BYTES = 20000 };
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
enum { SLACK_PAGES = 1 << 20 }; /* sanitizers remember what was freed */
#else
enum { SLACK_PAGES = 500 };
#endif

static hsa_code_object_t code;
static hsa_ext_module_t module;
static void *bytes;
static size_t byte_count;

static hsa_status_t allocate(size_t size, hsa_callback_data_t data, void **address)
{
	(void)data;
	*address = malloc(size);
	return *address != NULL ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

static bool once(hsa_signal_value_t value, void *data)
{
	(void)value, (void)data;
	return false;
}

static void signals(void)
{
	hsa_signal_t s;
	hsa_signal_group_t g;
	const hsa_agent_t consumer = gpu();
	OK(hsa_signal_create(0, 0, NULL, &s));
	OK(hsa_signal_group_create(1, &s, 1, &consumer, &g));
	OK(hsa_signal_group_destroy(g));
	OK(hsa_amd_signal_async_handler(s, HSA_SIGNAL_CONDITION_EQ, 1, once, NULL));
	OK(hsa_signal_destroy(s));
}

static void queues(void)
{
	const uint32_t mask = 1;
	hsa_queue_t *q = new_queue(), *soft;
	hsa_signal_t s;
	OK(hsa_amd_queue_cu_set_mask(q, 32, &mask));
	OK(hsa_signal_create(0, 0, NULL, &s));
	OK(hsa_soft_queue_create(kernarg_region(), 4, HSA_QUEUE_TYPE_MULTI,
		HSA_QUEUE_FEATURE_AGENT_DISPATCH, s, &soft));
	OK(hsa_queue_destroy(soft));
	OK(hsa_signal_destroy(s));
	OK(hsa_queue_destroy(q));
}

static void memory(void)
{
	static uint64_t own[64];
	void *p;
	OK(hsa_memory_allocate(kernarg_region(), 5000, &p));
	OK(hsa_memory_free(p));
	OK(hsa_memory_register(own, sizeof own));
	OK(hsa_memory_deregister(own, sizeof own));
	OK(hsa_amd_memory_lock(own, sizeof own, NULL, 0, &p));
	OK(hsa_amd_memory_unlock(own));
}

static void programs(void)
{
	hsa_ext_program_t p = new_program();
	OK(hsa_ext_program_add_module(p, module));
	OK(hsa_ext_program_destroy(p));
}

static void executables(void)
{
	uint32_t base;
	hsa_code_object_reader_t reader;
	hsa_code_object_t copy;
	hsa_executable_t e = new_executable(), f = new_executable();
	OK(hsa_executable_global_variable_define(e, "&base", &base));
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	OK(hsa_code_object_reader_create_from_memory(bytes, byte_count, &reader));
	OK(hsa_executable_load_agent_code_object(f, gpu(), reader, NULL, NULL));
	EXPECT_STATUS(STATUS_ERROR_VARIABLE_UNDEFINED, hsa_executable_freeze(f, NULL));
	OK(hsa_code_object_reader_destroy(reader));
	OK(hsa_executable_destroy(e));
	OK(hsa_executable_destroy(f));
	OK(hsa_code_object_deserialize(bytes, byte_count, NULL, &copy));
	OK(hsa_code_object_destroy(copy));
}

static void images(void)
{
	static _Alignas(4096) uint8_t data[4096];
	const hsa_ext_image_descriptor_t d = {.geometry = HSA_EXT_IMAGE_GEOMETRY_2D,
		.width = 16,
		.height = 16,
		.format = {
			HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_INT8, HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA}};
	hsa_ext_image_t i;
	OK(hsa_ext_image_create(gpu(), &d, data, HSA_ACCESS_PERMISSION_RW, &i));
	OK(hsa_ext_image_destroy(gpu(), i));
}

static void all(void)
{
	signals();
	queues();
	memory();
	programs();
	executables();
	images();
}

static long resident_pages(void)
{
	long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	EXPECT(f != NULL && fscanf(f, "%*d %ld", &pages) == 1);
	fclose(f);
	return pages;
}

/* Returns how often. */
static unsigned long again_and_again(time_t seconds)
{
	unsigned long rounds = 0;
	for (time_t end = time(NULL) + seconds; rounds < ROUNDS || time(NULL) < end; rounds++)
		all();
	return rounds;
}

int main(int argc, char **argv)
{
	const hsa_callback_data_t none = {0};
	OK(hsa_init());
	module = module_of(HSAIL("m", "decl prog global_u32 &base;\n"
				      "prog kernel &k(kernarg_u64 %out)\n"
				      "{\n"
				      "	ld_kernarg_u64 $d0, [%out];\n"
				      "	ld_global_u32 $s0, [&base];\n"
				      "	st_global_u32 $s0, [$d0];\n"
				      "	ret;\n"
				      "};\n"));
	code = code_of(&module, 1);
	OK(hsa_code_object_serialize(code, allocate, none, NULL, &bytes, &byte_count));
	for (int i = 0; i < WARM; i++)
		all();
	size_t before = mallinfo2().uordblks;
	long pages = resident_pages();
	unsigned long rounds = again_and_again(argc > 1 ? atoi(argv[1]) : 0);
	size_t after = mallinfo2().uordblks;
	printf("%lu rounds, heap %zu -> %zu bytes, %ld -> %ld pages\n", rounds, before, after,
		pages, resident_pages());
	EXPECT(after < before + SLACK_BYTES && resident_pages() < pages + SLACK_PAGES);
	OK(hsa_shut_down());
	free(bytes);
	free(module);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies a vector with a kernel in BRIG, by the HSA runtime, as a program for any HSA system does
 * it:
 *
 *     hsail-as vector_copy.hsail -o vector_copy.brig
 *     cc vector_copy.c -o vector_copy $(pkg-config --cflags --libs hsa-runtime64)
 *     hsa-run -- ./vector_copy vector_copy.brig
 */
#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 20, GROUP = 256 };

static void check(const char *what, hsa_status_t status)
{
	const char *text = "unknown status";
	if (status == HSA_STATUS_SUCCESS || status == HSA_STATUS_INFO_BREAK)
		return;
	hsa_status_string(status, &text);
	fprintf(stderr, "%s: %s\n", what, text);
	exit(1);
}
#define CHECK(call) check(#call, call)

/* ---- what there is ----------------------------------------------------------------------------- */

/* The first agent that runs kernels. */
static hsa_status_t find_agent(hsa_agent_t agent, void *found)
{
	hsa_agent_feature_t features;
	CHECK(hsa_agent_get_info(agent, HSA_AGENT_INFO_FEATURE, &features));
	if ((features & HSA_AGENT_FEATURE_KERNEL_DISPATCH) == 0)
		return HSA_STATUS_SUCCESS;
	*(hsa_agent_t *)found = agent;
	return HSA_STATUS_INFO_BREAK;
}

/* The memory for the arguments of kernels. */
static hsa_status_t find_kernarg(hsa_region_t region, void *found)
{
	hsa_region_segment_t segment;
	uint32_t flags;
	CHECK(hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment));
	if (segment != HSA_REGION_SEGMENT_GLOBAL)
		return HSA_STATUS_SUCCESS;
	CHECK(hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags));
	if ((flags & HSA_REGION_GLOBAL_FLAG_KERNARG) == 0)
		return HSA_STATUS_SUCCESS;
	*(hsa_region_t *)found = region;
	return HSA_STATUS_INFO_BREAK;
}

/* ---- from BRIG to a kernel --------------------------------------------------------------------- */

static void *read_file(const char *path)
{
	enum { MOST = 1 << 20 };
	FILE *f = fopen(path, "rb");
	void *bytes = malloc(MOST);
	if (f == NULL || bytes == NULL || fread(bytes, 1, MOST, f) == 0) {
		perror(path);
		exit(1);
	}
	fclose(f);
	return bytes;
}

static hsa_executable_t load(hsa_agent_t agent, void *brig)
{
	hsa_ext_program_t program;
	hsa_ext_control_directives_t directives;
	hsa_code_object_t code;
	hsa_executable_t executable;
	hsa_isa_t isa;
	memset(&directives, 0, sizeof directives);
	CHECK(hsa_agent_get_info(agent, HSA_AGENT_INFO_ISA, &isa));
	CHECK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &program));
	CHECK(hsa_ext_program_add_module(program, brig));
	CHECK(hsa_ext_program_finalize(program, isa, HSA_EXT_FINALIZER_CALL_CONVENTION_AUTO,
		directives, NULL, HSA_CODE_OBJECT_TYPE_PROGRAM, &code));
	CHECK(hsa_ext_program_destroy(program));
	CHECK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, NULL,
		&executable));
	CHECK(hsa_executable_load_code_object(executable, agent, code, NULL));
	CHECK(hsa_executable_freeze(executable, NULL));
	return executable;
}

/* ---- a dispatch -------------------------------------------------------------------------------- */

struct arguments {
	const uint32_t *from;
	uint32_t *to;
	uint32_t count;
};

static void fill(hsa_kernel_dispatch_packet_t *p, hsa_executable_symbol_t kernel)
{
	/* The header stays as it is, since the queue looks at it. */
	memset((char *)p + 4, 0, sizeof *p - 4);
	p->workgroup_size_x = GROUP;
	p->grid_size_x = COUNT;
	p->workgroup_size_y = p->workgroup_size_z = 1;
	p->grid_size_y = p->grid_size_z = 1;
	CHECK(hsa_executable_symbol_get_info(kernel, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT,
		&p->kernel_object));
	CHECK(hsa_executable_symbol_get_info(kernel,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &p->group_segment_size));
	CHECK(hsa_executable_symbol_get_info(kernel,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE,
		&p->private_segment_size));
}

static void run(hsa_queue_t *queue, hsa_region_t kernarg, hsa_executable_symbol_t kernel,
	struct arguments arguments)
{
	hsa_signal_t done;
	struct arguments *a;
	CHECK(hsa_signal_create(1, 0, NULL, &done));
	CHECK(hsa_memory_allocate(kernarg, sizeof *a, (void **)&a));
	*a = arguments;
	uint64_t id = hsa_queue_add_write_index_scacquire(queue, 1);
	hsa_kernel_dispatch_packet_t *p = queue->base_address;
	p += id % queue->size;
	fill(p, kernel);
	p->kernarg_address = a;
	p->completion_signal = done;
	uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE;
	uint32_t setup = 1 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;
	/* From here on the packet is the queue's. */
	__atomic_store_n((uint32_t *)p, header | setup << 16, __ATOMIC_RELEASE);
	hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)id);
	while (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) > 0)
		continue;
	CHECK(hsa_memory_free(a));
	CHECK(hsa_signal_destroy(done));
}

int main(int argc, char **argv)
{
	static uint32_t from[COUNT], to[COUNT]; /* in profile FULL kernels see all memory */
	hsa_agent_t agent = {0};
	hsa_region_t kernarg = {0};
	hsa_queue_t *queue;
	hsa_executable_symbol_t kernel;
	for (uint32_t i = 0; i < COUNT; i++)
		from[i] = 3 * i + 1;
	CHECK(hsa_init());
	CHECK(hsa_iterate_agents(find_agent, &agent));
	CHECK(hsa_agent_iterate_regions(agent, find_kernarg, &kernarg));
	CHECK(hsa_queue_create(agent, 1024, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX,
		UINT32_MAX, &queue));
	void *brig = read_file(argc > 1 ? argv[1] : "vector_copy.brig");
	hsa_executable_t executable = load(agent, brig);
	CHECK(hsa_executable_get_symbol_by_name(executable, "&__vector_copy_kernel", &agent,
		&kernel));
	run(queue, kernarg, kernel, (struct arguments){from, to, COUNT});
	CHECK(hsa_executable_destroy(executable));
	CHECK(hsa_queue_destroy(queue));
	CHECK(hsa_shut_down());
	free(brig);
	int same = memcmp(from, to, sizeof from) == 0;
	puts(same ? "copied" : "not copied");
	return !same;
}

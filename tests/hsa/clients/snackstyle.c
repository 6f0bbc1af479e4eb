/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A client of the HSA runtime in the manner of CLOC and SNACK: linked with -lhsa-runtime64, the
 * finalizer through the extension's table, one SINGLE queue as large as it gets, registered plain
 * memory. Each slot of the live ring is cleared whole, then filled: for a while it is a packet of
 * type 0 (vendor specific) with contents. The scopes and the barrier bit are ORed into the header,
 * and only then the type is published, by an 8-bit store. The write index moves after that, and the
 * doorbell last.
 *
 *	snackstyle [--slow] [--repeat=N] FILE.brig      (copy.hsail)
 *	  --slow       pauses with half-written packets, with the doorbell rung once more for the
 *	               packet before
 *	  --repeat=N   at the end N dispatches of one work-group, one by one; prints microseconds
 *
 * Exit status: 0 all right, 1 not, 77 no agent that dispatches kernels.
 */
#define _POSIX_C_SOURCE 200809L
#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool slow;

static void must(const char *what, hsa_status_t status)
{
	const char *text = NULL;
	if (status == HSA_STATUS_SUCCESS)
		return;
	hsa_status_string(status, &text);
	fprintf(stderr, "snackstyle: %s: %s (0x%x)\n", what, text ? text : "?", (unsigned)status);
	exit(1);
}

#define MUST(call) must(#call, call)

static void pause_when_slow(void)
{
	if (slow)
		nanosleep(&(struct timespec){.tv_nsec = 2000 * 1000}, NULL);
}

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static hsa_status_t take_agent(hsa_agent_t agent, void *data)
{
	uint32_t features = 0;
	hsa_status_t status = hsa_agent_get_info(agent, HSA_AGENT_INFO_FEATURE, &features);
	if (status != HSA_STATUS_SUCCESS || !(features & HSA_AGENT_FEATURE_KERNEL_DISPATCH))
		return status;
	*(hsa_agent_t *)data = agent;
	return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t take_kernarg_region(hsa_region_t region, void *data)
{
	hsa_region_segment_t segment;
	hsa_region_global_flag_t flags;
	hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment);
	if (segment != HSA_REGION_SEGMENT_GLOBAL)
		return HSA_STATUS_SUCCESS;
	hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
	if (!(flags & HSA_REGION_GLOBAL_FLAG_KERNARG))
		return HSA_STATUS_SUCCESS;
	*(hsa_region_t *)data = region;
	return HSA_STATUS_INFO_BREAK;
}

/* ---- the program ---- */

struct kernel {
	hsa_code_object_t code;
	hsa_executable_t executable;
	uint64_t object;
	uint32_t kernarg_bytes, group_bytes, private_bytes;
};

static struct kernel kernel_make(hsa_agent_t agent, hsa_ext_module_t module)
{
	bool supported = false;
	hsa_ext_finalizer_1_00_pfn_t finalizer;
	MUST(hsa_system_extension_supported(HSA_EXTENSION_FINALIZER, 1, 0, &supported));
	if (!supported) {
		fprintf(stderr, "snackstyle: the finalizer extension is not supported\n");
		exit(1);
	}
	memset(&finalizer, 0, sizeof finalizer);
	MUST(hsa_system_get_extension_table(HSA_EXTENSION_FINALIZER, 1, 0, &finalizer));
	if (!finalizer.hsa_ext_program_create) {
		fprintf(stderr, "snackstyle: the finalizer's table is empty\n");
		exit(1);
	}

	struct kernel k;
	hsa_isa_t isa;
	hsa_ext_program_t program;
	hsa_ext_control_directives_t directives;
	memset(&directives, 0, sizeof directives);
	MUST(hsa_agent_get_info(agent, HSA_AGENT_INFO_ISA, &isa));
	MUST(finalizer.hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &program));
	MUST(finalizer.hsa_ext_program_add_module(program, module));
	MUST(finalizer.hsa_ext_program_finalize(program, isa, 0, directives, "",
		HSA_CODE_OBJECT_TYPE_PROGRAM, &k.code));
	MUST(finalizer.hsa_ext_program_destroy(program));

	MUST(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "",
		&k.executable));
	MUST(hsa_executable_load_code_object(k.executable, agent, k.code, ""));
	MUST(hsa_executable_freeze(k.executable, ""));

	hsa_executable_symbol_t symbol;
	MUST(hsa_executable_get_symbol(k.executable, NULL, "&copy", agent, 0, &symbol));
	MUST(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT,
		&k.object));
	MUST(hsa_executable_symbol_get_info(symbol,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, &k.kernarg_bytes));
	MUST(hsa_executable_symbol_get_info(symbol,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &k.group_bytes));
	MUST(hsa_executable_symbol_get_info(symbol,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &k.private_bytes));
	return k;
}

/* ---- packets ---- */

union packet {
	uint16_t header;
	hsa_kernel_dispatch_packet_t dispatch;
	hsa_barrier_and_packet_t barrier;
};

/* Clears the slot at the write index, which does not move yet. */
static union packet *slot_take(const hsa_queue_t *queue, uint64_t *index)
{
	*index = hsa_queue_load_write_index_relaxed(queue);
	while (*index - hsa_queue_load_read_index_acquire(queue) >= queue->size)
		nanosleep(&(struct timespec){.tv_nsec = 50 * 1000}, NULL);
	union packet *p = (union packet *)queue->base_address + (*index & (queue->size - 1));
	memset(p, 0, 64);
	pause_when_slow();
	return p;
}

/* Publishes the slot: its other header bits, its type by an 8-bit store, the write index, the
 * doorbell. */
static void slot_publish(const hsa_queue_t *queue, union packet *p, uint64_t index,
	hsa_packet_type_t type, bool barrier)
{
	p->header |= HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE;
	p->header |= HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE;
	p->header |= (uint16_t)(barrier << HSA_PACKET_HEADER_BARRIER);
	if (slow && index > 0) /* an event that covers no new packet, while this one is of type 0 */
		hsa_signal_store_relaxed(queue->doorbell_signal, (hsa_signal_value_t)(index - 1));
	pause_when_slow();
	__atomic_store_n((uint8_t *)&p->header, (uint8_t)type, __ATOMIC_RELEASE);
	pause_when_slow();
	hsa_queue_store_write_index_relaxed(queue, index + 1);
	pause_when_slow();
	hsa_signal_store_relaxed(queue->doorbell_signal, (hsa_signal_value_t)index);
}

static void enqueue_copy(const hsa_queue_t *queue, const struct kernel *k, void *arguments,
	uint32_t items, uint16_t group, bool barrier, hsa_signal_t done)
{
	uint64_t index;
	union packet *p = slot_take(queue, &index);
	p->dispatch.setup |= 1 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;
	p->dispatch.workgroup_size_x = group;
	p->dispatch.workgroup_size_y = 1;
	p->dispatch.workgroup_size_z = 1;
	p->dispatch.grid_size_x = items;
	p->dispatch.grid_size_y = 1;
	p->dispatch.grid_size_z = 1;
	p->dispatch.completion_signal = done;
	p->dispatch.kernel_object = k->object;
	p->dispatch.kernarg_address = arguments;
	p->dispatch.private_segment_size = k->private_bytes;
	p->dispatch.group_segment_size = k->group_bytes;
	slot_publish(queue, p, index, HSA_PACKET_TYPE_KERNEL_DISPATCH, barrier);
}

static void enqueue_barrier(const hsa_queue_t *queue, hsa_signal_t after, hsa_signal_t done)
{
	uint64_t index;
	union packet *p = slot_take(queue, &index);
	p->barrier.dep_signal[0] = after;
	p->barrier.completion_signal = done;
	slot_publish(queue, p, index, HSA_PACKET_TYPE_BARRIER_AND, true);
}

static void wait_for(hsa_signal_t done)
{
	while (hsa_signal_wait_acquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) >= 1)
		;
	if (hsa_signal_load_relaxed(done) < 0) {
		fprintf(stderr, "snackstyle: a packet ended in error\n");
		exit(1);
	}
}

static void *arguments_make(hsa_region_t region, const struct kernel *k, const void *from,
	const void *to)
{
	void *arguments;
	MUST(hsa_memory_allocate(region, k->kernarg_bytes, &arguments));
	memset(arguments, 0, k->kernarg_bytes);
	memcpy(arguments, &from, sizeof from);
	memcpy((char *)arguments + sizeof from, &to, sizeof to);
	return arguments;
}

/* ---- what it does ---- */

/* One large copy, as the example program does it. */
static bool copy_once(const hsa_queue_t *queue, const struct kernel *k, hsa_region_t region)
{
	enum { WORDS = 1 << 20 };
	uint32_t *from = malloc(WORDS * sizeof *from), *to = malloc(WORDS * sizeof *to);
	if (!from || !to)
		return false;
	for (uint32_t i = 0; i < WORDS; i++)
		from[i] = i * 2654435761u;
	memset(to, 0, WORDS * sizeof *to);
	MUST(hsa_memory_register(from, WORDS * sizeof *from));
	MUST(hsa_memory_register(to, WORDS * sizeof *to));
	hsa_signal_t done;
	MUST(hsa_signal_create(1, 0, NULL, &done));
	void *arguments = arguments_make(region, k, from, to);
	enqueue_copy(queue, k, arguments, WORDS, 256, false, done);
	wait_for(done);
	bool right = memcmp(from, to, WORDS * sizeof *to) == 0;
	if (!right)
		fprintf(stderr, "snackstyle: the large copy differs\n");
	MUST(hsa_memory_free(arguments));
	MUST(hsa_signal_destroy(done));
	MUST(hsa_memory_deregister(from, WORDS * sizeof *from));
	MUST(hsa_memory_deregister(to, WORDS * sizeof *to));
	free(from);
	free(to);
	return right;
}

/* A chain of copies a[i] -> a[i + 1], each after a barrier packet that waits for the one before;
 * longer than the ring. */
static bool copy_chain(const hsa_queue_t *queue, const struct kernel *k, hsa_region_t region)
{
	enum { WORDS = 512 };
	size_t links = slow ? 12 : queue->size / 2 + 9;
	if (links > 3000)
		links = 3000;
	uint32_t *a = calloc((links + 1) * WORDS, sizeof *a);
	void **arguments = calloc(links, sizeof *arguments);
	hsa_signal_t *done = calloc(2 * links, sizeof *done);
	if (!a || !arguments || !done)
		return false;
	for (uint32_t i = 0; i < WORDS; i++)
		a[i] = i + 12345;
	for (size_t i = 0; i < links; i++) {
		MUST(hsa_signal_create(1, 0, NULL, &done[2 * i]));
		MUST(hsa_signal_create(1, 0, NULL, &done[2 * i + 1]));
		arguments[i] = arguments_make(region, k, a + i * WORDS, a + (i + 1) * WORDS);
	}
	for (size_t i = 0; i < links; i++) {
		hsa_signal_t none = {0};
		enqueue_barrier(queue, i ? done[2 * i - 1] : none, done[2 * i]);
		enqueue_copy(queue, k, arguments[i], WORDS, 64, i % 2, done[2 * i + 1]);
	}
	for (size_t i = 2 * links; i-- > 0;) /* the last one first */
		wait_for(done[i]);
	bool right = true;
	for (size_t i = 1; i <= links && right; i++)
		if (memcmp(a, a + i * WORDS, WORDS * sizeof *a) != 0) {
			fprintf(stderr, "snackstyle: link %zu of %zu of the chain differs\n", i,
				links);
			right = false;
		}
	for (size_t i = 0; i < links; i++) {
		MUST(hsa_signal_destroy(done[2 * i]));
		MUST(hsa_signal_destroy(done[2 * i + 1]));
		MUST(hsa_memory_free(arguments[i]));
	}
	free(a);
	free(arguments);
	free(done);
	return right;
}

static bool measure(const hsa_queue_t *queue, const struct kernel *k, hsa_region_t region,
	unsigned repeat)
{
	uint32_t from[64] = {0}, to[64] = {0};
	hsa_signal_t done;
	MUST(hsa_signal_create(1, 0, NULL, &done));
	void *arguments = arguments_make(region, k, from, to);
	double begin = seconds(), best = 1e9;
	for (unsigned i = 0; i < repeat; i++) {
		from[63] = i + 1;
		double one = seconds();
		hsa_signal_store_relaxed(done, 1);
		enqueue_copy(queue, k, arguments, 64, 64, false, done);
		wait_for(done);
		one = seconds() - one;
		best = one < best ? one : best;
		if (to[63] != i + 1) {
			fprintf(stderr, "snackstyle: dispatch %u was done before its copy\n", i);
			return false;
		}
	}
	printf("snackstyle: %.2f microseconds for a dispatch, %.2f the fastest\n",
		(seconds() - begin) / repeat * 1e6, best * 1e6);
	MUST(hsa_memory_free(arguments));
	MUST(hsa_signal_destroy(done));
	return true;
}

static void *file_contents(const char *path)
{
	FILE *f = fopen(path, "rb");
	long bytes = -1;
	void *to = NULL;
	if (f && fseek(f, 0, SEEK_END) == 0 && (bytes = ftell(f)) > 0 &&
		(to = aligned_alloc(64, ((size_t)bytes + 63) / 64 * 64))) {
		rewind(f);
		if (fread(to, (size_t)bytes, 1, f) != 1)
			bytes = -1;
	}
	if (f)
		fclose(f);
	if (!to || bytes < 0) {
		fprintf(stderr, "snackstyle: cannot read %s\n", path);
		exit(1);
	}
	return to;
}

int main(int argc, char **argv)
{
	unsigned repeat = 0;
	const char *path = NULL;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--slow") == 0)
			slow = true;
		else if (strncmp(argv[i], "--repeat=", 9) == 0)
			repeat = (unsigned)atoi(argv[i] + 9);
		else
			path = argv[i];
	}
	if (!path) {
		fprintf(stderr, "usage: snackstyle [--slow] [--repeat=N] FILE.brig\n");
		return 1;
	}

	MUST(hsa_init());
	hsa_agent_t agent = {0};
	hsa_region_t region = {0};
	if (hsa_iterate_agents(take_agent, &agent) != HSA_STATUS_INFO_BREAK) {
		fprintf(stderr, "snackstyle: no agent dispatches kernels\n");
		return 77;
	}
	char name[64];
	uint32_t packets;
	hsa_queue_t *queue;
	MUST(hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, name));
	MUST(hsa_agent_get_info(agent, HSA_AGENT_INFO_QUEUE_MAX_SIZE, &packets));
	MUST(hsa_queue_create(agent, packets, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX,
		UINT32_MAX, &queue));
	if (hsa_agent_iterate_regions(agent, take_kernarg_region, &region) !=
		HSA_STATUS_INFO_BREAK) {
		fprintf(stderr, "snackstyle: no region for kernel arguments\n");
		return 1;
	}
	void *module = file_contents(path);
	struct kernel k = kernel_make(agent, module);
	free(module);

	bool right = copy_once(queue, &k, region) && copy_chain(queue, &k, region);

	/* A small ring goes round many times. */
	hsa_queue_t *small;
	uint32_t least;
	MUST(hsa_agent_get_info(agent, HSA_AGENT_INFO_QUEUE_MIN_SIZE, &least));
	MUST(hsa_queue_create(agent, least > 4 ? least : 4, HSA_QUEUE_TYPE_SINGLE, NULL, NULL,
		UINT32_MAX, UINT32_MAX, &small));
	for (int i = 0; right && i < (slow ? 1 : 10); i++)
		right = copy_chain(small, &k, region);
	if (right && repeat)
		right = measure(queue, &k, region, repeat);

	MUST(hsa_queue_destroy(small));
	MUST(hsa_executable_destroy(k.executable));
	MUST(hsa_code_object_destroy(k.code));
	MUST(hsa_queue_destroy(queue));
	MUST(hsa_shut_down());
	if (right)
		printf("snackstyle: agent %s: right\n", name);
	return !right;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A client of the HSA runtime that does what GCC 10's offloading plugin does: it opens the library
 * at run time, looks up the same 29 functions in the same order, makes two MULTI queues as large as
 * they get, finalizes by the symbols (not by the extension's table), defines a variable of the host
 * before it loads the code object, dispatches from several threads into one queue, waits for "less
 * than 1" in steps of a millisecond, and never calls hsa_shut_down().
 *
 *	gompstyle FILE.brig [THREADS [RUNS]]      (biased.hsail)
 *	environment: HSA_RUNTIME_LIB, HSA_SUPPORT_CPU_DEVICES
 *
 * Exit status: 0 all right, 1 not, 77 no agent that the plugin would use.
 */
#include <dlfcn.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which the plugin looks them up. */
#define FUNCTIONS(F) \
	F(hsa_status_string) \
	F(hsa_agent_get_info) \
	F(hsa_init) \
	F(hsa_iterate_agents) \
	F(hsa_region_get_info) \
	F(hsa_queue_create) \
	F(hsa_agent_iterate_regions) \
	F(hsa_executable_destroy) \
	F(hsa_executable_create) \
	F(hsa_executable_global_variable_define) \
	F(hsa_executable_load_code_object) \
	F(hsa_executable_freeze) \
	F(hsa_signal_create) \
	F(hsa_memory_allocate) \
	F(hsa_memory_free) \
	F(hsa_signal_destroy) \
	F(hsa_executable_get_symbol) \
	F(hsa_executable_symbol_get_info) \
	F(hsa_queue_add_write_index_release) \
	F(hsa_queue_load_read_index_acquire) \
	F(hsa_signal_wait_acquire) \
	F(hsa_signal_store_relaxed) \
	F(hsa_signal_store_release) \
	F(hsa_signal_load_acquire) \
	F(hsa_queue_destroy) \
	F(hsa_ext_program_add_module) \
	F(hsa_ext_program_create) \
	F(hsa_ext_program_destroy) \
	F(hsa_ext_program_finalize)

#define FIELD(name) __typeof__(name) *name;
static struct {
	FUNCTIONS(FIELD)
} hsa;

static _Noreturn void fail(const char *what, hsa_status_t status)
{
	const char *text = NULL;
	if (hsa.hsa_status_string)
		hsa.hsa_status_string(status, &text);
	fprintf(stderr, "gompstyle: %s: %s (0x%x)\n", what, text ? text : "?", (unsigned)status);
	exit(1);
}

static void must(const char *what, hsa_status_t status)
{
	if (status != HSA_STATUS_SUCCESS)
		fail(what, status);
}

#define MUST(name, ...) must(#name, hsa.name(__VA_ARGS__))

static void open_library(void)
{
	const char *path = getenv("HSA_RUNTIME_LIB");
	void *library = dlopen(path ? path : "libhsa-runtime64.so.1", RTLD_LAZY);
	if (!library) {
		fprintf(stderr, "gompstyle: %s\n", dlerror());
		exit(1);
	}
#define LOOK_UP(name) \
	if (!(*(void **)&hsa.name = dlsym(library, #name))) { \
		fprintf(stderr, "gompstyle: the library has no %s\n", #name); \
		exit(1); \
	}
	FUNCTIONS(LOOK_UP)
}

/* ---- agents and regions ---- */

enum { AGENTS_MAX = 16 };

struct agents {
	hsa_agent_t id[AGENTS_MAX];
	unsigned count;
};

static bool is_suitable(hsa_agent_t agent)
{
	hsa_device_type_t device;
	uint32_t features = 0;
	hsa_queue_type_t queues;
	return hsa.hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &device) ==
	               HSA_STATUS_SUCCESS &&
	       (device == HSA_DEVICE_TYPE_GPU ||
		       (device == HSA_DEVICE_TYPE_CPU && getenv("HSA_SUPPORT_CPU_DEVICES"))) &&
	       hsa.hsa_agent_get_info(agent, HSA_AGENT_INFO_FEATURE, &features) ==
	               HSA_STATUS_SUCCESS &&
	       (features & HSA_AGENT_FEATURE_KERNEL_DISPATCH) &&
	       hsa.hsa_agent_get_info(agent, HSA_AGENT_INFO_QUEUE_TYPE, &queues) ==
	               HSA_STATUS_SUCCESS &&
	       queues == HSA_QUEUE_TYPE_MULTI;
}

static hsa_status_t count_agent(hsa_agent_t agent, void *data)
{
	*(unsigned *)data += is_suitable(agent);
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t take_agent(hsa_agent_t agent, void *data)
{
	struct agents *to = data;
	if (is_suitable(agent) && to->count < AGENTS_MAX)
		to->id[to->count++] = agent;
	return HSA_STATUS_SUCCESS;
}

/* The first region for kernel arguments ends the iteration. */
static hsa_status_t take_kernarg_region(hsa_region_t region, void *data)
{
	hsa_region_segment_t segment;
	hsa_status_t status = hsa.hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment);
	if (status != HSA_STATUS_SUCCESS || segment != HSA_REGION_SEGMENT_GLOBAL)
		return status;
	uint32_t flags;
	status = hsa.hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
	if (status != HSA_STATUS_SUCCESS || !(flags & HSA_REGION_GLOBAL_FLAG_KERNARG))
		return status;
	*(hsa_region_t *)data = region;
	return HSA_STATUS_INFO_BREAK;
}

static void queue_error(hsa_status_t status, hsa_queue_t *queue, void *data)
{
	(void)queue, (void)data;
	fail("asynchronous error of a queue", status);
}

/* ---- a device with its program and its one kernel ---- */

struct device {
	hsa_agent_t agent;
	hsa_isa_t isa;
	hsa_queue_t *queue, *second_queue;
	hsa_region_t kernarg;
	hsa_executable_t executable;
	uint64_t kernel_object;
	uint32_t kernarg_bytes, group_bytes, private_bytes;
};

static uint32_t bias = 1000; /* the host's variable; the kernels see this very memory */

static void device_begin(struct device *d, hsa_agent_t agent)
{
	uint32_t packets;
	*d = (struct device){.agent = agent, .kernarg = {UINT64_MAX}};
	MUST(hsa_agent_get_info, agent, HSA_AGENT_INFO_QUEUE_MAX_SIZE, &packets);
	MUST(hsa_agent_get_info, agent, HSA_AGENT_INFO_ISA, &d->isa);
	MUST(hsa_queue_create, agent, packets, HSA_QUEUE_TYPE_MULTI, queue_error, NULL, UINT32_MAX,
		UINT32_MAX, &d->queue);
	MUST(hsa_queue_create, agent, packets, HSA_QUEUE_TYPE_MULTI, queue_error, NULL, UINT32_MAX,
		UINT32_MAX, &d->second_queue);
	hsa_status_t status =
		hsa.hsa_agent_iterate_regions(agent, take_kernarg_region, &d->kernarg);
	if (d->kernarg.handle == UINT64_MAX ||
		(status != HSA_STATUS_INFO_BREAK && status != HSA_STATUS_SUCCESS))
		fail("no region for kernel arguments", status);
}

static void device_load(struct device *d, hsa_ext_module_t module)
{
	hsa_ext_program_t program;
	MUST(hsa_ext_program_create, HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &program);
	MUST(hsa_ext_program_add_module, program, module);
	hsa_ext_control_directives_t directives;
	memset(&directives, 0, sizeof directives);
	hsa_code_object_t code;
	MUST(hsa_ext_program_finalize, program, d->isa, HSA_EXT_FINALIZER_CALL_CONVENTION_AUTO,
		directives, "", HSA_CODE_OBJECT_TYPE_PROGRAM,
		&code); /* the plugin never destroys it */
	hsa.hsa_ext_program_destroy(program);

	MUST(hsa_executable_create, HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "",
		&d->executable);
	MUST(hsa_executable_global_variable_define, d->executable, "&bias", &bias);
	MUST(hsa_executable_load_code_object, d->executable, d->agent, code, "");
	MUST(hsa_executable_freeze, d->executable, "");

	hsa_executable_symbol_t kernel;
	MUST(hsa_executable_get_symbol, d->executable, NULL, "&biased", d->agent, 0, &kernel);
	MUST(hsa_executable_symbol_get_info, kernel, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT,
		&d->kernel_object);
	MUST(hsa_executable_symbol_get_info, kernel,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, &d->kernarg_bytes);
	MUST(hsa_executable_symbol_get_info, kernel,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &d->group_bytes);
	MUST(hsa_executable_symbol_get_info, kernel,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &d->private_bytes);
	/* The plugin takes 16 for "has a second, hidden argument", writes it, and gives up on
	 * anything else but 8. */
	if (d->kernarg_bytes != 8 && d->kernarg_bytes != 16) {
		fprintf(stderr, "gompstyle: one 8-byte argument takes %u bytes of arguments\n",
			d->kernarg_bytes);
		exit(1);
	}
}

static void device_end(struct device *d)
{
	MUST(hsa_executable_destroy, d->executable);
	MUST(hsa_queue_destroy, d->queue);
	MUST(hsa_queue_destroy, d->second_queue);
}

/* ---- running ---- */

struct grid {
	unsigned dimensions;
	uint32_t grid[3], group[3];
};

static void run(const struct device *d, void *vars, const struct grid *g)
{
	hsa_signal_t done, child;
	void *arguments;
	MUST(hsa_signal_create, 1, 0, NULL, &done);
	MUST(hsa_signal_create, 1, 0, NULL, &child);
	MUST(hsa_memory_allocate, d->kernarg, d->kernarg_bytes, &arguments);

	uint64_t index = hsa.hsa_queue_add_write_index_release(d->queue, 1);
	while (index - hsa.hsa_queue_load_read_index_acquire(d->queue) >= d->queue->size)
		;
	hsa_kernel_dispatch_packet_t *packet =
		(hsa_kernel_dispatch_packet_t *)d->queue->base_address + index % d->queue->size;
	memset((char *)packet + 4, 0, sizeof *packet - 4);
	packet->grid_size_x = g->grid[0];
	packet->grid_size_y = g->dimensions >= 2 ? g->grid[1] : 1;
	packet->grid_size_z = g->dimensions == 3 ? g->grid[2] : 1;
	packet->workgroup_size_x = (uint16_t)g->group[0];
	packet->workgroup_size_y = (uint16_t)(g->dimensions >= 2 ? g->group[1] : 1);
	packet->workgroup_size_z = (uint16_t)(g->dimensions == 3 ? g->group[2] : 1);
	packet->private_segment_size = d->private_bytes;
	packet->group_segment_size = d->group_bytes;
	packet->kernel_object = d->kernel_object;
	packet->kernarg_address = arguments;
	packet->completion_signal = done;
	hsa.hsa_signal_store_relaxed(done, 1);
	memcpy(arguments, &vars, sizeof vars);
	if (d->kernarg_bytes > sizeof vars)
		memcpy((char *)arguments + sizeof vars, &g, sizeof g);

	/* No barrier bit; header and setup by one 32-bit store. */
	uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE;
	uint32_t setup = g->dimensions << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;
	__atomic_store_n((uint32_t *)packet, header | setup << 16, __ATOMIC_RELEASE);
	hsa.hsa_signal_store_release(d->queue->doorbell_signal, (hsa_signal_value_t)index);

	while (hsa.hsa_signal_wait_acquire(done, HSA_SIGNAL_CONDITION_LT, 1, 1000 * 1000,
		       HSA_WAIT_STATE_BLOCKED) != 0)
		if (hsa.hsa_signal_load_acquire(child) != 1)
			fail("a signal changed that nobody stores to", HSA_STATUS_ERROR);

	MUST(hsa_memory_free, arguments);
	MUST(hsa_signal_destroy, done);
	MUST(hsa_signal_destroy, child);
}

struct vars { /* the kernel's, by address */
	const uint32_t *from;
	uint32_t *to;
	uint32_t count;
};

struct worker {
	pthread_t thread;
	const struct device *device;
	unsigned number, runs;
	bool wrong;
};

static const struct grid grids[] = {
	{1, {1, 0, 0}, {1, 0, 0}},
	{1, {1000, 0, 0}, {64, 0, 0}},
	{1, {4096, 0, 0}, {256, 0, 0}},
	{2, {33, 7, 0}, {8, 8, 0}},
	{2, {64, 64, 0}, {16, 4, 0}},
	{3, {5, 6, 7}, {4, 4, 4}},
};

static void *work(void *arg)
{
	struct worker *w = arg;
	enum { WORDS = 4096 };
	uint32_t *from = malloc(2 * WORDS * sizeof *from),
		 *to = from + WORDS; /* plain memory: profile FULL */
	for (unsigned r = 0; from && r < w->runs; r++) {
		const struct grid *g = &grids[(w->number + r) % (sizeof grids / sizeof grids[0])];
		uint32_t items = g->grid[0] * (g->dimensions >= 2 ? g->grid[1] : 1) *
		                 (g->dimensions == 3 ? g->grid[2] : 1);
		struct vars vars = {from, to, items};
		for (uint32_t i = 0; i < WORDS; i++) {
			from[i] = i * 3 + r + w->number * 65536;
			to[i] = UINT32_MAX;
		}
		run(w->device, &vars, g);
		for (uint32_t i = 0; i < WORDS; i++) {
			uint32_t expected = i < items ? from[i] + bias : UINT32_MAX;
			if (to[i] != expected) {
				fprintf(stderr,
					"gompstyle: thread %u, run %u, word %u: %u, expected %u\n",
					w->number, r, i, to[i], expected);
				w->wrong = true;
				break;
			}
		}
	}
	w->wrong |= !from;
	free(from);
	return NULL;
}

static bool run_threads(const struct device *d, unsigned threads, unsigned runs)
{
	bool wrong = false;
	struct worker *w = calloc(threads, sizeof *w);
	if (!w)
		fail("calloc", HSA_STATUS_ERROR_OUT_OF_RESOURCES);
	for (unsigned i = 0; i < threads; i++) {
		w[i] = (struct worker){.device = d, .number = i, .runs = runs};
		if (pthread_create(&w[i].thread, NULL, work, &w[i]))
			fail("pthread_create", HSA_STATUS_ERROR);
	}
	for (unsigned i = 0; i < threads; i++) {
		pthread_join(w[i].thread, NULL);
		wrong |= w[i].wrong;
	}
	free(w);
	return !wrong;
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
		fprintf(stderr, "gompstyle: cannot read %s\n", path);
		exit(1);
	}
	return to;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: gompstyle FILE.brig [THREADS [RUNS]]\n");
		return 1;
	}
	unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 4,
		 runs = argc > 3 ? (unsigned)atoi(argv[3]) : 100;
	open_library();
	MUST(hsa_init);
	unsigned count = 0;
	struct agents agents = {.count = 0};
	MUST(hsa_iterate_agents, count_agent, &count);
	MUST(hsa_iterate_agents, take_agent, &agents);
	if (!count) {
		fprintf(stderr, "gompstyle: no agent that dispatches kernels from MULTI queues%s\n",
			getenv("HSA_SUPPORT_CPU_DEVICES")
				? ""
				: " (HSA_SUPPORT_CPU_DEVICES would take CPUs)");
		return 77;
	}
	if (count < AGENTS_MAX && agents.count != count)
		fail("the second look at the agents found others", HSA_STATUS_ERROR);

	void *module = file_contents(argv[1]);
	for (unsigned a = 0; a < agents.count; a++) {
		struct device d;
		device_begin(&d, agents.id[a]);
		for (int image = 0; image < 2;
			image++) { /* another image comes: the program is made anew */
			if (image)
				MUST(hsa_executable_destroy, d.executable);
			device_load(&d, module);
			bias = 1000 + (uint32_t)image;
			if (!run_threads(&d, threads, runs))
				return 1;
		}
		device_end(&d);
	}
	free(module);
	printf("gompstyle: %u agents, %u threads, %u runs: right\n", agents.count, threads,
		2 * runs * threads * agents.count);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Measures what an HSA runtime library adds to a kernel that does nothing: the time from the
 * doorbell to the end of the wait, with an active and with a blocked wait, the time per packet when
 * many are under way, and that of finalizing. Any library that has the functions of <hsa/hsa.h> and
 * the finalizer extension can be measured, so that others stand beside ours:
 *
 *   hsaemu-hsa-latency MODULE.brig KERNEL LIBRARY...
 *
 * Each library is loaded in a process of its own. Times are medians, in microseconds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WARM_UP = 200, SAMPLES = 2000, BURSTS = 50, MOST_PACKETS = 64 };

/* The functions that are used, as X(name). */
#define FUNCTIONS(X) \
	X(hsa_iterate_agents) \
	X(hsa_agent_get_info) \
	X(hsa_agent_iterate_regions) \
	X(hsa_region_get_info) \
	X(hsa_memory_allocate) \
	X(hsa_queue_create) \
	X(hsa_queue_add_write_index_relaxed) \
	X(hsa_signal_create) \
	X(hsa_signal_store_relaxed) \
	X(hsa_signal_store_release) \
	X(hsa_signal_wait_acquire) \
	X(hsa_executable_create) \
	X(hsa_executable_load_code_object) \
	X(hsa_executable_freeze) \
	X(hsa_executable_get_symbol) \
	X(hsa_executable_symbol_get_info) \
	X(hsa_ext_program_create) \
	X(hsa_ext_program_add_module) \
	X(hsa_ext_program_finalize)

static struct {
	hsa_status_t (*init)(void);
	hsa_status_t (*shut_down)(void);
#define MEMBER(name) __typeof__(name) *name;
	FUNCTIONS(MEMBER)
#undef MEMBER
} api;

struct bench {
	hsa_agent_t agent;
	hsa_isa_t isa;
	hsa_profile_t profile;
	hsa_region_t kernarg;
	uint64_t kernel;
	uint32_t private_bytes, group_bytes;
	hsa_queue_t *queue;
	uint32_t packets; /* of the queue, and of a burst */
	hsa_signal_t done;
	void *arguments;
	double finalize_us, init_us;
};

static _Noreturn void give_up(const char *what)
{
	printf("  %s failed\n", what);
	fflush(stdout);
	_exit(1);
}

static void check(hsa_status_t status, const char *what)
{
	if (status != HSA_STATUS_SUCCESS)
		give_up(what);
}

static double now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* POSIX gives object and function pointers one representation, ISO C has no conversion. */
static void find(void *library, const char *name, void *function)
{
	void *found = dlsym(library, name);
	if (found == NULL)
		give_up(name);
	memcpy(function, &found, sizeof found);
}

static void bind(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		give_up(dlerror());
	find(library, "hsa_init", &api.init);
	find(library, "hsa_shut_down", &api.shut_down);
#define BIND(name) find(library, #name, &api.name);
	FUNCTIONS(BIND)
#undef BIND
}

static hsa_status_t take_agent(hsa_agent_t agent, void *data)
{
	uint32_t features = 0;
	struct bench *b = data;
	check(api.hsa_agent_get_info(agent, HSA_AGENT_INFO_FEATURE, &features), "agent_get_info");
	if ((features & HSA_AGENT_FEATURE_KERNEL_DISPATCH) == 0)
		return HSA_STATUS_SUCCESS;
	b->agent = agent;
	check(api.hsa_agent_get_info(agent, HSA_AGENT_INFO_ISA, &b->isa), "agent_get_info");
	check(api.hsa_agent_get_info(agent, HSA_AGENT_INFO_PROFILE, &b->profile), "agent_get_info");
	return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t take_region(hsa_region_t region, void *data)
{
	hsa_region_segment_t segment;
	uint32_t flags = 0;
	struct bench *b = data;
	check(api.hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment),
		"region_get_info");
	if (segment != HSA_REGION_SEGMENT_GLOBAL)
		return HSA_STATUS_SUCCESS;
	check(api.hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags),
		"region_get_info");
	if ((flags & HSA_REGION_GLOBAL_FLAG_KERNARG) != 0)
		b->kernarg = region;
	return HSA_STATUS_SUCCESS;
}

static hsa_code_object_t finalize(const struct bench *b, void *brig)
{
	hsa_ext_program_t program;
	hsa_code_object_t code;
	hsa_ext_control_directives_t none;
	memset(&none, 0, sizeof none);
	check(api.hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, b->profile,
		      HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &program),
		"program_create");
	check(api.hsa_ext_program_add_module(program, brig), "program_add_module");
	check(api.hsa_ext_program_finalize(program, b->isa, 0, none, NULL,
		      HSA_CODE_OBJECT_TYPE_PROGRAM, &code),
		"program_finalize");
	return code;
}

static void load(struct bench *b, void *brig, const char *kernel)
{
	hsa_executable_t executable;
	hsa_executable_symbol_t symbol;
	double start = now_us();
	hsa_code_object_t code = finalize(b, brig);
	check(api.hsa_executable_create(b->profile, HSA_EXECUTABLE_STATE_UNFROZEN, NULL,
		      &executable),
		"executable_create");
	check(api.hsa_executable_load_code_object(executable, b->agent, code, NULL),
		"executable_load_code_object");
	check(api.hsa_executable_freeze(executable, NULL), "executable_freeze");
	b->finalize_us = now_us() - start;
	check(api.hsa_executable_get_symbol(executable, NULL, kernel, b->agent, 0, &symbol),
		"executable_get_symbol");
	check(api.hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT,
		      &b->kernel),
		"executable_symbol_get_info");
	check(api.hsa_executable_symbol_get_info(symbol,
		      HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &b->private_bytes),
		"executable_symbol_get_info");
	check(api.hsa_executable_symbol_get_info(symbol,
		      HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &b->group_bytes),
		"executable_symbol_get_info");
}

static void write_packet(const struct bench *b, uint64_t index, bool completes)
{
	enum {
		SCOPES = HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE |
		         HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE
	};
	hsa_kernel_dispatch_packet_t *p =
		(hsa_kernel_dispatch_packet_t *)b->queue->base_address + index % b->packets;
	uint16_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH | SCOPES;
	p->setup = 1;
	p->workgroup_size_x = p->workgroup_size_y = p->workgroup_size_z = 1;
	p->grid_size_x = p->grid_size_y = p->grid_size_z = 1;
	p->private_segment_size = b->private_bytes;
	p->group_segment_size = b->group_bytes;
	p->kernel_object = b->kernel;
	p->kernarg_address = b->arguments;
	p->completion_signal = completes ? b->done : (hsa_signal_t){0};
	__atomic_store_n(&p->header, header, __ATOMIC_RELEASE);
}

static double one_dispatch(const struct bench *b, hsa_wait_state_t state)
{
	api.hsa_signal_store_relaxed(b->done, 1);
	uint64_t index = api.hsa_queue_add_write_index_relaxed(b->queue, 1);
	write_packet(b, index, true);
	double start = now_us();
	api.hsa_signal_store_release(b->queue->doorbell_signal, (hsa_signal_value_t)index);
	while (api.hsa_signal_wait_acquire(b->done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
		       state) >= 1)
		;
	return now_us() - start;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
	qsort(v, n, sizeof *v, by_size);
	return v[n / 2];
}

static double latency(const struct bench *b, hsa_wait_state_t state)
{
	static double v[SAMPLES];
	for (int i = 0; i < WARM_UP; i++)
		(void)one_dispatch(b, state);
	for (int i = 0; i < SAMPLES; i++)
		v[i] = one_dispatch(b, state);
	return median(v, SAMPLES);
}

/* Returns the time per packet of bursts that are waited for at their ends. */
static double burst(const struct bench *b)
{
	static double v[BURSTS];
	for (int i = 0; i < BURSTS; i++) {
		double start = now_us();
		api.hsa_signal_store_relaxed(b->done, b->packets);
		for (uint32_t k = 0; k < b->packets; k++) {
			uint64_t index = api.hsa_queue_add_write_index_relaxed(b->queue, 1);
			write_packet(b, index, true);
			api.hsa_signal_store_release(b->queue->doorbell_signal,
				(hsa_signal_value_t)index);
		}
		while (api.hsa_signal_wait_acquire(b->done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
			       HSA_WAIT_STATE_ACTIVE) >= 1)
			;
		v[i] = (now_us() - start) / b->packets;
	}
	return median(v, BURSTS);
}

static void measure(const char *path, void *brig, const char *kernel)
{
	struct bench b = {0};
	double start = now_us();
	bind(path);
	check(api.init(), "hsa_init");
	b.init_us = now_us() - start;
	(void)api.hsa_iterate_agents(take_agent, &b);
	if (b.agent.handle == 0)
		give_up("looking for an agent that runs kernels");
	check(api.hsa_agent_iterate_regions(b.agent, take_region, &b), "agent_iterate_regions");
	check(api.hsa_memory_allocate(b.kernarg, 64, &b.arguments), "memory_allocate");
	load(&b, brig, kernel);
	check(api.hsa_agent_get_info(b.agent, HSA_AGENT_INFO_QUEUE_MAX_SIZE, &b.packets),
		"agent_get_info");
	if (b.packets > MOST_PACKETS)
		b.packets = MOST_PACKETS;
	check(api.hsa_queue_create(b.agent, b.packets, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, 0, 0,
		      &b.queue),
		"queue_create");
	check(api.hsa_signal_create(1, 0, NULL, &b.done), "signal_create");
	double active = latency(&b, HSA_WAIT_STATE_ACTIVE);
	double blocked = latency(&b, HSA_WAIT_STATE_BLOCKED);
	printf("  %-12.1f%-12.1f%-12.2f%-12.2f%-12.2f\n", b.init_us, b.finalize_us, active, blocked,
		burst(&b));
	check(api.shut_down(), "hsa_shut_down");
}

static void *read_module(const char *path)
{
	FILE *f = fopen(path, "rb");
	if (f == NULL || fseek(f, 0, SEEK_END) != 0)
		return NULL;
	long n = ftell(f);
	rewind(f);
	char *bytes = n < 0 ? NULL : malloc((size_t)n + 1);
	if (bytes != NULL && fread(bytes, 1, (size_t)n, f) != (size_t)n) {
		free(bytes);
		bytes = NULL;
	}
	fclose(f);
	return bytes;
}

int main(int argc, char **argv)
{
	void *brig = argc < 4 ? NULL : read_module(argv[1]);
	int failures = 0;
	if (brig == NULL) {
		fputs("usage: hsaemu-hsa-latency MODULE.brig KERNEL LIBRARY...\n", stderr);
		return 2;
	}
	printf("%-40s  %-12s%-12s%-12s%-12s%-12s\n", "library (times in us)", "init", "finalize",
		"active", "blocked", "in a burst");
	fflush(stdout);
	for (int i = 3; i < argc; i++) {
		int status = 0;
		printf("%-40s", argv[i]);
		fflush(stdout);
		pid_t child = fork();
		if (child == 0) {
			measure(argv[i], brig, argv[2]);
			fflush(stdout);
			_exit(0);
		}
		if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
			failures++;
	}
	free(brig);
	return failures != 0;
}

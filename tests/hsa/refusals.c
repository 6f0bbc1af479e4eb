/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests what the functions that describe the machine, and AMD's, refuse: any call before hsa_init()
 * and after hsa_shut_down(), handles that are none, of another kind or stale, and NULL. */
#include "expect.h"

#define BAD_AGENT HSA_STATUS_ERROR_INVALID_AGENT
#define BAD_POOL HSA_STATUS_ERROR_INVALID_MEMORY_POOL
#define BAD_SIGNAL HSA_STATUS_ERROR_INVALID_SIGNAL

static uint64_t room[64];

static hsa_status_t no_agents(hsa_agent_t agent, void *data)
{
	(void)agent, (void)data;
	return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t stop_at_region(hsa_region_t region, void *data)
{
	(void)region, (void)data;
	return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t stop_at_pool(hsa_amd_memory_pool_t pool, void *data)
{
	(void)pool, (void)data;
	return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t stop_at_isa(hsa_isa_t isa, void *data)
{
	(void)isa, (void)data;
	return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t stop_at_cache(hsa_cache_t cache, void *data)
{
	(void)cache, (void)data;
	return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t stop_at_wave(hsa_wavefront_t wave, void *data)
{
	(void)wave, (void)data;
	return HSA_STATUS_INFO_BREAK;
}

/* Calls with handles that are not those of anything; each returns `wanted`, or when that is 0 the
 * status that its kind of handle has. */
static void wrong_handles(uint64_t handle, hsa_status_t wanted)
{
	const hsa_agent_t agent = {handle};
	const hsa_region_t region = {handle};
	const hsa_isa_t isa = {handle};
	const hsa_cache_t cache = {handle};
	const hsa_wavefront_t wave = {handle};
	const hsa_amd_memory_pool_t pool = {handle};
	bool result;
	uint16_t mask;
#define REFUSES(status, call) IS(wanted != 0 ? wanted : (hsa_status_t)(status), call)
	REFUSES(BAD_AGENT, hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, room));
	REFUSES(BAD_AGENT, hsa_agent_iterate_regions(agent, stop_at_region, NULL));
	REFUSES(BAD_AGENT, hsa_agent_iterate_caches(agent, stop_at_cache, NULL));
	REFUSES(BAD_AGENT, hsa_agent_iterate_isas(agent, stop_at_isa, NULL));
	REFUSES(BAD_AGENT, hsa_agent_get_exception_policies(agent, HSA_PROFILE_FULL, &mask));
	REFUSES(BAD_AGENT, hsa_amd_agent_iterate_memory_pools(agent, stop_at_pool, NULL));
	REFUSES(BAD_AGENT, hsa_memory_assign_agent(room, agent, HSA_ACCESS_PERMISSION_RW));
	REFUSES(HSA_STATUS_ERROR_INVALID_REGION,
		hsa_region_get_info(region, HSA_REGION_INFO_SIZE, room));
	REFUSES(HSA_STATUS_ERROR_INVALID_REGION, hsa_memory_allocate(region, 8, (void **)room));
	REFUSES(HSA_STATUS_ERROR_INVALID_ISA,
		hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME_LENGTH, room));
	REFUSES(HSA_STATUS_ERROR_INVALID_ISA,
		hsa_isa_get_info(isa, HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE, 1, room));
	REFUSES(HSA_STATUS_ERROR_INVALID_ISA, hsa_isa_compatible(isa, isa, &result));
	REFUSES(HSA_STATUS_ERROR_INVALID_ISA,
		hsa_isa_get_exception_policies(isa, HSA_PROFILE_FULL, &mask));
	REFUSES(HSA_STATUS_ERROR_INVALID_ISA,
		hsa_isa_get_round_method(isa, HSA_FP_TYPE_32, HSA_FLUSH_MODE_FTZ,
			(hsa_round_method_t *)(void *)room));
	REFUSES(HSA_STATUS_ERROR_INVALID_ISA, hsa_isa_iterate_wavefronts(isa, stop_at_wave, NULL));
	REFUSES(HSA_STATUS_ERROR_INVALID_CACHE,
		hsa_cache_get_info(cache, HSA_CACHE_INFO_SIZE, room));
	REFUSES(HSA_STATUS_ERROR_INVALID_WAVEFRONT,
		hsa_wavefront_get_info(wave, HSA_WAVEFRONT_INFO_SIZE, room));
	REFUSES(BAD_POOL, hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SIZE, room));
	REFUSES(BAD_POOL, hsa_amd_memory_pool_allocate(pool, 8, 0, (void **)room));
	REFUSES(BAD_POOL, hsa_amd_memory_pool_can_migrate(pool, pool, &result));
	REFUSES(BAD_POOL, hsa_amd_memory_migrate(room, pool, 0));
}

static void wrong_amd_handles(uint64_t handle, hsa_status_t wanted)
{
	const hsa_agent_t agent = {handle};
	const hsa_signal_t signal = {handle};
	hsa_queue_t *queue = (hsa_queue_t *)(uintptr_t)handle;
	hsa_amd_coherency_type_t type;
	hsa_amd_profiling_dispatch_time_t time;
	hsa_amd_profiling_async_copy_time_t copy_time;
	volatile hsa_signal_value_t *value;
	uint64_t tick;
	REFUSES(BAD_AGENT, hsa_amd_coherency_get_type(agent, &type));
	REFUSES(BAD_AGENT, hsa_amd_coherency_set_type(agent, HSA_AMD_COHERENCY_TYPE_COHERENT));
	REFUSES(BAD_AGENT, hsa_amd_profiling_get_dispatch_time(agent, signal, &time));
	REFUSES(BAD_AGENT, hsa_amd_profiling_convert_tick_to_system_domain(agent, 1, &tick));
	REFUSES(BAD_AGENT, hsa_amd_agents_allow_access(1, &agent, NULL, room));
	REFUSES(BAD_AGENT,
		hsa_amd_memory_async_copy(room, agent, room + 1, agent, 8, 0, NULL, signal));
	REFUSES(BAD_AGENT,
		hsa_amd_image_get_info_max_dim(agent,
			(hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS, room));
	REFUSES(BAD_AGENT, hsa_amd_svm_prefetch_async(room, 8, agent, 0, NULL, signal));
	REFUSES(BAD_SIGNAL, hsa_amd_profiling_get_async_copy_time(signal, &copy_time));
	REFUSES(BAD_SIGNAL, hsa_amd_signal_value_pointer(signal, &value));
	REFUSES(BAD_SIGNAL,
		hsa_amd_signal_async_handler(signal, HSA_SIGNAL_CONDITION_EQ, 0, NULL, NULL));
	REFUSES(HSA_STATUS_ERROR_INVALID_QUEUE, hsa_amd_queue_cu_set_mask(queue, 0, NULL));
	REFUSES(HSA_STATUS_ERROR_INVALID_QUEUE,
		hsa_amd_queue_cu_get_mask(queue, 32, (uint32_t *)room));
	REFUSES(HSA_STATUS_ERROR_INVALID_QUEUE,
		hsa_amd_queue_set_priority(queue, HSA_AMD_QUEUE_PRIORITY_HIGH));
	REFUSES(handle == 0 ? NULL_ARGUMENT : HSA_STATUS_ERROR_INVALID_QUEUE,
		hsa_amd_profiling_set_profiler_enabled(queue, 1));
}

static void call(void *arg)
{
	(void)arg;
}

static void freed(void *ptr, void *data)
{
	(void)ptr, (void)data;
}

/* Functions without a handle that could be wrong. */
static void without_runtime(void)
{
	const char *text;
	bool result;
	hsa_isa_t isa;
	hsa_signal_t signal = {0};
	hsa_amd_pointer_info_t info = {.size = sizeof info};
	size_t size;
	IS(NO_INIT, hsa_status_string(HSA_STATUS_SUCCESS, &text));
	IS(NO_INIT, hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, room));
	IS(NO_INIT, hsa_iterate_agents(no_agents, NULL));
	IS(NO_INIT, hsa_extension_get_name(0, &text));
	IS(NO_INIT, hsa_system_extension_supported(0, 1, 0, &result));
	IS(NO_INIT, hsa_system_major_extension_supported(0, 1, (uint16_t *)room, &result));
	IS(NO_INIT, hsa_agent_extension_supported(0, (hsa_agent_t){0}, 1, 0, &result));
	IS(NO_INIT, hsa_system_get_extension_table(0, 1, 0, room));
	IS(NO_INIT, hsa_system_get_major_extension_table(0, 1, 8, room));
	IS(NO_INIT, hsa_isa_from_name("HSAEMU:x86-64:1:0", &isa));
	IS(NO_INIT, hsa_memory_free(room));
	IS(NO_INIT, hsa_memory_copy(room, room + 8, 8));
	IS(NO_INIT, hsa_memory_register(room, 8));
	IS(NO_INIT, hsa_memory_deregister(room, 8));
	IS(NO_INIT, hsa_amd_profiling_async_copy_enable(true));
	IS(NO_INIT, hsa_amd_signal_create(0, 0, NULL, 0, &signal));
	IS(NO_INIT, hsa_amd_async_function(call, NULL));
	IS(NO_INIT, hsa_amd_memory_pool_free(room));
	IS(NO_INIT, hsa_amd_memory_lock(room, 8, NULL, 0, (void **)room));
	IS(NO_INIT, hsa_amd_memory_unlock(room));
	IS(NO_INIT, hsa_amd_memory_fill(room, 0, 1));
	IS(NO_INIT, hsa_amd_interop_map_buffer(0, NULL, 0, 0, &size, (void **)room, NULL, NULL));
	IS(NO_INIT, hsa_amd_interop_unmap_buffer(room));
	IS(NO_INIT, hsa_amd_pointer_info(room, &info, NULL, NULL, NULL));
	IS(NO_INIT, hsa_amd_pointer_info_set_userdata(room, NULL));
	IS(NO_INIT, hsa_amd_ipc_memory_create(room, 8, (hsa_amd_ipc_memory_t *)room));
	IS(NO_INIT, hsa_amd_ipc_memory_detach(room));
	IS(NO_INIT, hsa_amd_ipc_signal_create(signal, (hsa_amd_ipc_signal_t *)room));
	IS(NO_INIT, hsa_amd_register_deallocation_callback(room, freed, NULL));
	IS(NO_INIT, hsa_amd_deregister_deallocation_callback(room, freed));
	IS(NO_INIT, hsa_amd_svm_attributes_set(room, 8, NULL, 0));
	IS(NO_INIT, hsa_amd_svm_attributes_get(room, 8, NULL, 0));
	EXPECT(hsa_amd_signal_wait_any(1, &signal, (hsa_signal_condition_t[1]){0},
		       (hsa_signal_value_t[1]){0}, 0, HSA_WAIT_STATE_BLOCKED, NULL) == UINT32_MAX);
}

static void null_arguments(struct agents a)
{
	hsa_region_t region = global_region(a.gpu, 0);
	hsa_isa_t isa;
	uint16_t mask;
	OK(hsa_agent_get_info(a.gpu, HSA_AGENT_INFO_ISA, &isa));
	IS(NULL_ARGUMENT, hsa_status_string(HSA_STATUS_SUCCESS, NULL));
	IS(NULL_ARGUMENT, hsa_iterate_agents(NULL, NULL));
	IS(NULL_ARGUMENT, hsa_agent_get_info(a.gpu, HSA_AGENT_INFO_NAME, NULL));
	IS(NULL_ARGUMENT, hsa_agent_iterate_regions(a.gpu, NULL, NULL));
	IS(NULL_ARGUMENT, hsa_agent_iterate_caches(a.gpu, NULL, NULL));
	IS(NULL_ARGUMENT, hsa_agent_iterate_isas(a.gpu, NULL, NULL));
	IS(NULL_ARGUMENT, hsa_amd_agent_iterate_memory_pools(a.gpu, NULL, NULL));
	IS(NULL_ARGUMENT, hsa_agent_get_exception_policies(a.gpu, HSA_PROFILE_FULL, NULL));
	IS(NULL_ARGUMENT, hsa_region_get_info(region, HSA_REGION_INFO_SIZE, NULL));
	IS(NULL_ARGUMENT, hsa_isa_from_name(NULL, &isa));
	IS(NULL_ARGUMENT, hsa_isa_from_name("x", NULL));
	IS(NULL_ARGUMENT, hsa_isa_compatible(isa, isa, NULL));
	IS(NULL_ARGUMENT, hsa_isa_get_exception_policies(isa, HSA_PROFILE_FULL, NULL));
	IS(NULL_ARGUMENT, hsa_isa_iterate_wavefronts(isa, NULL, NULL));
	IS(NULL_ARGUMENT, hsa_isa_get_round_method(isa, HSA_FP_TYPE_32, HSA_FLUSH_MODE_FTZ, NULL));
	IS(NULL_ARGUMENT, hsa_agent_get_exception_policies(a.gpu, (hsa_profile_t)2, &mask));
	IS(NULL_ARGUMENT, hsa_amd_coherency_get_type(a.gpu, NULL));
	IS(NULL_ARGUMENT, hsa_amd_coherency_set_type(a.gpu, (hsa_amd_coherency_type_t)2));
	IS(NULL_ARGUMENT, hsa_amd_async_function(NULL, NULL));
	IS(NULL_ARGUMENT, hsa_amd_register_system_event_handler(NULL, NULL));
	IS(HSA_STATUS_INFO_BREAK, hsa_iterate_agents(no_agents, NULL));
	IS(HSA_STATUS_INFO_BREAK, hsa_agent_iterate_regions(a.gpu, stop_at_region, NULL));
	IS(HSA_STATUS_INFO_BREAK, hsa_agent_iterate_isas(a.gpu, stop_at_isa, NULL));
	IS(HSA_STATUS_INFO_BREAK, hsa_isa_iterate_wavefronts(isa, stop_at_wave, NULL));
	IS(HSA_STATUS_INFO_BREAK, hsa_amd_agent_iterate_memory_pools(a.gpu, stop_at_pool, NULL));
}

/* Every status of the headers has its words, which begin with its name. */
static void texts(void)
{
	static const unsigned known[] = {
		0, 1, 0x1000, 0x1026, 0x2000, 0x2006, 0x3000, 0x3003, 40, 44};
	const char *text;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		OK(hsa_status_string((hsa_status_t)known[i], &text));
		EXPECT(strncmp(text, "HSA_", 4) == 0 && strstr(text, ": ") != NULL);
	}
	unsigned count = 0;
	for (unsigned i = 0; i < 0x4000; i++)
		count += hsa_status_string((hsa_status_t)i, &text) == HSA_STATUS_SUCCESS;
	EXPECT(count == 2 + 33 + 7 + 4 + 5);
	IS(NULL_ARGUMENT, hsa_status_string((hsa_status_t)UINT32_MAX, &text));
}

int main(void)
{
	static const uint64_t none[] = {0, 1, 2, 100, UINT32_MAX, UINT64_MAX, UINT64_C(1) << 63,
		UINT64_C(1) << 32 | 1000000};
	without_runtime();
	wrong_handles(0, NO_INIT);
	wrong_amd_handles(0, NO_INIT);
	OK(hsa_init());
	struct agents a = find_agents();
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		wrong_handles(none[i], 0);
		wrong_amd_handles(none[i], 0);
	}
	hsa_signal_t signal; /* its handle is an address */
	OK(hsa_signal_create(1, 0, NULL, &signal));
	wrong_handles(signal.handle, 0);
	OK(hsa_signal_destroy(signal));
	wrong_amd_handles(signal.handle, 0);
	null_arguments(a);
	texts();
	OK(hsa_shut_down());
	without_runtime();
	wrong_handles(a.gpu.handle, NO_INIT);
	return 0;
}

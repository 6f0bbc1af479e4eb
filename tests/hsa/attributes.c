/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests each attribute of the system, of agents, caches, instruction sets and wavefronts: its
 * value, and that no more is stored than its type has. */
#include "expect.h"

enum { GUARD = 0xa5, ROOM = 256 };

/* Gets `bytes` of an attribute by CALL, which stores into `value`, and expects that it has left
 * the byte behind them alone. */
static uint8_t value[ROOM];
#define GET(bytes, call) \
	(memset(value, GUARD, sizeof value), OK(call), EXPECT(value[bytes] == GUARD))
#define VALUE(type) (*(type *)(void *)value)
#define AGENT(type, attribute) \
	(GET(sizeof(type), hsa_agent_get_info(agent, (hsa_agent_info_t)(attribute), value)))
#define AGENT_IS(type, attribute, wanted) (AGENT(type, attribute), EXPECT(VALUE(type) == (wanted)))
#define SYSTEM_IS(type, attribute, wanted) \
	(GET(sizeof(type), hsa_system_get_info(attribute, value)), EXPECT(VALUE(type) == (wanted)))
#define ISA_IS(type, attribute, wanted) \
	(GET(sizeof(type), hsa_isa_get_info_alt(isa, attribute, value)), \
		EXPECT(VALUE(type) == (wanted)))

static void extensions(void)
{
	/* finalizer, images, AMD's loader */
	EXPECT(value[0] == 3);
	for (size_t i = 1; i < 128; i++)
		EXPECT(value[i] == (i == HSA_EXTENSION_AMD_LOADER / 8 ? 2 : 0));
}

static void system_attributes(void)
{
	SYSTEM_IS(uint16_t, HSA_SYSTEM_INFO_VERSION_MAJOR, 1);
	SYSTEM_IS(uint16_t, HSA_SYSTEM_INFO_VERSION_MINOR, 1);
	SYSTEM_IS(uint64_t, HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, 1000000000);
	SYSTEM_IS(uint64_t, HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT, UINT64_MAX);
	SYSTEM_IS(hsa_endianness_t, HSA_SYSTEM_INFO_ENDIANNESS, HSA_ENDIANNESS_LITTLE);
	SYSTEM_IS(hsa_machine_model_t, HSA_SYSTEM_INFO_MACHINE_MODEL, HSA_MACHINE_MODEL_LARGE);
	SYSTEM_IS(bool, HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED, true);
	SYSTEM_IS(bool, HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT, true);
	GET(128, hsa_system_get_info(HSA_SYSTEM_INFO_EXTENSIONS, value));
	extensions();
	OK(hsa_system_get_info(HSA_AMD_SYSTEM_INFO_BUILD_VERSION, value));
	EXPECT(strlen((char *)value) > 0);
	uint64_t before, after;
	OK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &before));
	do {
		OK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &after));
		EXPECT(after >= before);
	} while (after == before);
	IS(NULL_ARGUMENT, hsa_system_get_info((hsa_system_info_t)8, value));
	IS(NULL_ARGUMENT, hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, NULL));
}

/* ---- agents ---------------------------------------------------------------------------------- */

static void names(hsa_agent_t agent, const char *uuid)
{
	static const uint32_t attributes[] = {
		HSA_AGENT_INFO_NAME, HSA_AGENT_INFO_VENDOR_NAME, HSA_AMD_AGENT_INFO_PRODUCT_NAME};
	for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
		AGENT(char[64], attributes[i]);
		size_t len = strnlen((char *)value, 64);
		EXPECT(len > 0 && len < 64);
		for (size_t k = len; k < 64; k++)
			EXPECT(value[k] == 0);
	}
	AGENT(char[21], HSA_AMD_AGENT_INFO_UUID);
	EXPECT(strcmp((char *)value, uuid) == 0);
}

static void common(hsa_agent_t agent, uint32_t node)
{
	AGENT_IS(uint16_t, HSA_AGENT_INFO_VERSION_MAJOR, 1);
	AGENT_IS(uint16_t, HSA_AGENT_INFO_VERSION_MINOR, 1);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_NODE, node);
	AGENT_IS(uint32_t, HSA_AMD_AGENT_INFO_DRIVER_NODE_ID, node);
	AGENT_IS(hsa_machine_model_t, HSA_AGENT_INFO_MACHINE_MODEL, HSA_MACHINE_MODEL_LARGE);
	AGENT_IS(hsa_profile_t, HSA_AGENT_INFO_PROFILE, HSA_PROFILE_FULL);
	AGENT_IS(hsa_default_float_rounding_mode_t, HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO);
	AGENT_IS(bool, HSA_AGENT_INFO_FAST_F16_OPERATION, false);
	AGENT_IS(hsa_queue_type32_t, HSA_AGENT_INFO_QUEUE_TYPE, HSA_QUEUE_TYPE_MULTI);
	AGENT(uint32_t[4], HSA_AGENT_INFO_CACHE_SIZE);
	AGENT_IS(uint32_t, HSA_AMD_AGENT_INFO_CACHELINE_SIZE, 64);
	AGENT(uint32_t, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT);
	EXPECT(VALUE(uint32_t) >= 1);
	AGENT(uint32_t, HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY);
	AGENT(hsa_amd_hdp_flush_t, HSA_AMD_AGENT_INFO_HDP_FLUSH);
	AGENT_IS(bool, HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS, true);
	static const uint32_t none[] = {HSA_AMD_AGENT_INFO_CHIP_ID,
		HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS, HSA_AMD_AGENT_INFO_BDFID,
		HSA_AMD_AGENT_INFO_DOMAIN, HSA_AMD_AGENT_INFO_MEMORY_WIDTH,
		HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY, HSA_AMD_AGENT_INFO_ASIC_REVISION};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		AGENT_IS(uint32_t, none[i], 0);
}

static void host(hsa_agent_t agent)
{
	static const uint32_t none[] = {HSA_AGENT_INFO_WAVEFRONT_SIZE,
		HSA_AGENT_INFO_WORKGROUP_MAX_SIZE, HSA_AGENT_INFO_GRID_MAX_SIZE,
		HSA_AGENT_INFO_FBARRIER_MAX_SIZE, HSA_AGENT_INFO_QUEUES_MAX,
		HSA_AGENT_INFO_QUEUE_MIN_SIZE, HSA_AGENT_INFO_QUEUE_MAX_SIZE,
		HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU,
		HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES, HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE,
		HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT};
	names(agent, "CPU-XX");
	common(agent, 0);
	AGENT_IS(hsa_agent_feature_t, HSA_AGENT_INFO_FEATURE, HSA_AGENT_FEATURE_AGENT_DISPATCH);
	AGENT_IS(hsa_device_type_t, HSA_AGENT_INFO_DEVICE, HSA_DEVICE_TYPE_CPU);
	AGENT_IS(uint64_t, HSA_AGENT_INFO_ISA, 0);
	AGENT_IS(bool, HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES, false);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		AGENT_IS(uint32_t, none[i], 0);
	AGENT(uint16_t[3], HSA_AGENT_INFO_WORKGROUP_MAX_DIM);
	AGENT(hsa_dim3_t, HSA_AGENT_INFO_GRID_MAX_DIM);
	AGENT(uint8_t[128], HSA_AGENT_INFO_EXTENSIONS);
	EXPECT(value[0] == 0);
}

static void kernel_agent(hsa_agent_t agent)
{
	names(agent, "GPU-XX");
	EXPECT(hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, value) == HSA_STATUS_SUCCESS &&
		strcmp((char *)value, "HSAEmu") == 0);
	common(agent, 1);
	AGENT_IS(hsa_agent_feature_t, HSA_AGENT_INFO_FEATURE, HSA_AGENT_FEATURE_KERNEL_DISPATCH);
	AGENT_IS(hsa_device_type_t, HSA_AGENT_INFO_DEVICE, HSA_DEVICE_TYPE_GPU);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_WAVEFRONT_SIZE, 32);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_WORKGROUP_MAX_SIZE, 1024);
	AGENT(uint16_t[3], HSA_AGENT_INFO_WORKGROUP_MAX_DIM);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_GRID_MAX_SIZE, UINT32_MAX);
	AGENT(hsa_dim3_t, HSA_AGENT_INFO_GRID_MAX_DIM);
	EXPECT(VALUE(hsa_dim3_t).z == UINT32_MAX);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_FBARRIER_MAX_SIZE, 32);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_QUEUES_MAX, 128);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_QUEUE_MIN_SIZE, 64);
	AGENT_IS(uint32_t, HSA_AGENT_INFO_QUEUE_MAX_SIZE, 32768);
	AGENT_IS(uint32_t, HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU, 32);
	AGENT_IS(uint32_t, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU, 1);
	AGENT_IS(uint32_t, HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES, 1);
	AGENT_IS(uint32_t, HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE, 1);
	AGENT(uint32_t, HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT);
	AGENT_IS(bool, HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES, true);
	AGENT(uint8_t[128], HSA_AGENT_INFO_EXTENSIONS);
	extensions();
}

/* ---- instruction set ------------------------------------------------------------------------- */

static hsa_status_t take_handle(uint64_t handle, void *data)
{
	*(uint64_t *)data = handle;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t take_isa(hsa_isa_t isa, void *data)
{
	return take_handle(isa.handle, data);
}

static hsa_status_t take_wavefront(hsa_wavefront_t wavefront, void *data)
{
	return take_handle(wavefront.handle, data);
}

static void isa_limits(hsa_isa_t isa)
{
	ISA_IS(uint32_t, HSA_ISA_INFO_CALL_CONVENTION_COUNT, 1);
	ISA_IS(uint32_t, HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE, 32);
	ISA_IS(uint32_t, HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONTS_PER_COMPUTE_UNIT, 32);
	ISA_IS(bool, HSA_ISA_INFO_FAST_F16_OPERATION, false);
	GET(6, hsa_isa_get_info_alt(isa, HSA_ISA_INFO_WORKGROUP_MAX_DIM, value));
	ISA_IS(uint32_t, HSA_ISA_INFO_WORKGROUP_MAX_SIZE, 1024);
	GET(12, hsa_isa_get_info_alt(isa, HSA_ISA_INFO_GRID_MAX_DIM, value));
	ISA_IS(uint64_t, HSA_ISA_INFO_GRID_MAX_SIZE, UINT64_MAX);
	ISA_IS(uint32_t, HSA_ISA_INFO_FBARRIER_MAX_SIZE, 32);
	IS(NULL_ARGUMENT, hsa_isa_get_info_alt(isa, (hsa_isa_info_t)10, value));
	IS(NULL_ARGUMENT, hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME, NULL));
	uint32_t size;
	hsa_isa_info_t per_convention = HSA_ISA_INFO_CALL_CONVENTION_INFO_WAVEFRONT_SIZE;
	OK(hsa_isa_get_info(isa, per_convention, 0, &size));
	IS(HSA_STATUS_ERROR_INVALID_INDEX, hsa_isa_get_info(isa, per_convention, 1, &size));
	IS(HSA_STATUS_ERROR_INVALID_INDEX,
		hsa_isa_get_info(isa, HSA_ISA_INFO_WORKGROUP_MAX_SIZE, UINT32_MAX, &size));
}

static void isa_modes(hsa_isa_t isa)
{
	GET(2, hsa_isa_get_info_alt(isa, HSA_ISA_INFO_MACHINE_MODELS, value));
	EXPECT(!value[HSA_MACHINE_MODEL_SMALL] && value[HSA_MACHINE_MODEL_LARGE]);
	GET(2, hsa_isa_get_info_alt(isa, HSA_ISA_INFO_PROFILES, value));
	EXPECT(value[HSA_PROFILE_BASE] && value[HSA_PROFILE_FULL]);
	GET(3, hsa_isa_get_info_alt(isa, HSA_ISA_INFO_DEFAULT_FLOAT_ROUNDING_MODES, value));
	EXPECT(value[0] && value[1] && value[2]);
	GET(3, hsa_isa_get_info_alt(isa, HSA_ISA_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES,
		       value));
	EXPECT(!value[0] && value[1] && value[2]);
	uint16_t policies;
	OK(hsa_isa_get_exception_policies(isa, HSA_PROFILE_BASE, &policies));
	EXPECT(policies == (HSA_EXCEPTION_POLICY_BREAK | HSA_EXCEPTION_POLICY_DETECT));
	IS(NULL_ARGUMENT, hsa_isa_get_exception_policies(isa, (hsa_profile_t)2, &policies));
	hsa_round_method_t method;
	for (int type = HSA_FP_TYPE_16; type <= HSA_FP_TYPE_64; type *= 2)
		for (int mode = HSA_FLUSH_MODE_FTZ; mode <= HSA_FLUSH_MODE_NON_FTZ; mode++) {
			OK(hsa_isa_get_round_method(isa, (hsa_fp_type_t)type,
				(hsa_flush_mode_t)mode, &method));
			EXPECT(method == HSA_ROUND_METHOD_SINGLE);
		}
	IS(NULL_ARGUMENT,
		hsa_isa_get_round_method(isa, (hsa_fp_type_t)3, HSA_FLUSH_MODE_FTZ, &method));
	IS(NULL_ARGUMENT,
		hsa_isa_get_round_method(isa, HSA_FP_TYPE_32, (hsa_flush_mode_t)0, &method));
}

static void isas(struct agents a)
{
	static const char name[] = "HSAEMU:x86-64:1:0";
	hsa_isa_t isa = {0}, other = {0};
	hsa_wavefront_t wave = {0};
	OK(hsa_agent_iterate_isas(a.cpu, take_isa, &isa));
	EXPECT(isa.handle == 0);
	OK(hsa_agent_iterate_isas(a.gpu, take_isa, &isa));
	OK(hsa_agent_get_info(a.gpu, HSA_AGENT_INFO_ISA, &other));
	EXPECT(isa.handle != 0 && isa.handle == other.handle);
	ISA_IS(uint32_t, HSA_ISA_INFO_NAME_LENGTH, sizeof name);
	GET(sizeof name, hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME, value));
	EXPECT(strcmp((char *)value, name) == 0);
	OK(hsa_isa_from_name(name, &other));
	EXPECT(isa.handle == other.handle);
	OK(hsa_isa_from_name("x86_64-hsaemu-hsa--1.0", &other));
	EXPECT(isa.handle == other.handle);
	IS(HSA_STATUS_ERROR_INVALID_ISA_NAME, hsa_isa_from_name("AMD:AMDGPU:8:0:3", &other));
	bool compatible = false;
	OK(hsa_isa_compatible(isa, other, &compatible));
	EXPECT(compatible);
	isa_limits(isa);
	isa_modes(isa);
	OK(hsa_isa_iterate_wavefronts(isa, take_wavefront, &wave));
	GET(4, hsa_wavefront_get_info(wave, HSA_WAVEFRONT_INFO_SIZE, value));
	EXPECT(VALUE(uint32_t) == 32);
	IS(NULL_ARGUMENT, hsa_wavefront_get_info(wave, (hsa_wavefront_info_t)1, value));
}

/* ---- caches ---------------------------------------------------------------------------------- */

struct caches {
	uint32_t by_level[4];
	uint8_t last;
};

static hsa_status_t take_cache(hsa_cache_t cache, void *data)
{
	struct caches *c = data;
	uint32_t length;
	uint8_t level;
	OK(hsa_cache_get_info(cache, HSA_CACHE_INFO_NAME_LENGTH, &length));
	GET(length, hsa_cache_get_info(cache, HSA_CACHE_INFO_NAME, value));
	EXPECT(strlen((char *)value) + 1 == length);
	OK(hsa_cache_get_info(cache, HSA_CACHE_INFO_LEVEL, &level));
	EXPECT(level > c->last && level <= 4);
	c->last = level;
	GET(4, hsa_cache_get_info(cache, HSA_CACHE_INFO_SIZE, value));
	c->by_level[level - 1] = VALUE(uint32_t);
	IS(NULL_ARGUMENT, hsa_cache_get_info(cache, (hsa_cache_info_t)4, value));
	IS(NULL_ARGUMENT, hsa_cache_get_info(cache, HSA_CACHE_INFO_SIZE, NULL));
	return HSA_STATUS_SUCCESS;
}

static void caches(hsa_agent_t agent)
{
	struct caches c = {.last = 0};
	OK(hsa_agent_iterate_caches(agent, take_cache, &c));
	AGENT(uint32_t[4], HSA_AGENT_INFO_CACHE_SIZE);
	EXPECT(memcmp(value, c.by_level, sizeof c.by_level) == 0);
}

static void policies(hsa_agent_t agent)
{
	uint16_t mask = 0;
	OK(hsa_agent_get_exception_policies(agent, HSA_PROFILE_FULL, &mask));
	EXPECT(mask == (HSA_EXCEPTION_POLICY_BREAK | HSA_EXCEPTION_POLICY_DETECT));
	IS(NULL_ARGUMENT, hsa_agent_get_exception_policies(agent, (hsa_profile_t)-1, &mask));
}

int main(void)
{
	OK(hsa_init());
	struct agents a = find_agents();
	system_attributes();
	host(a.cpu);
	kernel_agent(a.gpu);
	IS(NULL_ARGUMENT, hsa_agent_get_info(a.gpu, (hsa_agent_info_t)25, value));
	IS(NULL_ARGUMENT, hsa_agent_get_info(a.gpu, (hsa_agent_info_t)0x2fff, value));
	IS(NULL_ARGUMENT, hsa_agent_get_info(a.gpu, (hsa_agent_info_t)0xa015, value));
	isas(a);
	caches(a.cpu);
	caches(a.gpu);
	policies(a.cpu);
	policies(a.gpu);
	OK(hsa_shut_down());
	return 0;
}

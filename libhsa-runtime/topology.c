/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Describes the machine once, at hsa_init(): two agents, of which the CPU is the host and the GPU
 * runs kernels, with the memory and the caches that they share. */
#include <stdlib.h>
#include <string.h>
#include "agents_impl.h"

enum { BOTH = 1 << HR_AGENT_CPU | 1 << HR_AGENT_GPU, CPU = 1 << HR_AGENT_CPU };
enum { GPU = 1 << HR_AGENT_GPU };
enum {
	FINE = HSA_REGION_GLOBAL_FLAG_FINE_GRAINED,
	COARSE = HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED,
	KERNARG = HSA_REGION_GLOBAL_FLAG_KERNARG,
};

/* In the order in which clients get them. */
static const struct hr_region regions[HR_REGIONS] = {
	[HR_REGION_FINE] = {.segment = HSA_REGION_SEGMENT_GLOBAL,
		.flags = FINE,
		.seen = BOTH,
		.owner = HR_AGENT_CPU},
	[HR_REGION_KERNARG] = {.segment = HSA_REGION_SEGMENT_GLOBAL,
		.flags = FINE | KERNARG,
		.seen = BOTH,
		.owner = HR_AGENT_CPU},
	[HR_REGION_COARSE] = {.segment = HSA_REGION_SEGMENT_GLOBAL,
		.flags = COARSE,
		.seen = CPU,
		.owner = HR_AGENT_CPU},
	[HR_REGION_LOCAL] = {.segment = HSA_REGION_SEGMENT_GLOBAL,
		.flags = COARSE,
		.seen = GPU,
		.owner = HR_AGENT_GPU},
	[HR_REGION_READONLY] = {.segment = HSA_REGION_SEGMENT_READONLY,
		.seen = GPU,
		.owner = HR_AGENT_GPU},
	[HR_REGION_GROUP] = {.segment = HSA_REGION_SEGMENT_GROUP,
		.seen = GPU,
		.owner = HR_AGENT_GPU,
		.bytes = RT_MAX_GROUP_BYTES},
	[HR_REGION_PRIVATE] = {.segment = HSA_REGION_SEGMENT_PRIVATE,
		.seen = GPU,
		.owner = HR_AGENT_GPU,
		.bytes = RT_MAX_PRIVATE_BYTES},
};

static void describe_agents(struct hr_state *s)
{
	static const char deep_product[] = "HSAEmu gfx600, emulated on the CPU";
	struct hr_agent *cpu = &s->topology->agents[HR_AGENT_CPU];
	struct hr_agent *gpu = &s->topology->agents[HR_AGENT_GPU];
	*cpu = (struct hr_agent){.index = HR_AGENT_CPU,
		.device = HSA_DEVICE_TYPE_CPU,
		.feature = HSA_AGENT_FEATURE_AGENT_DISPATCH,
		.name = "CPU"};
	rt_machine_cpu_name(cpu->name, sizeof cpu->name);
	memcpy(cpu->product, cpu->name, sizeof cpu->product);
	*gpu = (struct hr_agent){.index = HR_AGENT_GPU,
		.device = HSA_DEVICE_TYPE_GPU,
		.feature = HSA_AGENT_FEATURE_KERNEL_DISPATCH,
		.product = "HSAEmu GPU on the CPU",
		.is_deep = s->environment.deep != 0};
	if (gpu->is_deep)
		memcpy(gpu->product, deep_product, sizeof deep_product);
	memcpy(gpu->name, s->environment.agent, sizeof gpu->name);
}

static void describe_caches(struct hr_topology *t)
{
	for (uint8_t i = 0; i < HR_MAX_CACHES; i++) {
		t->cache_bytes[i] = rt_machine_cache_bytes(i + 1u);
		if (t->cache_bytes[i] != 0)
			t->caches[t->cache_count++] = (struct hr_cache){
				.name = {'L', (char)('1' + i)},
				.level = i + 1,
				.bytes = t->cache_bytes[i],
			};
	}
}

/* Makes handles of all that has one. False when there is no memory. */
static bool make_handles(struct hr_handles *h, struct hr_topology *t)
{
	bool all = true;
	for (size_t i = 0; i < HR_AGENTS; i++)
		all &= (t->agents[i].self.handle =
				       hr_handle_new(h, HR_AGENT, &t->agents[i], NULL)) != 0;
	for (size_t i = 0; i < HR_REGIONS; i++) {
		struct hr_region *r = &t->regions[i];
		all &= (r->self.handle = hr_handle_new(h, HR_REGION, r, NULL)) != 0;
	}
	for (size_t i = 0; i < t->cache_count; i++)
		all &= (t->caches[i].self.handle =
				       hr_handle_new(h, HR_CACHE, &t->caches[i], NULL)) != 0;
	all &= (t->isa.handle = hr_handle_new(h, HR_ISA, &t->isa_object, NULL)) != 0;
	all &= (t->wavefront.handle = hr_handle_new(h, HR_WAVEFRONT, &t->wavefront_object, NULL)) !=
	       0;
	return all;
}

hsa_status_t hr_topology_init(struct hr_state *s)
{
	struct hr_topology *t = mem_try_new(1, sizeof *t);
	if (t == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	s->topology = t;
	memcpy(t->regions, regions, sizeof regions);
	if (s->environment.deep != 0) {
		t->regions[HR_REGION_GROUP].bytes = GCN_DEVICE_GROUP_BYTES;
		t->regions[HR_REGION_PRIVATE].bytes = GCN_DEVICE_PRIVATE_BYTES;
	}
	describe_agents(s);
	describe_caches(t);
	if (make_handles(&s->handles, t))
		return HSA_STATUS_SUCCESS;
	hr_topology_release(s);
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

void hr_topology_release(struct hr_state *s)
{
	free(s->topology);
	s->topology = NULL;
}

const struct hr_agent *hr_agent_find(struct hr_state *s, hsa_agent_t agent)
{
	return hr_handle_get(&s->handles, HR_AGENT, agent.handle);
}

const struct hr_region *hr_region_find(struct hr_state *s, uint64_t region_or_pool)
{
	return hr_handle_get(&s->handles, HR_REGION, region_or_pool);
}

bool hr_isa_is_valid(struct hr_state *s, hsa_isa_t isa)
{
	return hr_handle_get(&s->handles, HR_ISA, isa.handle) != NULL;
}

hsa_status_t hr_put(void *value, const void *from, size_t bytes)
{
	memcpy(value, from, bytes);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hr_put_name(void *value, const char *name, size_t bytes)
{
	size_t len = strnlen(name, bytes - 1);
	memset(value, 0, bytes);
	memcpy(value, name, len);
	return HSA_STATUS_SUCCESS;
}

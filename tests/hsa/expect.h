/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For the tests of the HSA runtime: expectations that end the program when they fail, and the
 * agents. */
#ifndef TESTS_HSA_EXPECT_H
#define TESTS_HSA_EXPECT_H

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_finalize.h>
#include <hsa/hsa_ext_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(cond) \
	((cond) ? (void)0 \
		: (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #cond), exit(1)))

static inline void expect_status(const char *file, int line, const char *call, unsigned got,
	unsigned wanted)
{
	if (got == wanted)
		return;
	fprintf(stderr, "%s:%d: %s: status %#x instead of %#x\n", file, line, call, got, wanted);
	exit(1);
}
/* Expects that a call returns this status. */
#define IS(status, call) \
	expect_status(__FILE__, __LINE__, #call, (unsigned)(call), (unsigned)(status))
#define OK(call) IS(HSA_STATUS_SUCCESS, call)
/* The short names of statuses that are expected often. */
#define NULL_ARGUMENT HSA_STATUS_ERROR_INVALID_ARGUMENT
#define NO_INIT HSA_STATUS_ERROR_NOT_INITIALIZED

/* The header declares these without a prototype. */
hsa_status_t hsa_init(void);
hsa_status_t hsa_shut_down(void);

struct agents {
	hsa_agent_t cpu, gpu;
};

static inline hsa_status_t take_agent(hsa_agent_t agent, void *data)
{
	struct agents *a = data;
	hsa_device_type_t device;
	OK(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &device));
	*(device == HSA_DEVICE_TYPE_GPU ? &a->gpu : &a->cpu) = agent;
	return HSA_STATUS_SUCCESS;
}

static inline struct agents find_agents(void)
{
	struct agents a = {{0}, {0}};
	OK(hsa_iterate_agents(take_agent, &a));
	EXPECT(a.cpu.handle != 0 && a.gpu.handle != 0);
	return a;
}

/* The regions of an agent, in their order. */
struct regions {
	hsa_region_t at[16];
	size_t count;
};

static inline hsa_status_t take_region(hsa_region_t region, void *data)
{
	struct regions *r = data;
	r->at[r->count++] = region;
	return HSA_STATUS_SUCCESS;
}

static inline struct regions find_regions(hsa_agent_t agent)
{
	struct regions r = {.count = 0};
	OK(hsa_agent_iterate_regions(agent, take_region, &r));
	return r;
}

/* The first region of an agent with these flags in the global segment. */
static inline hsa_region_t global_region(hsa_agent_t agent, uint32_t flags)
{
	struct regions r = find_regions(agent);
	for (size_t i = 0; i < r.count; i++) {
		hsa_region_segment_t segment;
		uint32_t has;
		OK(hsa_region_get_info(r.at[i], HSA_REGION_INFO_SEGMENT, &segment));
		OK(hsa_region_get_info(r.at[i], HSA_REGION_INFO_GLOBAL_FLAGS, &has));
		if (segment == HSA_REGION_SEGMENT_GLOBAL && (has & flags) == flags)
			return r.at[i];
	}
	EXPECT(!"there is such a region");
	return r.at[0];
}

#endif

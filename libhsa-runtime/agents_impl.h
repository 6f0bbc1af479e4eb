/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the runtime offers and what stays the same from hsa_init() to hsa_shut_down(): the agents,
 * their memory regions, caches and instruction set. */
#ifndef HSAEMU_HSA_AGENTS_IMPL_H
#define HSAEMU_HSA_AGENTS_IMPL_H

#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>
#include "hsa_impl.h"
#include "hsaemu/kernel_abi.h"
#include "hsaemu/machine.h"

enum {
	HR_MAX_CACHES = 4,
	HR_NAME_BYTES = 64, /* of an agent, as the standard has it */
	HR_GRANULE = 4096,  /* allocations are whole pages */
	HR_FBARRIERS = 32,  /* at least; there may be as many as group memory has room for */
	/* Some clients create as many queues of the largest size as there may be. */
	HR_MAX_QUEUES = 128,
	HR_MIN_QUEUE_PACKETS = 64, /* a page */
	HR_MAX_QUEUE_PACKETS = 1 << 15,
	HR_LAST_EXTENSION_BYTE = 128,  /* of the bit mask of extensions */
	HR_PRIVATE_OF_GROUP = 1 << 30, /* private memory of a work-group */
};

/* A compute unit runs one work-group at a time. */
enum { HR_WAVES_PER_CU = HSAEMU_MAX_WORKGROUP / HSAEMU_WAVESIZE };

#define HR_ISA_NAME "HSAEMU:x86-64:1:0"
/* The same for clients that take names as targets of LLVM. */
#define HR_ISA_TARGET "x86_64-hsaemu-hsa--1.0"

struct hr_agent {
	hsa_agent_t self;
	unsigned index; /* enum hr_agent_index */
	hsa_device_type_t device;
	hsa_agent_feature_t feature;
	char name[HR_NAME_BYTES];
	char product[HR_NAME_BYTES];
	/* It runs machine code of a GPU (HSAEMU_DEEP), which has no images, fbarriers and
	 * exceptions. */
	bool is_deep;
};

/* The CPU comes first, as with other runtimes. */
enum hr_agent_index { HR_AGENT_CPU, HR_AGENT_GPU, HR_AGENTS };

enum hr_region_index {
	HR_REGION_FINE,
	HR_REGION_KERNARG,
	HR_REGION_COARSE, /* of the CPU */
	HR_REGION_LOCAL,  /* coarse, of the GPU */
	HR_REGION_READONLY,
	HR_REGION_GROUP,
	HR_REGION_PRIVATE,
	HR_REGIONS,
};

struct hr_region {
	hsa_region_t self;
	hsa_region_segment_t segment;
	uint32_t flags; /* hsa_region_global_flag_t, whose values AMD's flags of pools share */
	unsigned seen;  /* agents (bits 1 << enum hr_agent_index) that have it as a region */
	unsigned owner; /* enum hr_agent_index, of which it is a memory pool */
	size_t bytes;   /* 0 means: all memory of the machine */
};

struct hr_cache {
	hsa_cache_t self;
	char name[4];
	uint8_t level;
	uint32_t bytes;
};

struct hr_topology {
	struct hr_agent agents[HR_AGENTS];
	struct hr_region regions[HR_REGIONS];
	struct hr_cache caches[HR_MAX_CACHES];
	size_t cache_count;
	uint32_t cache_bytes[HR_MAX_CACHES]; /* by level, 0 where there is none */
	hsa_isa_t isa;
	hsa_wavefront_t wavefront;
	uint8_t isa_object, wavefront_object; /* only their addresses matter */
};

/* Describes the machine, and makes the handles. OUT_OF_RESOURCES when there is no memory. */
hsa_status_t hr_topology_init(struct hr_state *s) NODISCARD;
void hr_topology_release(struct hr_state *s);

/* Each returns what a handle stands for, or NULL when it is no such handle. */
const struct hr_agent *hr_agent_find(struct hr_state *s, hsa_agent_t agent);
const struct hr_region *hr_region_find(struct hr_state *s, uint64_t region_or_pool);
bool hr_isa_is_valid(struct hr_state *s, hsa_isa_t isa);

/* Returns the size of the region. */
static inline size_t hr_region_bytes(const struct hr_region *r)
{
	return r->bytes != 0 ? r->bytes : rt_machine_memory_bytes();
}
/* Clients may allocate in the region. */
static inline bool hr_region_allocates(const struct hr_region *r)
{
	return r->segment == HSA_REGION_SEGMENT_GLOBAL || r->segment == HSA_REGION_SEGMENT_READONLY;
}

/* Stores the value of an attribute. */
hsa_status_t hr_put(void *value, const void *from, size_t bytes);
#define HR_PUT(value, type, ...) hr_put(value, &(const type){__VA_ARGS__}, sizeof(type))
/* Stores a name into an array of `bytes` characters, the rest of which becomes NUL. */
hsa_status_t hr_put_name(void *value, const char *name, size_t bytes);

/* The extensions of hsa_ext_amd.h and hsa_ext_image.h to the attributes of agents. */
hsa_status_t hr_agent_amd_info(struct hr_state *s, const struct hr_agent *a, uint32_t attribute,
	void *value);
hsa_status_t hr_agent_image_info(struct hr_state *s, const struct hr_agent *a, uint32_t attribute,
	void *value);

/* Puts the bit mask of extensions (uint8_t[128]). An agent may be NULL: those of the system. */
void hr_extensions_mask(const struct hr_agent *a, uint8_t mask[HR_LAST_EXTENSION_BYTE]);

#endif

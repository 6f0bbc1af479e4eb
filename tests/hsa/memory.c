/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests regions, AMD's pools, and the memory of clients. */
#define _GNU_SOURCE /* memfd_create() */
#include <sys/mman.h>
#include <unistd.h>
#include "expect.h"

enum { PAGE = 4096 };

/* ---- regions and pools ----------------------------------------------------------------------- */

static size_t check_region(hsa_region_t region, unsigned *segments, uint32_t *flags)
{
	hsa_region_segment_t segment;
	hsa_amd_segment_t pool_segment;
	const hsa_amd_memory_pool_t pool = {region.handle};
	uint32_t has, group;
	size_t bytes, most, granule, align, pool_bytes;
	bool allocates, host;
	void *base = region.handle ? &segment : NULL;
	OK(hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment));
	OK(hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &has));
	OK(hsa_region_get_info(region, HSA_REGION_INFO_SIZE, &bytes));
	OK(hsa_region_get_info(region, HSA_REGION_INFO_ALLOC_MAX_SIZE, &most));
	OK(hsa_region_get_info(region, HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED, &allocates));
	OK(hsa_region_get_info(region, HSA_REGION_INFO_RUNTIME_ALLOC_GRANULE, &granule));
	OK(hsa_region_get_info(region, HSA_REGION_INFO_RUNTIME_ALLOC_ALIGNMENT, &align));
	OK(hsa_region_get_info(region, HSA_REGION_INFO_ALLOC_MAX_PRIVATE_WORKGROUP_SIZE, &group));
	OK(hsa_region_get_info(region, (hsa_region_info_t)HSA_AMD_REGION_INFO_HOST_ACCESSIBLE,
		&host));
	OK(hsa_region_get_info(region, (hsa_region_info_t)HSA_AMD_REGION_INFO_BASE, &base));
	IS(NULL_ARGUMENT, hsa_region_get_info(region, (hsa_region_info_t)3, &bytes));
	EXPECT(bytes > 0 && base == NULL && host == allocates);
	EXPECT(allocates == (segment <= HSA_REGION_SEGMENT_READONLY));
	EXPECT(most == (allocates ? bytes : 0));
	EXPECT(granule == (allocates ? PAGE : 0) && align == granule);
	EXPECT((segment == HSA_REGION_SEGMENT_PRIVATE) == (group >= 65536));
	OK(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &pool_segment));
	OK(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SIZE, &pool_bytes));
	EXPECT((int)pool_segment == (int)segment && pool_bytes == bytes);
	*segments |= 1u << segment;
	*flags = segment == HSA_REGION_SEGMENT_GLOBAL ? has : 0;
	return bytes;
}

static void check_pool(hsa_amd_memory_pool_t pool, hsa_agent_t owner, hsa_agent_t other)
{
	bool all, allocates;
	size_t most;
	uint32_t hops = 9;
	hsa_amd_memory_pool_access_t own, others;
	OK(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL, &all));
	OK(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED,
		&allocates));
	OK(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE, &most));
	EXPECT(allocates == (most != 0));
	OK(hsa_amd_agent_memory_pool_get_info(owner, pool, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS,
		&own));
	OK(hsa_amd_agent_memory_pool_get_info(other, pool, HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS,
		&others));
	EXPECT(own == HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT);
	EXPECT(others == (all ? own : HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED));
	OK(hsa_amd_agent_memory_pool_get_info(other, pool,
		HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS, &hops));
	EXPECT(hops == 0);
	IS(NULL_ARGUMENT, hsa_amd_memory_pool_get_info(pool, (hsa_amd_memory_pool_info_t)3, &most));
	IS(NULL_ARGUMENT, hsa_amd_agent_memory_pool_get_info(other, pool,
				  (hsa_amd_agent_memory_pool_info_t)3, &most));
}

struct pools {
	hsa_amd_memory_pool_t at[16];
	size_t count;
};

static hsa_status_t take_pool(hsa_amd_memory_pool_t pool, void *data)
{
	struct pools *p = data;
	p->at[p->count++] = pool;
	return HSA_STATUS_SUCCESS;
}

static struct pools find_pools(hsa_agent_t agent)
{
	struct pools p = {.count = 0};
	OK(hsa_amd_agent_iterate_memory_pools(agent, take_pool, &p));
	return p;
}

static void regions(struct agents a)
{
	static const uint32_t wanted[] = {HSA_REGION_GLOBAL_FLAG_FINE_GRAINED,
		HSA_REGION_GLOBAL_FLAG_FINE_GRAINED | HSA_REGION_GLOBAL_FLAG_KERNARG,
		HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED};
	for (int agent = 0; agent < 2; agent++) {
		struct regions r = find_regions(agent ? a.gpu : a.cpu);
		unsigned segments = 0;
		size_t bytes = 0;
		for (size_t i = 0; i < r.count; i++) {
			uint32_t flags;
			size_t b = check_region(r.at[i], &segments, &flags);
			EXPECT(i >= 3 || flags == wanted[i]);
			EXPECT(flags == 0 || bytes == 0 || b == bytes); /* one memory */
			bytes = flags != 0 ? b : bytes;
		}
		EXPECT(r.count == (agent ? 6 : 3) && segments == (agent ? 15 : 1));
		struct pools p = find_pools(agent ? a.gpu : a.cpu);
		EXPECT(p.count == (agent ? 4 : 3));
		for (size_t i = 0; i < p.count; i++)
			check_pool(p.at[i], agent ? a.gpu : a.cpu, agent ? a.cpu : a.gpu);
	}
}

/* ---- allocations ----------------------------------------------------------------------------- */

static void allocations(struct agents a)
{
	enum { COUNT = 40 };
	struct regions r = find_regions(a.gpu);
	uint8_t *blocks[COUNT];
	for (size_t i = 0; i < COUNT; i++) {
		OK(hsa_memory_allocate(r.at[i % 4], i * 700 + 1, (void **)&blocks[i]));
		EXPECT((uintptr_t)blocks[i] % PAGE == 0 && blocks[i][i * 700] == 0);
		memset(blocks[i], (int)i, i * 700 + 1);
	}
	for (size_t i = 0; i < COUNT; i++)
		EXPECT(blocks[i][0] == i && blocks[i][i * 700] == i);
	OK(hsa_memory_copy(blocks[0], blocks[1], 1));
	EXPECT(*blocks[0] == 1);
	for (size_t i = 0; i < COUNT; i++)
		OK(hsa_memory_free(blocks[i]));
	OK(hsa_memory_free(NULL));
	IS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_memory_free(blocks[3]));
	IS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_memory_free(&r));
}

static void bad_sizes(struct agents a)
{
	struct regions r = find_regions(a.gpu);
	for (size_t i = 0; i < r.count; i++) {
		void *p;
		size_t bytes;
		bool allocates;
		OK(hsa_region_get_info(r.at[i], HSA_REGION_INFO_SIZE, &bytes));
		OK(hsa_region_get_info(r.at[i], HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED, &allocates));
		IS(NULL_ARGUMENT, hsa_memory_allocate(r.at[i], 0, &p));
		IS(NULL_ARGUMENT, hsa_memory_allocate(r.at[i], 8, NULL));
		IS(HSA_STATUS_ERROR_INVALID_ALLOCATION,
			hsa_memory_allocate(r.at[i], bytes + 1, &p));
		IS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_memory_allocate(r.at[i], SIZE_MAX, &p));
		if (!allocates)
			IS(HSA_STATUS_ERROR_INVALID_ALLOCATION,
				hsa_memory_allocate(r.at[i], 8, &p));
	}
	struct pools p = find_pools(a.gpu);
	void *block;
	IS(NULL_ARGUMENT, hsa_amd_memory_pool_allocate(p.at[0], 8, 1, &block));
	IS(NULL_ARGUMENT, hsa_amd_memory_pool_allocate(p.at[0], 0, 0, &block));
	OK(hsa_amd_memory_pool_allocate(p.at[0], 8, 0, &block));
	OK(hsa_amd_agents_allow_access(1, &a.cpu, NULL, block));
	IS(NULL_ARGUMENT, hsa_amd_agents_allow_access(1, &a.cpu, NULL, &p));
	IS(NULL_ARGUMENT, hsa_amd_agents_allow_access(0, &a.cpu, NULL, block));
	IS(NULL_ARGUMENT, hsa_amd_agents_allow_access(1, &a.cpu, (uint32_t *)block, block));
	OK(hsa_amd_memory_pool_free(block));
	IS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(block));
}

static void registered(struct agents a)
{
	static char bytes[PAGE];
	IS(NULL_ARGUMENT, hsa_memory_register(bytes, 0));
	IS(NULL_ARGUMENT, hsa_memory_register(bytes, SIZE_MAX));
	OK(hsa_memory_register(NULL, 0));
	OK(hsa_memory_deregister(NULL, 0));
	for (int i = 0; i < 2; i++) /* again, and a part */
		OK(hsa_memory_register(bytes + 100, sizeof bytes - 100));
	OK(hsa_memory_register(bytes, sizeof bytes));
	OK(hsa_memory_deregister(bytes + 100, sizeof bytes - 100));
	OK(hsa_memory_deregister(bytes, sizeof bytes));
	OK(hsa_memory_assign_agent(bytes, a.cpu, HSA_ACCESS_PERMISSION_RO));
	IS(NULL_ARGUMENT, hsa_memory_assign_agent(NULL, a.cpu, HSA_ACCESS_PERMISSION_RO));
	IS(NULL_ARGUMENT, hsa_memory_assign_agent(bytes, a.cpu, (hsa_access_permission_t)4));
	IS(NULL_ARGUMENT, hsa_memory_assign_agent(bytes, a.cpu, (hsa_access_permission_t)0));
	OK(hsa_memory_copy(bytes, bytes + 1, 0));
	IS(NULL_ARGUMENT, hsa_memory_copy(NULL, bytes, 8));
	IS(NULL_ARGUMENT, hsa_memory_copy(bytes, NULL, 8));
}

/* ---- AMD's queries --------------------------------------------------------------------------- */

static hsa_amd_pointer_info_t info_of(const void *ptr)
{
	hsa_amd_pointer_info_t info = {.size = sizeof info};
	OK(hsa_amd_pointer_info(ptr, &info, NULL, NULL, NULL));
	EXPECT(info.size == sizeof info);
	return info;
}

static void pointers(struct agents a)
{
	static char own[PAGE];
	char *block;
	void *locked;
	uint32_t count = 0;
	hsa_agent_t *agents = NULL;
	hsa_amd_pointer_info_t info = {.size = 20};
	OK(hsa_memory_allocate(global_region(a.gpu, HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED), 6000,
		(void **)&block));
	OK(hsa_amd_pointer_info_set_userdata(block, own));
	hsa_amd_pointer_info_t whole = info_of(block + 5000);
	EXPECT(whole.type == HSA_EXT_POINTER_TYPE_HSA && whole.hostBaseAddress == block &&
		whole.agentBaseAddress == block && whole.sizeInBytes == 2 * PAGE);
	EXPECT(whole.userData == own && whole.agentOwner.handle == a.gpu.handle &&
		whole.global_flags == HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED);
	/* a client of an older version gets what it knows */
	OK(hsa_amd_pointer_info(block, &info, malloc, &count, &agents));
	EXPECT(info.size == 20 && info.agentBaseAddress == block && info.sizeInBytes == 0);
	EXPECT(count == 2 &&
		(agents[0].handle == a.gpu.handle || agents[1].handle == a.gpu.handle));
	free(agents);
	EXPECT(info_of(own).type == HSA_EXT_POINTER_TYPE_UNKNOWN);
	OK(hsa_amd_memory_lock(own, sizeof own, NULL, 0, &locked));
	EXPECT(locked == own && info_of(own + 9).type == HSA_EXT_POINTER_TYPE_LOCKED);
	OK(hsa_amd_memory_unlock(own));
	EXPECT(info_of(own).type == HSA_EXT_POINTER_TYPE_UNKNOWN);
	IS(NULL_ARGUMENT, hsa_amd_memory_lock(own, 0, NULL, 0, &locked));
	IS(NULL_ARGUMENT, hsa_amd_memory_lock(own, 8, NULL, 1, &locked));
	IS(NULL_ARGUMENT, hsa_amd_memory_lock(own, 8, &a.gpu, 0, &locked));
	IS(HSA_STATUS_ERROR_INVALID_MEMORY_POOL,
		hsa_amd_memory_lock_to_pool(own, 8, NULL, 0, find_pools(a.gpu).at[0], 0, &locked));
	OK(hsa_amd_memory_lock_to_pool(own, 8, &a.gpu, 1, find_pools(a.cpu).at[0], 0, &locked));
	EXPECT(info_of(own).global_flags == HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED);
	OK(hsa_amd_memory_unlock(own));
	OK(hsa_memory_free(block));
	IS(NULL_ARGUMENT, hsa_amd_pointer_info(NULL, &info, NULL, NULL, NULL));
	IS(NULL_ARGUMENT, hsa_amd_pointer_info(own, NULL, NULL, NULL, NULL));
	IS(NULL_ARGUMENT, hsa_amd_pointer_info_set_userdata(block, own));
}

static void fills(struct agents a)
{
	uint32_t *block, own[4];
	OK(hsa_memory_allocate(global_region(a.cpu, 0), PAGE, (void **)&block));
	OK(hsa_amd_memory_fill(block + 2, 0x01020304, 3));
	EXPECT(block[1] == 0 && block[2] == 0x01020304 && block[4] == 0x01020304 && block[5] == 0);
	OK(hsa_amd_memory_fill(block, 7, PAGE / 4));
	IS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_fill(block, 7, PAGE / 4 + 1));
	IS(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_fill(own, 7, 4));
	IS(NULL_ARGUMENT, hsa_amd_memory_fill(NULL, 7, 4));
	IS(NULL_ARGUMENT, hsa_amd_memory_fill((char *)block + 2, 7, 4));
	OK(hsa_memory_free(block));
}

static void note(void *ptr, void *data)
{
	*(void **)data = ptr;
}

static void notices(struct agents a)
{
	char *block;
	void *got = NULL, *other = NULL;
	OK(hsa_memory_allocate(global_region(a.cpu, 0), PAGE, (void **)&block));
	OK(hsa_amd_register_deallocation_callback(block + 8, note, &got));
	OK(hsa_amd_register_deallocation_callback(block, note, &other));
	OK(hsa_amd_deregister_deallocation_callback(block, note));
	IS(NULL_ARGUMENT, hsa_amd_deregister_deallocation_callback(block, note));
	IS(HSA_STATUS_ERROR_INVALID_ALLOCATION,
		hsa_amd_register_deallocation_callback(&got, note, NULL));
	IS(NULL_ARGUMENT, hsa_amd_register_deallocation_callback(block, NULL, NULL));
	OK(hsa_memory_free(block));
	EXPECT(got == block + 8 && other == NULL);
}

static void sharing(struct agents a)
{
	int fd = memfd_create("buffer", 0);
	size_t size, metadata_bytes = 1;
	const void *metadata = &fd;
	char *mapped, last = 'x';
	hsa_amd_ipc_memory_t handle = {{0}};
	EXPECT(fd >= 0 && pwrite(fd, &last, 1, 4999) == 1);
	OK(hsa_amd_interop_map_buffer(1, &a.gpu, fd, 0, &size, (void **)&mapped, &metadata_bytes,
		&metadata));
	EXPECT(size == 5000 && mapped[4999] == 'x' && metadata_bytes == 0 && metadata == NULL);
	EXPECT(info_of(mapped).type == HSA_EXT_POINTER_TYPE_GRAPHICS);
	OK(hsa_amd_interop_unmap_buffer(mapped));
	IS(NULL_ARGUMENT, hsa_amd_interop_unmap_buffer(mapped));
	IS(NULL_ARGUMENT,
		hsa_amd_interop_map_buffer(1, &a.gpu, -1, 0, &size, (void **)&mapped, NULL, NULL));
	EXPECT(close(fd) == 0);
	OK(hsa_memory_allocate(global_region(a.cpu, 0), PAGE, (void **)&mapped));
	IS(HSA_STATUS_ERROR_OUT_OF_RESOURCES, hsa_amd_ipc_memory_create(mapped, PAGE, &handle));
	IS(NULL_ARGUMENT, hsa_amd_ipc_memory_create(mapped + 1, PAGE, &handle));
	IS(NULL_ARGUMENT, hsa_amd_ipc_memory_attach(&handle, PAGE, 0, NULL, (void **)&mapped));
	OK(hsa_memory_free(mapped));
}

static void svm(struct agents a)
{
	static char bytes[PAGE];
	hsa_amd_svm_attribute_pair_t query[] = {{HSA_AMD_SVM_ATTRIB_ACCESS_QUERY, a.gpu.handle},
		{HSA_AMD_SVM_ATTRIB_GLOBAL_FLAG, 9}};
	hsa_amd_svm_attribute_pair_t set[] = {{HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, a.gpu.handle},
		{HSA_AMD_SVM_ATTRIB_PREFERRED_LOCATION, 0}};
	OK(hsa_amd_svm_attributes_set(bytes, PAGE, set, 2));
	OK(hsa_amd_svm_attributes_get(bytes, PAGE, query, 2));
	EXPECT(query[0].attribute == HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE_IN_PLACE &&
		query[0].value == a.gpu.handle && query[1].value == 0);
	IS(NULL_ARGUMENT, hsa_amd_svm_attributes_get(bytes, PAGE, set, 1));
	set[0].value = 0;
	IS(NULL_ARGUMENT, hsa_amd_svm_attributes_set(bytes, PAGE, set, 1));
	set[0].attribute = 77;
	IS(NULL_ARGUMENT, hsa_amd_svm_attributes_set(bytes, PAGE, set, 1));
	IS(NULL_ARGUMENT, hsa_amd_svm_attributes_set(NULL, PAGE, set, 1));
}

int main(void)
{
	OK(hsa_init());
	struct agents a = find_agents();
	regions(a);
	allocations(a);
	bad_sizes(a);
	registered(a);
	pointers(a);
	fills(a);
	notices(a);
	sharing(a);
	svm(a);
	OK(hsa_shut_down());
	return 0;
}

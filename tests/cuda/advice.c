/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Advice on memory is told as it was given, of pages and of ranges of them that differ. */
#include "cuda_client.h"

enum { PAGE = 4096, PAGES = 16 };

static int ask(CUmem_range_attribute what, CUdeviceptr p, size_t bytes)
{
	int value = 77;
	OK(cuMemRangeGetAttribute(&value, sizeof value, what, p, bytes));
	return value;
}

static void check_ranges(CUdeviceptr p)
{
	const CUmem_range_attribute mostly = CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
	const size_t all = PAGES * PAGE;
	EXPECT(ask(mostly, p, all) == 0);
	OK(cuMemAdvise(p + 3 * PAGE + 8, 4 * PAGE, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
	EXPECT(ask(mostly, p + 3 * PAGE, 5 * PAGE) == 1); /* whole pages */
	EXPECT(ask(mostly, p + 2 * PAGE, 2 * PAGE) == 0);
	EXPECT(ask(mostly, p + 7 * PAGE, PAGE + 1) == 0);
	OK(cuMemAdvise(p + 5 * PAGE, PAGE, CU_MEM_ADVISE_UNSET_READ_MOSTLY, 0));
	EXPECT(ask(mostly, p + 3 * PAGE, 2 * PAGE) == 1 && ask(mostly, p + 5 * PAGE, 1) == 0);
	EXPECT(ask(mostly, p + 6 * PAGE, 2 * PAGE) == 1 &&
		ask(mostly, p + 3 * PAGE, 4 * PAGE) == 0);
	OK(cuMemAdvise(p, all, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
	EXPECT(ask(mostly, p, all) == 1);
}

static void check_places(CUdeviceptr p)
{
	const CUmem_range_attribute preferred = CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION;
	const CUmem_range_attribute type = CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE;
	const CUmem_range_attribute fetched = CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION;
	const CUmemLocation numa = {CU_MEM_LOCATION_TYPE_HOST_NUMA, 1};
	EXPECT(ask(preferred, p, 2 * PAGE) == CU_DEVICE_INVALID);
	OK(cuMemAdvise(p, PAGE, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, 0));
	OK(cuMemAdvise(p + PAGE, PAGE, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU));
	EXPECT(ask(preferred, p, PAGE) == 0 && ask(type, p, 1) == CU_MEM_LOCATION_TYPE_DEVICE);
	EXPECT(ask(preferred, p + PAGE, PAGE) == CU_DEVICE_CPU);
	EXPECT(ask(preferred, p, 2 * PAGE) == CU_DEVICE_INVALID);
	EXPECT(ask(type, p, 2 * PAGE) == CU_MEM_LOCATION_TYPE_INVALID);
	OK(cuMemAdvise_v2(p, 2 * PAGE, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, numa));
	EXPECT(ask(type, p, 2 * PAGE) == CU_MEM_LOCATION_TYPE_HOST_NUMA);
	EXPECT(ask(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID, p, 2 * PAGE) == 1);
	EXPECT(ask(preferred, p, 2 * PAGE) == CU_DEVICE_CPU);
	OK(cuMemAdvise(p, 2 * PAGE, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, 0));
	EXPECT(ask(preferred, p, PAGE) == CU_DEVICE_INVALID);
	EXPECT(ask(fetched, p, PAGE) == CU_DEVICE_INVALID);
	OK(cuMemPrefetchAsync(p, PAGES * PAGE, 0, NULL));
	EXPECT(ask(fetched, p, PAGES * PAGE) == 0);
	OK(cuMemPrefetchAsync(p, PAGE, CU_DEVICE_CPU, NULL));
	EXPECT(ask(fetched, p, PAGE) == CU_DEVICE_CPU);
}

static void check_access(CUdeviceptr p)
{
	int devices[3] = {9, 9, 9}, mostly = 9;
	void *data[2] = {devices, &mostly};
	size_t sizes[2] = {sizeof devices, sizeof mostly};
	CUmem_range_attribute what[2] = {
		CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY};
	OK(cuMemAdvise(p, PAGE, CU_MEM_ADVISE_SET_ACCESSED_BY, 0));
	OK(cuMemAdvise(p, PAGE, CU_MEM_ADVISE_SET_ACCESSED_BY, CU_DEVICE_CPU));
	OK(cuMemRangeGetAttributes(data, sizes, what, 2, p, PAGE));
	EXPECT(devices[0] == 0 && devices[1] == CU_DEVICE_INVALID && mostly == 1);
	OK(cuMemAdvise(p, PAGE, CU_MEM_ADVISE_UNSET_ACCESSED_BY, 0));
	OK(cuMemRangeGetAttributes(data, sizes, what, 2, p, PAGE));
	EXPECT(devices[0] == CU_DEVICE_INVALID && devices[2] == CU_DEVICE_INVALID);
	sizes[1] = 8;
	IS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttributes(data, sizes, what, 2, p, PAGE));
	sizes[1] = 4;
	what[1] = (CUmem_range_attribute)99;
	IS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttributes(data, sizes, what, 2, p, PAGE));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttributes(data, sizes, what, 0, p, PAGE));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttribute(NULL, 4, what[0], p, PAGE));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttribute(devices, 0, what[0], p, PAGE));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttribute(devices, 4, what[0], p, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttribute(devices, 4, what[0], 64, 4));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemAdvise(p, PAGE, (CUmem_advise)7, 0));
	IS(CUDA_ERROR_INVALID_DEVICE, cuMemAdvise(p, PAGE, CU_MEM_ADVISE_SET_ACCESSED_BY, 40));
}

int main(void)
{
	CUdeviceptr p;
	begin();
	OK(cuMemAllocManaged(&p, PAGES * PAGE, CU_MEM_ATTACH_GLOBAL));
	check_ranges(p);
	check_places(p);
	check_access(p);
	OK(cuMemFree(p));
	/* what comes in its place is new */
	OK(cuMemAllocManaged(&p, PAGES * PAGE, CU_MEM_ATTACH_GLOBAL));
	EXPECT(ask(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, PAGE) == 0);
	OK(cuMemFree(p));
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests AMD's loader extension: which segments there are, and whose an address is. */
#include <hsa/hsa_ven_amd_loader.h>
#include "client.h"

static const char text[] = HSAIL("m", "prog kernel &k(kernarg_u64 %out)\n{\n"
				      "	ld_kernarg_u64 $d0, [%out];\n"
				      "	st_global_u32 7, [$d0];\n"
				      "};\n");

static hsa_ven_amd_loader_1_00_pfn_t loader;

static hsa_executable_t load(void)
{
	hsa_executable_t e = new_executable();
	hsa_code_object_t code = code_of_text(text);
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	OK(hsa_code_object_destroy(code));
	return e;
}

static void segments(hsa_executable_t first, hsa_executable_t second)
{
	hsa_ven_amd_loader_segment_descriptor_t s[3];
	size_t count = 0;
	OK(loader.hsa_ven_amd_loader_query_segment_descriptors(NULL, &count));
	EXPECT(count == 2);
	OK(loader.hsa_ven_amd_loader_query_segment_descriptors(s, &count));
	uint64_t object = kernel_object(first, NULL, "&k");
	EXPECT(s[0].executable.handle == first.handle && s[1].executable.handle == second.handle);
	EXPECT(object - (uintptr_t)s[0].segment_base < s[0].segment_size);
	EXPECT(object - (uintptr_t)s[1].segment_base >= s[1].segment_size);
	EXPECT(s[0].code_object_storage_type ==
			HSA_VEN_AMD_LOADER_CODE_OBJECT_STORAGE_TYPE_MEMORY &&
		s[0].code_object_storage_size > 4 &&
		memcmp(s[0].code_object_storage_base, "\177ELF", 4) == 0);
	count = 3;
	EXPECT_STATUS(STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
		loader.hsa_ven_amd_loader_query_segment_descriptors(s, &count));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		loader.hsa_ven_amd_loader_query_segment_descriptors(NULL, &count));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		loader.hsa_ven_amd_loader_query_segment_descriptors(s, NULL));
}

static void owners(hsa_executable_t first, hsa_executable_t second)
{
	hsa_executable_t owner = {0};
	const void *host = NULL;
	const hsa_executable_t both[] = {first, second};
	for (int i = 0; i < 2; i++) {
		const void *code = (const void *)(uintptr_t)kernel_object(both[i], NULL, "&k");
		OK(loader.hsa_ven_amd_loader_query_executable(code, &owner));
		EXPECT(owner.handle == both[i].handle);
		OK(loader.hsa_ven_amd_loader_query_host_address(code, &host));
		EXPECT(host == code);
	}
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		loader.hsa_ven_amd_loader_query_executable(&owner, &owner));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		loader.hsa_ven_amd_loader_query_executable(NULL, &owner));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		loader.hsa_ven_amd_loader_query_host_address(NULL, &host));
}

int main(void)
{
	size_t count = 0;
	OK(hsa_init());
	OK(hsa_system_get_extension_table(HSA_EXTENSION_AMD_LOADER, 1, 0, &loader));
	OK(loader.hsa_ven_amd_loader_query_segment_descriptors(NULL, &count));
	EXPECT(count == 0);
	hsa_executable_t first = load(), second = load();
	segments(first, second);
	owners(first, second);
	OK(hsa_executable_destroy(first));
	OK(loader.hsa_ven_amd_loader_query_segment_descriptors(NULL, &count));
	EXPECT(count == 1);
	OK(hsa_executable_destroy(second));
	OK(hsa_shut_down());
	EXPECT_STATUS(STATUS_ERROR_NOT_INITIALIZED,
		loader.hsa_ven_amd_loader_query_segment_descriptors(NULL, &count));
	return 0;
}

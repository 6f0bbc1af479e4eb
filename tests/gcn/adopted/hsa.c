/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* usage: hsa FILE: code objects of another compiler with the HSA runtime. With refused
 * behind the file, they are refused. */
#include <fcntl.h>
#include <hsa/hsa_ven_amd_loader.h>
#include <unistd.h>
#include "adopted.h"
#include "client.h"

static void mix(hsa_executable_t e)
{
	int32_t out[ITEMS] = {0};
	uint64_t words[6] = {(uintptr_t)out, 0, (uintptr_t)table, (uint32_t)N};
	struct segments segments = {GROUP * 4, 0};
	hsa_executable_symbol_t s;
	hsa_queue_t *q = new_queue();
	memcpy(&words[4], vector, sizeof vector);
	OK(hsa_executable_get_symbol(e, NULL, "mix.kd", gpu(), 0, &s));
	OK(hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE,
		&segments.private_bytes));
	run_with(q, kernel_object(e, NULL, "mix.kd"), ITEMS, segments, words, 6);
	check_mixed(out);
	OK(hsa_queue_destroy(q));
}

static void symbol(hsa_executable_t e)
{
	hsa_executable_symbol_t s;
	hsa_agent_t agent = gpu();
	char name[16];
	uint32_t length, bytes, group;
	EXPECT_STATUS(STATUS_ERROR_INVALID_SYMBOL_NAME,
		hsa_executable_get_symbol_by_name(e, "&mix", &agent, &s));
	OK(hsa_executable_get_symbol_by_name(e, "mix.kd", &agent, &s));
	OK(hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &length));
	EXPECT(length == strlen("mix.kd"));
	OK(hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name));
	EXPECT(memcmp(name, "mix.kd", length) == 0);
	OK(hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE,
		&bytes));
	EXPECT(bytes == 48);
	OK(hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE,
		&group));
	EXPECT(group == 0);
}

/* A client's bytes are what debuggers see as the code object. */
static void storage(const void *bytes, size_t count)
{
	hsa_ven_amd_loader_segment_descriptor_t segment;
	size_t segments = 1;
	hsa_ven_amd_loader_1_00_pfn_t loader;
	OK(hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, sizeof loader,
		&loader));
	OK(loader.hsa_ven_amd_loader_query_segment_descriptors(&segment, &segments));
	EXPECT(segments == 1 && segment.code_object_storage_size == count);
	EXPECT(memcmp(segment.code_object_storage_base, bytes, count) == 0);
}

static void by_reader(hsa_code_object_reader_t reader, const void *bytes, size_t count)
{
	hsa_executable_t e = new_executable();
	OK(hsa_executable_load_agent_code_object(e, gpu(), reader, NULL, NULL));
	OK(hsa_executable_freeze(e, NULL));
	symbol(e);
	storage(bytes, count);
	mix(e);
	OK(hsa_executable_destroy(e));
	OK(hsa_code_object_reader_destroy(reader));
}

static hsa_status_t give_room(size_t size, hsa_callback_data_t data, void **address)
{
	(void)data;
	*address = malloc(size);
	return HSA_STATUS_SUCCESS;
}

static void by_handle(void *bytes, size_t count)
{
	const hsa_callback_data_t none = {0};
	hsa_executable_t e = new_executable();
	hsa_code_object_t code;
	size_t same;
	void *copy;
	OK(hsa_code_object_deserialize(bytes, count, NULL, &code));
	OK(hsa_code_object_serialize(code, give_room, none, NULL, &copy, &same));
	EXPECT(same == count && memcmp(copy, bytes, count) == 0);
	free(copy);
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	OK(hsa_code_object_destroy(code));
	mix(e);
	OK(hsa_executable_destroy(e));
}

static void loads(const char *path, void *bytes, size_t count)
{
	hsa_code_object_reader_t reader;
	int file = open(path, O_RDONLY);
	OK(hsa_code_object_reader_create_from_memory(bytes, count, &reader));
	by_reader(reader, bytes, count);
	OK(hsa_code_object_reader_create_from_file(file, &reader));
	by_reader(reader, bytes, count);
	close(file);
	by_handle(bytes, count);
}

static void is_refused(void *bytes, size_t count)
{
	hsa_executable_t e = new_executable();
	hsa_code_object_reader_t reader;
	hsa_code_object_t code;
	OK(hsa_code_object_reader_create_from_memory(bytes, count, &reader));
	EXPECT_STATUS(STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
		hsa_executable_load_agent_code_object(e, gpu(), reader, NULL, NULL));
	EXPECT_STATUS(STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
		hsa_code_object_deserialize(bytes, count, NULL, &code));
	OK(hsa_code_object_reader_destroy(reader));
	OK(hsa_executable_destroy(e));
}

int main(int argc, char **argv)
{
	size_t count;
	EXPECT(argc == 2 || argc == 3);
	void *bytes = bytes_of(argv[1], &count);
	OK(hsa_init());
	if (argc == 3)
		is_refused(bytes, count);
	else
		loads(argv[1], bytes, count);
	OK(hsa_shut_down());
	free(bytes);
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Symbols of code objects and executables: names, modules, attributes, iteration; code objects as
 * bytes; readers. */
#include <fcntl.h>
#include <unistd.h>
#include "client.h"

static const char first_text[] =
	HSAIL("first", "prog align(64) global_u64 &table[10];\n"
		       "prog alloc(agent) global_f32 &tuned = 1.0f;\n"
		       "prog const readonly_u8 &bytes[3] = u8[](1, 2, 3);\n"
		       "global_u32 &hidden = 11;\n"
		       "prog indirect function &callee(arg_u32 %out)(arg_u32 %in)\n"
		       "{\n"
		       "	ld_arg_u32 $s0, [%in];\n"
		       "	st_arg_u32 $s0, [%out];\n"
		       "};\n"
		       "prog kernel &args(kernarg_u32 %a, kernarg_u64 %b, kernarg_u32 %c)\n"
		       "{\n"
		       "	group_u32 %g[100];\n"
		       "	private_u32 %p[20];\n"
		       "	ld_kernarg_u32 $s0, [%c];\n"
		       "	st_group_u32 $s0, [%g];\n"
		       "	ld_kernarg_u64 $d0, [%b];\n"
		       "	st_private_u32 $s0, [%p][$s0];\n"
		       "	ld_private_u32 $s1, [%p];\n"
		       "	st_global_u32 $s1, [$d0];\n"
		       "};\n"
		       "kernel &same(kernarg_u64 %out)\n"
		       "{\n"
		       "	ld_kernarg_u64 $d0, [%out];\n"
		       "	ld_global_u32 $s0, [&hidden];\n"
		       "	st_global_u32 $s0, [$d0];\n"
		       "};\n");
static const char second_text[] = HSAIL("second", "decl prog global_u64 &elsewhere[5];\n"
						  "global_u32 &hidden = 22;\n"
						  "kernel &same(kernarg_u64 %out)\n"
						  "{\n"
						  "	ld_kernarg_u64 $d0, [%out];\n"
						  "	ld_global_u32 $s0, [&hidden];\n"
						  "	ld_global_u64 $d1, [&elsewhere][8];\n"
						  "	cvt_u32_u64 $s1, $d1;\n"
						  "	add_u32 $s0, $s0, $s1;\n"
						  "	st_global_u32 $s0, [$d0];\n"
						  "};\n");

static uint64_t elsewhere[5] = {0, 1000, 0, 0, 0};

static hsa_code_object_t make_code(void)
{
	hsa_ext_module_t m[] = {module_of(first_text), module_of(second_text)};
	hsa_code_object_t code = code_of(m, 2);
	free(m[0]);
	free(m[1]);
	return code;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static uint32_t u32_of(hsa_executable_symbol_t s, hsa_executable_symbol_info_t attribute)
{
	uint32_t value = UINT32_MAX;
	OK(hsa_executable_symbol_get_info(s, attribute, &value));
	return value;
}

static bool bool_of(hsa_executable_symbol_t s, hsa_executable_symbol_info_t attribute)
{
	bool value = true;
	OK(hsa_executable_symbol_get_info(s, attribute, &value));
	return value;
}

static uint64_t u64_of(hsa_executable_symbol_t s, hsa_executable_symbol_info_t attribute)
{
	uint64_t value = UINT64_MAX;
	OK(hsa_executable_symbol_get_info(s, attribute, &value));
	return value;
}

#define U32(s, name) u32_of(s, HSA_EXECUTABLE_SYMBOL_INFO_##name)
#define U64(s, name) u64_of(s, HSA_EXECUTABLE_SYMBOL_INFO_##name)
#define BOOL(s, name) bool_of(s, HSA_EXECUTABLE_SYMBOL_INFO_##name)

static hsa_executable_symbol_t symbol_of(hsa_executable_t e, const char *module, const char *name)
{
	hsa_executable_symbol_t s = {0};
	OK(hsa_executable_get_symbol(e, module, name, gpu(), 0, &s));
	return s;
}

static void expect_name(hsa_executable_symbol_t s, const char *module, const char *name)
{
	char text[32];
	memset(text, '!', sizeof text);
	uint32_t n = U32(s, NAME_LENGTH), m = U32(s, MODULE_NAME_LENGTH);
	EXPECT(n == strlen(name) && m == strlen(module));
	OK(hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_NAME, text));
	EXPECT(memcmp(text, name, n) == 0 && text[n] == '!');
	OK(hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME, text));
	EXPECT(memcmp(text, module, m) == 0);
}

static void kernels(hsa_executable_t e, bool frozen)
{
	hsa_executable_symbol_t k = symbol_of(e, NULL, "&args");
	hsa_agent_t agent;
	EXPECT(U32(k, TYPE) == HSA_SYMBOL_KIND_KERNEL);
	expect_name(k, "", "&args");
	EXPECT(U32(k, LINKAGE) == HSA_SYMBOL_LINKAGE_PROGRAM && BOOL(k, IS_DEFINITION));
	/* 4 bytes, 4 to align, 8, 4: 20, told as a multiple of 16 */
	EXPECT(U32(k, KERNEL_KERNARG_SEGMENT_SIZE) == 32);
	EXPECT(U32(k, KERNEL_KERNARG_SEGMENT_ALIGNMENT) == 16);
	EXPECT(U32(k, KERNEL_GROUP_SEGMENT_SIZE) == 400);
	EXPECT(U32(k, KERNEL_PRIVATE_SEGMENT_SIZE) >= 80);
	EXPECT(!BOOL(k, KERNEL_DYNAMIC_CALLSTACK) && U32(k, KERNEL_CALL_CONVENTION) == 0);
	EXPECT((U64(k, KERNEL_OBJECT) != 0) == frozen);
	OK(hsa_executable_symbol_get_info(k, HSA_EXECUTABLE_SYMBOL_INFO_AGENT, &agent));
	EXPECT(agent.handle == gpu().handle);
	EXPECT(U32(k, VARIABLE_SIZE) == 0 && U64(k, VARIABLE_ADDRESS) == 0);
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_symbol_get_info(k, (hsa_executable_symbol_info_t)99, &agent));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_symbol_get_info(k, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, NULL));
	hsa_executable_symbol_t f = symbol_of(e, NULL, "&callee");
	EXPECT(U32(f, TYPE) == HSA_SYMBOL_KIND_INDIRECT_FUNCTION);
	EXPECT((U64(f, INDIRECT_FUNCTION_OBJECT) != 0) == frozen);
	EXPECT(U32(f, INDIRECT_FUNCTION_CALL_CONVENTION) == 0);
}

static void variables(hsa_executable_t e, bool frozen)
{
	hsa_executable_symbol_t t = symbol_of(e, NULL, "&table");
	EXPECT(U32(t, TYPE) == HSA_SYMBOL_KIND_VARIABLE && U32(t, VARIABLE_SIZE) == 80);
	EXPECT(U32(t, VARIABLE_ALIGNMENT) == 64 && !BOOL(t, VARIABLE_IS_CONST));
	EXPECT(U32(t, VARIABLE_ALLOCATION) == HSA_VARIABLE_ALLOCATION_PROGRAM);
	EXPECT(U32(t, VARIABLE_SEGMENT) == HSA_VARIABLE_SEGMENT_GLOBAL);
	EXPECT((U64(t, VARIABLE_ADDRESS) != 0) == frozen && U64(t, VARIABLE_ADDRESS) % 64 == 0);
	hsa_executable_symbol_t a = symbol_of(e, NULL, "&tuned");
	EXPECT(U32(a, VARIABLE_ALLOCATION) == HSA_VARIABLE_ALLOCATION_AGENT);
	hsa_executable_symbol_t b = symbol_of(e, NULL, "&bytes");
	EXPECT(U32(b, VARIABLE_SEGMENT) == HSA_VARIABLE_SEGMENT_READONLY);
	EXPECT(U32(b, VARIABLE_SIZE) == 3 && BOOL(b, VARIABLE_IS_CONST));
	if (frozen)
		EXPECT(memcmp((const void *)(uintptr_t)U64(b, VARIABLE_ADDRESS), "\1\2\3", 3) == 0);
	hsa_executable_symbol_t d = symbol_of(e, NULL, "&elsewhere");
	EXPECT(U32(d, VARIABLE_SIZE) == 40 && BOOL(d, IS_DEFINITION));
	EXPECT(U64(d, VARIABLE_ADDRESS) == (frozen ? (uintptr_t)elsewhere : 0));
}

/* ---- modules --------------------------------------------------------------------------------- */

static void modules(hsa_executable_t e)
{
	hsa_executable_symbol_t s;
	hsa_queue_t *q = new_queue();
	hsa_agent_t agent = gpu();
	uint32_t out = 0;
	uint64_t words[] = {(uintptr_t)&out};
	run_kernel(q, kernel_object(e, "&first", "&same"), 1, words, 1);
	EXPECT(out == 11);
	run_kernel(q, kernel_object(e, "&second", "&same"), 1, words, 1);
	EXPECT(out == 1022);
	OK(hsa_queue_destroy(q));
	expect_name(symbol_of(e, "&second", "&same"), "&second", "&same");
	EXPECT(U32(symbol_of(e, "&second", "&same"), LINKAGE) == HSA_SYMBOL_LINKAGE_MODULE);
	EXPECT(*(uint32_t *)(uintptr_t)U64(symbol_of(e, "&second", "&hidden"), VARIABLE_ADDRESS) ==
		22);
	OK(hsa_executable_get_symbol_by_name(e, "&first::&same", &agent, &s));
	EXPECT(s.handle == symbol_of(e, "&first", "&same").handle);
	OK(hsa_executable_get_symbol_by_name(e, "&table", NULL, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SYMBOL_NAME,
		hsa_executable_get_symbol(e, NULL, "&same", agent, 0, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SYMBOL_NAME,
		hsa_executable_get_symbol(e, "&third", "&same", agent, 0, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SYMBOL_NAME,
		hsa_executable_get_symbol(e, "&first", "&args", agent, 0, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SYMBOL_NAME,
		hsa_executable_get_symbol(e, NULL, "&args", cpu(), 0, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SYMBOL_NAME,
		hsa_executable_get_symbol_by_name(e, "&first::", NULL, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_get_symbol(e, NULL, NULL, agent, 0, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_get_symbol_by_name(e, "&args", NULL, NULL));
}

/* ---- iteration ------------------------------------------------------------------------------- */

struct count {
	unsigned kernels, variables, functions, limit;
};

static hsa_status_t count_symbol(hsa_executable_t e, hsa_executable_symbol_t s, void *data)
{
	struct count *c = data;
	(void)e;
	c->kernels += U32(s, TYPE) == HSA_SYMBOL_KIND_KERNEL;
	c->variables += U32(s, TYPE) == HSA_SYMBOL_KIND_VARIABLE;
	c->functions += U32(s, TYPE) == HSA_SYMBOL_KIND_INDIRECT_FUNCTION;
	return c->kernels == c->limit ? HSA_STATUS_INFO_BREAK : HSA_STATUS_SUCCESS;
}

static hsa_status_t count_of_agent(hsa_executable_t e, hsa_agent_t agent, hsa_executable_symbol_t s,
	void *data)
{
	EXPECT(agent.handle == gpu().handle || agent.handle == cpu().handle);
	return count_symbol(e, s, data);
}

static void iteration(hsa_executable_t e)
{
	struct count all = {.limit = 99}, agent = all, program = all, cpus = all,
		     some = {.limit = 2};
	OK(hsa_executable_iterate_symbols(e, count_symbol, &all));
	/* the host's definition stands for the declaration of it */
	EXPECT(all.kernels == 3 && all.variables == 6 && all.functions == 1);
	OK(hsa_executable_iterate_agent_symbols(e, gpu(), count_of_agent, &agent));
	EXPECT(agent.kernels == 3 && agent.variables == 2 && agent.functions == 1);
	OK(hsa_executable_iterate_agent_symbols(e, cpu(), count_of_agent, &cpus));
	EXPECT(cpus.kernels + cpus.variables + cpus.functions == 0);
	OK(hsa_executable_iterate_program_symbols(e, count_symbol, &program));
	EXPECT(program.kernels == 0 && program.variables == 4);
	EXPECT_STATUS(STATUS_INFO_BREAK, hsa_executable_iterate_symbols(e, count_symbol, &some));
	EXPECT(some.kernels == 2);
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_executable_iterate_symbols(e, NULL, NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_iterate_program_symbols(e, NULL, NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_iterate_agent_symbols(e, gpu(), NULL, NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_AGENT,
		hsa_executable_iterate_agent_symbols(e, (hsa_agent_t){5}, count_of_agent, &all));
}

static void loaded(hsa_code_object_t code)
{
	hsa_executable_t e = new_executable();
	OK(hsa_executable_global_variable_define(e, "&elsewhere", elsewhere));
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	kernels(e, false);
	variables(e, false);
	OK(hsa_executable_freeze(e, NULL));
	kernels(e, true);
	variables(e, true);
	modules(e);
	iteration(e);
	hsa_executable_symbol_t stale = symbol_of(e, NULL, "&args");
	uint32_t type;
	OK(hsa_executable_destroy(e));
	EXPECT_STATUS(STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL,
		hsa_executable_symbol_get_info(stale, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &type));
}

/* ---- code objects ---------------------------------------------------------------------------- */

static hsa_status_t count_code_symbol(hsa_code_object_t code, hsa_code_symbol_t s, void *data)
{
	uint32_t type = 0;
	(void)code;
	OK(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_TYPE, &type));
	*(unsigned *)data += 1u << 8 * type;
	return HSA_STATUS_SUCCESS;
}

static void code_symbols(hsa_code_object_t code)
{
	hsa_code_symbol_t s, t;
	unsigned counts = 0;
	uint32_t size;
	bool defined = true;
	OK(hsa_code_object_iterate_symbols(code, count_code_symbol, &counts));
	EXPECT(counts == 0x010306);
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_iterate_symbols(code, NULL, NULL));
	OK(hsa_code_object_get_symbol(code, "&second::&same", &s));
	OK(hsa_code_object_get_symbol_from_name(code, "&second", "&same", &t));
	EXPECT(s.handle == t.handle);
	OK(hsa_code_object_get_symbol_from_name(code, NULL, "&elsewhere", &s));
	OK(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_IS_DEFINITION, &defined));
	OK(hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_VARIABLE_SIZE, &size));
	EXPECT(!defined && size == 40);
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_symbol_get_info(s,
			(hsa_code_symbol_info_t)HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &size));
	EXPECT_STATUS(STATUS_ERROR_INVALID_SYMBOL_NAME,
		hsa_code_object_get_symbol(code, "&same", &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, hsa_code_object_get_symbol(code, NULL, &s));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_get_symbol(code, "&args", NULL));
}

static void code_attributes(hsa_code_object_t code)
{
	char version[64];
	uint32_t u;
	hsa_isa_t made_for = {0};
	memset(version, '!', sizeof version);
	OK(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_VERSION, version));
	EXPECT(strlen(version) > 0 && version[63] == 0);
	OK(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_TYPE, &u));
	EXPECT(u == HSA_CODE_OBJECT_TYPE_PROGRAM);
	OK(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_ISA, &made_for));
	EXPECT(made_for.handle == isa().handle);
	OK(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_MACHINE_MODEL, &u));
	EXPECT(u == HSA_MACHINE_MODEL_LARGE);
	OK(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_PROFILE, &u));
	EXPECT(u == HSA_PROFILE_FULL);
	OK(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_DEFAULT_FLOAT_ROUNDING_MODE, &u));
	EXPECT(u == HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_get_info(code, (hsa_code_object_info_t)6, &u));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_TYPE, NULL));
}

static hsa_status_t allocate(size_t size, hsa_callback_data_t data, void **address)
{
	EXPECT(data.handle == 42);
	*address = malloc(size);
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t refuse(size_t size, hsa_callback_data_t data, void **address)
{
	(void)size, (void)data, (void)address;
	return HSA_STATUS_ERROR_INVALID_REGION;
}

static void *serialized(hsa_code_object_t code, size_t *size)
{
	const hsa_callback_data_t data = {42};
	void *bytes = NULL;
	EXPECT_STATUS(STATUS_ERROR_INVALID_REGION,
		hsa_code_object_serialize(code, refuse, data, NULL, &bytes, size));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_serialize(code, NULL, data, NULL, &bytes, size));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_serialize(code, allocate, data, NULL, NULL, size));
	OK(hsa_code_object_serialize(code, allocate, data, NULL, &bytes, size));
	EXPECT(bytes != NULL && *size > 1000);
	return bytes;
}

/* ---- readers --------------------------------------------------------------------------------- */

static void read_and_load(hsa_code_object_reader_t r, bool for_program)
{
	hsa_executable_t e;
	hsa_loaded_code_object_t l = {0};
	OK(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
		NULL, &e));
	OK(hsa_executable_global_variable_define(e, "elsewhere", elsewhere));
	OK(for_program ? hsa_executable_load_program_code_object(e, r, NULL, &l)
		       : hsa_executable_load_agent_code_object(e, gpu(), r, NULL, &l));
	EXPECT(l.handle != 0);
	OK(hsa_code_object_reader_destroy(r));
	EXPECT_STATUS(STATUS_ERROR_INVALID_CODE_OBJECT_READER, hsa_code_object_reader_destroy(r));
	EXPECT_STATUS(STATUS_ERROR_INVALID_CODE_OBJECT_READER,
		hsa_executable_load_agent_code_object(e, gpu(), r, NULL, NULL));
	OK(hsa_executable_freeze(e, NULL));
	modules(e);
	OK(hsa_executable_destroy(e));
}

static void readers(void *bytes, size_t size)
{
	hsa_code_object_reader_t r;
	OK(hsa_code_object_reader_create_from_memory(bytes, size, &r));
	read_and_load(r, false);
	OK(hsa_code_object_reader_create_from_memory(bytes, size, &r));
	read_and_load(r, true);
	int fd = open("code", O_RDWR | O_CREAT | O_TRUNC, 0600);
	EXPECT_STATUS(STATUS_ERROR_INVALID_FILE, hsa_code_object_reader_create_from_file(fd, &r));
	EXPECT(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
	OK(hsa_code_object_reader_create_from_file(fd, &r));
	close(fd);
	read_and_load(r, false);
	fd = open("code", O_WRONLY);
	EXPECT_STATUS(STATUS_ERROR_INVALID_FILE, hsa_code_object_reader_create_from_file(fd, &r));
	close(fd);
	EXPECT_STATUS(STATUS_ERROR_INVALID_FILE, hsa_code_object_reader_create_from_file(fd, &r));
	EXPECT_STATUS(STATUS_ERROR_INVALID_FILE, hsa_code_object_reader_create_from_file(-1, &r));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_reader_create_from_memory(bytes, 0, &r));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_reader_create_from_memory(NULL, size, &r));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_code_object_reader_create_from_memory(bytes, size, NULL));
	unlink("code");
}

/* Damaged bytes are refused when they are loaded, or have lost something harmless. */
static void damaged(const uint8_t *bytes, size_t size)
{
	uint8_t *copy = malloc(size);
	unsigned refused = 0;
	EXPECT(copy != NULL);
	for (size_t at = 0; at < size; at += 1 + size / 300) {
		hsa_code_object_t code;
		memcpy(copy, bytes, size);
		copy[at] ^= 0x55;
		int status = (int)hsa_code_object_deserialize(copy, size, NULL, &code);
		EXPECT(status == HSA_STATUS_SUCCESS ||
			status == HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
		refused += status != HSA_STATUS_SUCCESS;
		if (status == HSA_STATUS_SUCCESS)
			OK(hsa_code_object_destroy(code));
		EXPECT_STATUS(STATUS_ERROR_INVALID_CODE_OBJECT,
			hsa_code_object_deserialize(copy, at + 1 < size ? at + 1 : at, NULL,
				&code));
	}
	EXPECT(refused > 5);
	free(copy);
}

int main(void)
{
	OK(hsa_init());
	hsa_code_object_t code = make_code(), again;
	size_t size = 0;
	loaded(code);
	code_symbols(code);
	code_attributes(code);
	void *bytes = serialized(code, &size);
	OK(hsa_code_object_destroy(code));
	EXPECT_STATUS(STATUS_ERROR_INVALID_CODE_OBJECT, hsa_code_object_destroy(code));
	EXPECT_STATUS(STATUS_ERROR_INVALID_CODE_OBJECT,
		hsa_code_object_deserialize(bytes, SIZE_MAX, NULL, &again));
	EXPECT_STATUS(STATUS_ERROR_INVALID_CODE_OBJECT,
		hsa_code_object_deserialize(bytes, (size_t)1 << 46, NULL, &again));
	EXPECT_STATUS(STATUS_ERROR_INVALID_CODE_OBJECT,
		hsa_code_object_deserialize((void *)(uintptr_t)16, 4096, NULL, &again));
	OK(hsa_code_object_deserialize(bytes, size, NULL, &again));
	code_symbols(again);
	loaded(again);
	readers(bytes, size);
	damaged(bytes, size);
	free(bytes);
	OK(hsa_shut_down()); /* with a code object left */
	return 0;
}

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each function that takes a handle of a code object, an executable, a symbol, a reader or a
 * program: before hsa_init(), with the handle 0, with handles of other kinds, and with stale ones.
 * The statuses are those of the headers. */
#include "client.h"

static hsa_status_t on_code(hsa_code_object_t o, hsa_code_symbol_t s, void *data)
{
	(void)o, (void)s, (void)data;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_symbol(hsa_executable_t e, hsa_executable_symbol_t s, void *data)
{
	(void)e, (void)s, (void)data;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_agent_symbol(hsa_executable_t e, hsa_agent_t a, hsa_executable_symbol_t s,
	void *data)
{
	(void)e, (void)a, (void)s, (void)data;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_module(hsa_ext_program_t p, hsa_ext_module_t m, void *data)
{
	(void)p, (void)m, (void)data;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_bytes(size_t size, hsa_callback_data_t data, void **address)
{
	(void)size, (void)data, (void)address;
	return HSA_STATUS_SUCCESS;
}

static uint64_t place[16];
static size_t size;
static void *bytes;

/* `before` runs before hsa_init(), when that is the status of all. */
#define EXPECT_BAD(status, call) \
	expect_status(__LINE__, #call, (int)(call), \
		before ? (int)HSA_STATUS_ERROR_NOT_INITIALIZED : (int)HSA_##status)

static void code_objects(uint64_t h, bool before)
{
	const hsa_code_object_t o = {h};
	hsa_code_symbol_t s = {h};
	const hsa_callback_data_t data = {0};
	EXPECT_BAD(STATUS_ERROR_INVALID_CODE_OBJECT, hsa_code_object_destroy(o));
	EXPECT_BAD(STATUS_ERROR_INVALID_CODE_OBJECT,
		hsa_code_object_serialize(o, on_bytes, data, NULL, &bytes, &size));
	EXPECT_BAD(STATUS_ERROR_INVALID_CODE_OBJECT,
		hsa_code_object_get_info(o, HSA_CODE_OBJECT_INFO_TYPE, place));
	EXPECT_BAD(STATUS_ERROR_INVALID_CODE_OBJECT, hsa_code_object_get_symbol(o, "&k", &s));
	EXPECT_BAD(STATUS_ERROR_INVALID_CODE_OBJECT,
		hsa_code_object_get_symbol_from_name(o, NULL, "&k", &s));
	EXPECT_BAD(STATUS_ERROR_INVALID_CODE_OBJECT,
		hsa_code_object_iterate_symbols(o, on_code, NULL));
	s.handle = h;
	EXPECT_BAD(STATUS_ERROR_INVALID_CODE_SYMBOL,
		hsa_code_symbol_get_info(s, HSA_CODE_SYMBOL_INFO_TYPE, place));
	EXPECT_BAD(STATUS_ERROR_INVALID_CODE_OBJECT_READER,
		hsa_code_object_reader_destroy((hsa_code_object_reader_t){h}));
}

static void executables(uint64_t h, bool before)
{
	const hsa_executable_t e = {h};
	const hsa_agent_t a = {h};
	uint32_t result;
	hsa_executable_symbol_t s = {h};
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_destroy(e));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_freeze(e, NULL));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_get_info(e, HSA_EXECUTABLE_INFO_STATE, place));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_global_variable_define(e, "&v", place));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_agent_global_variable_define(e, a, "&v", place));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_readonly_variable_define(e, a, "&v", place));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_validate(e, &result));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_validate_alt(e, NULL, &result));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_load_code_object(e, a, (hsa_code_object_t){h}, NULL));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_load_agent_code_object(e, a, (hsa_code_object_reader_t){h}, NULL,
			NULL));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_load_program_code_object(e, (hsa_code_object_reader_t){h}, NULL,
			NULL));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_get_symbol(e, NULL, "&k", a, 0, &s));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_get_symbol_by_name(e, "&k", &a, &s));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL,
		hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, place));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_iterate_symbols(e, on_symbol, NULL));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_iterate_program_symbols(e, on_symbol, NULL));
	EXPECT_BAD(STATUS_ERROR_INVALID_EXECUTABLE,
		hsa_executable_iterate_agent_symbols(e, a, on_agent_symbol, NULL));
}

static void programs(uint64_t h, bool before)
{
	const hsa_ext_program_t p = {h};
	const hsa_ext_control_directives_t none = {0};
	hsa_code_object_t code;
	EXPECT_BAD(EXT_STATUS_ERROR_INVALID_PROGRAM, hsa_ext_program_destroy(p));
	EXPECT_BAD(EXT_STATUS_ERROR_INVALID_PROGRAM, hsa_ext_program_add_module(p, NULL));
	EXPECT_BAD(EXT_STATUS_ERROR_INVALID_PROGRAM,
		hsa_ext_program_iterate_modules(p, on_module, NULL));
	EXPECT_BAD(EXT_STATUS_ERROR_INVALID_PROGRAM,
		hsa_ext_program_get_info(p, HSA_EXT_PROGRAM_INFO_PROFILE, place));
	EXPECT_BAD(EXT_STATUS_ERROR_INVALID_PROGRAM,
		hsa_ext_program_finalize(p, (hsa_isa_t){h}, 0, none, NULL,
			HSA_CODE_OBJECT_TYPE_PROGRAM, &code));
}

static void all(uint64_t h, bool before)
{
	code_objects(h, before);
	executables(h, before);
	programs(h, before);
}

/* What has no handle to be wrong. */
static void makers_before(void)
{
	const bool before = true;
	hsa_signal_t s;
	hsa_signal_group_t g;
	hsa_queue_t *q;
	hsa_executable_t e;
	hsa_code_object_t o;
	hsa_code_object_reader_t r;
	hsa_ext_program_t p;
	const hsa_agent_t a = {0};
	EXPECT_BAD(STATUS_SUCCESS, hsa_signal_create(0, 0, NULL, &s));
	EXPECT_BAD(STATUS_SUCCESS, hsa_signal_destroy((hsa_signal_t){0}));
	EXPECT_BAD(STATUS_SUCCESS, hsa_signal_group_create(1, &s, 1, &a, &g));
	EXPECT_BAD(STATUS_SUCCESS, hsa_signal_group_destroy((hsa_signal_group_t){0}));
	EXPECT_BAD(STATUS_SUCCESS, hsa_queue_create(a, 1, 0, NULL, NULL, 0, 0, &q));
	EXPECT_BAD(STATUS_SUCCESS, hsa_soft_queue_create((hsa_region_t){0}, 1, 0, 1, s, &q));
	EXPECT_BAD(STATUS_SUCCESS, hsa_queue_destroy(NULL));
	EXPECT_BAD(STATUS_SUCCESS, hsa_queue_inactivate(NULL));
	EXPECT_BAD(STATUS_SUCCESS,
		hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, NULL, &e));
	EXPECT_BAD(STATUS_SUCCESS, hsa_executable_create_alt(HSA_PROFILE_FULL,
					   HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, NULL, &e));
	EXPECT_BAD(STATUS_SUCCESS, hsa_code_object_deserialize(place, 8, NULL, &o));
	EXPECT_BAD(STATUS_SUCCESS, hsa_code_object_reader_create_from_memory(place, 8, &r));
	EXPECT_BAD(STATUS_SUCCESS, hsa_code_object_reader_create_from_file(0, &r));
	EXPECT_BAD(STATUS_SUCCESS, hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
					   HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &p));
}

/* Handles of destroyed objects stay invalid when others have taken their places. */
static void stale(void)
{
	for (int i = 0; i < 1000; i++) {
		hsa_executable_t e = new_executable();
		hsa_ext_program_t p = new_program();
		OK(hsa_executable_destroy(e));
		OK(hsa_ext_program_destroy(p));
		hsa_executable_t next = new_executable();
		EXPECT(next.handle != e.handle && next.handle != p.handle);
		EXPECT_STATUS(STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_destroy(e));
		EXPECT_STATUS(EXT_STATUS_ERROR_INVALID_PROGRAM, hsa_ext_program_destroy(p));
		OK(hsa_executable_destroy(next));
	}
}

int main(void)
{
	all(0, true);
	makers_before();
	OK(hsa_init());
	const uint64_t foreign[] = {0, 1, UINT64_MAX, gpu().handle, isa().handle,
		kernarg_region().handle, (uintptr_t)place};
	for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
		all(foreign[i], false);
	stale();
	hsa_executable_t e = new_executable();
	OK(hsa_shut_down());
	all(e.handle, true);
	OK(hsa_init()); /* what was left before is gone */
	all(e.handle, false);
	OK(hsa_shut_down());
	return 0;
}

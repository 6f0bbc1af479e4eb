/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executables: linking code objects with each other and with the host, and what is refused. */
#include "client.h"

/* *out = what the variables have */
static const char reader_text[] = HSAIL("reader", "decl prog global_u32 &shared;\n"
						  "decl prog alloc(agent) global_u32 &of_agent;\n"
						  "prog kernel &read(kernarg_u64 %out)\n"
						  "{\n"
						  "	ld_kernarg_u64 $d0, [%out];\n"
						  "	ld_global_u32 $s0, [&shared];\n"
						  "	ld_global_u32 $s1, [&of_agent];\n"
						  "	add_u32 $s0, $s0, $s1;\n"
						  "	st_global_u32 $s0, [$d0];\n"
						  "};\n");
static const char shared_text[] = HSAIL("owner", "prog global_u32 &shared = 500;\n");

static void freeze_as(hsa_executable_t e, int status)
{
	expect_status(__LINE__, "freeze", (int)hsa_executable_freeze(e, NULL), status);
}

static uint32_t read_result(hsa_executable_t e)
{
	hsa_queue_t *q = new_queue();
	uint32_t out = 0;
	uint64_t words[] = {(uintptr_t)&out};
	run_kernel(q, kernel_object(e, NULL, "&read"), 1, words, 1);
	OK(hsa_queue_destroy(q));
	return out;
}

static void hosts_variables(hsa_code_object_t reader)
{
	hsa_executable_t e = new_executable();
	static uint32_t shared = 40, of_agent = 2;
	OK(hsa_executable_global_variable_define(e, "&shared", &shared));
	EXPECT_STATUS(STATUS_ERROR_VARIABLE_ALREADY_DEFINED,
		hsa_executable_global_variable_define(e, "&shared", &of_agent));
	OK(hsa_executable_load_code_object(e, gpu(), reader, NULL));
	freeze_as(e, HSA_STATUS_ERROR_VARIABLE_UNDEFINED);
	/* of the program, not of the agent: another variable, and the name is taken */
	OK(hsa_executable_agent_global_variable_define(e, gpu(), "&of_agent", &of_agent));
	OK(hsa_executable_freeze(e, NULL));
	freeze_as(e, HSA_STATUS_ERROR_FROZEN_EXECUTABLE);
	EXPECT_STATUS(STATUS_ERROR_FROZEN_EXECUTABLE,
		hsa_executable_global_variable_define(e, "&x", &shared));
	EXPECT_STATUS(STATUS_ERROR_FROZEN_EXECUTABLE,
		hsa_executable_load_code_object(e, gpu(), reader, NULL));
	EXPECT(read_result(e) == 42);
	shared = 60; /* the kernel sees the host's memory */
	EXPECT(read_result(e) == 62);
	OK(hsa_executable_destroy(e));
}

/* One code object defines what the other declares, in either order. */
static void two_code_objects(hsa_code_object_t reader, hsa_code_object_t owner, bool owner_first)
{
	hsa_executable_t e = new_executable();
	static uint32_t of_agent = 1;
	uint32_t result = 1;
	OK(hsa_executable_load_code_object(e, gpu(), owner_first ? owner : reader, NULL));
	OK(hsa_executable_load_code_object(e, gpu(), owner_first ? reader : owner, NULL));
	EXPECT_STATUS(STATUS_ERROR_VARIABLE_ALREADY_DEFINED,
		hsa_executable_load_code_object(e, gpu(), reader, NULL));
	EXPECT_STATUS(STATUS_ERROR_VARIABLE_ALREADY_DEFINED,
		hsa_executable_global_variable_define(e, "&shared", &of_agent));
	OK(hsa_executable_agent_global_variable_define(e, gpu(), "&of_agent", &of_agent));
	OK(hsa_executable_freeze(e, NULL));
	OK(hsa_executable_validate(e, &result));
	EXPECT(result == 0);
	EXPECT(read_result(e) == 501);
	OK(hsa_executable_destroy(e));
}

/* A code object may not define what the host, or another code object, has defined. */
static void defined_twice(hsa_code_object_t owner)
{
	hsa_executable_t e = new_executable();
	static uint32_t own;
	OK(hsa_executable_global_variable_define(e, "&shared", &own));
	EXPECT_STATUS(STATUS_ERROR_VARIABLE_ALREADY_DEFINED,
		hsa_executable_load_code_object(e, gpu(), owner, NULL));
	OK(hsa_executable_destroy(e));
	e = new_executable();
	hsa_code_object_t other = code_of_text(HSAIL("other", "prog global_u32 &shared = 7;\n"));
	OK(hsa_executable_load_code_object(e, gpu(), owner, NULL));
	EXPECT_STATUS(STATUS_ERROR_VARIABLE_ALREADY_DEFINED,
		hsa_executable_load_code_object(e, gpu(), other, NULL));
	OK(hsa_executable_freeze(e, NULL));
	OK(hsa_executable_destroy(e));
	OK(hsa_code_object_destroy(other));
}

/* The wrong segment or allocation defines nothing. */
static void other_place(hsa_code_object_t reader)
{
	static uint32_t own;
	uint32_t result = 0;
	hsa_executable_t e = new_executable();
	OK(hsa_executable_readonly_variable_define(e, gpu(), "&shared", &own));
	OK(hsa_executable_global_variable_define(e, "&of_agent", &own));
	OK(hsa_executable_load_code_object(e, gpu(), reader, NULL));
	freeze_as(e, HSA_STATUS_ERROR_VARIABLE_UNDEFINED);
	OK(hsa_executable_validate(e, &result));
	EXPECT(result != 0);
	OK(hsa_executable_destroy(e));
}

static void misfits(hsa_code_object_t reader)
{
	hsa_code_object_t base = {0};
	hsa_executable_t e;
	hsa_ext_program_t p;
	const hsa_ext_control_directives_t none = {0};
	hsa_ext_module_t m =
		module_of("module &b:1:0:$base:$large:$near;\nprog kernel &k()\n{\n};\n");
	OK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_BASE,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, NULL, &p));
	OK(hsa_ext_program_add_module(p, m));
	OK(finalize_with(p, &none, &base));
	OK(hsa_ext_program_destroy(p));
	free(m);
	e = new_executable();
	EXPECT_STATUS(STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
		hsa_executable_load_code_object(e, gpu(), base, NULL));
	EXPECT_STATUS(STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
		hsa_executable_load_code_object(e, cpu(), reader, NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_AGENT,
		hsa_executable_load_code_object(e, (hsa_agent_t){77}, reader, NULL));
	OK(hsa_executable_destroy(e));
	OK(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, "",
		&e));
	OK(hsa_executable_load_code_object(e, gpu(), base, NULL));
	OK(hsa_executable_destroy(e));
	OK(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO, "",
		&e));
	EXPECT_STATUS(STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
		hsa_executable_load_code_object(e, gpu(), base, NULL));
	OK(hsa_executable_destroy(e));
	OK(hsa_code_object_destroy(base));
}

static void attributes(void)
{
	hsa_profile_t profile;
	hsa_executable_state_t state;
	hsa_default_float_rounding_mode_t rounding;
	hsa_executable_t e;
	OK(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO, NULL,
		&e));
	OK(hsa_executable_get_info(e, HSA_EXECUTABLE_INFO_PROFILE, &profile));
	OK(hsa_executable_get_info(e, HSA_EXECUTABLE_INFO_STATE, &state));
	OK(hsa_executable_get_info(e, HSA_EXECUTABLE_INFO_DEFAULT_FLOAT_ROUNDING_MODE, &rounding));
	EXPECT(profile == HSA_PROFILE_BASE && state == HSA_EXECUTABLE_STATE_UNFROZEN &&
		rounding == HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO);
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_get_info(e, (hsa_executable_info_t)9, &state));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_get_info(e, HSA_EXECUTABLE_INFO_STATE, NULL));
	OK(hsa_executable_freeze(e, NULL));
	OK(hsa_executable_get_info(e, HSA_EXECUTABLE_INFO_STATE, &state));
	EXPECT(state == HSA_EXECUTABLE_STATE_FROZEN);
	OK(hsa_executable_destroy(e));
	EXPECT_STATUS(STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_destroy(e));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_create((hsa_profile_t)5, HSA_EXECUTABLE_STATE_UNFROZEN, NULL, &e));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, NULL, NULL));
	OK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_FROZEN, NULL, &e));
	freeze_as(e, HSA_STATUS_ERROR_FROZEN_EXECUTABLE);
}

/* ---- rounding -------------------------------------------------------------------------------- */

/* The modules leave their rounding to the program; both kernels store 1 / 3. */
static hsa_code_object_t rounded(hsa_default_float_rounding_mode_t rounding, const char *header,
	const char *other)
{
	static const char kernel[] = "prog kernel &third(kernarg_u64 %out)\n"
				     "{\n"
				     "	ld_kernarg_u64 $d0, [%out];\n"
				     "	ld_global_f32 $s0, [$d0];\n"
				     "	div_f32 $s0, 2.0f, $s0;\n"
				     "	st_global_f32 $s0, [$d0];\n"
				     "};\n";
	const hsa_ext_control_directives_t none = {0};
	hsa_code_object_t code;
	hsa_ext_program_t p;
	char text[512];
	OK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, rounding, NULL, &p));
	snprintf(text, sizeof text, "module &m:1:0:$full:$large:%s;\n%s", header, kernel);
	hsa_ext_module_t m = module_of(text);
	snprintf(text, sizeof text, "module &n:1:0:$full:$large:%s;\n", other);
	hsa_ext_module_t n = module_of(text);
	OK(hsa_ext_program_add_module(p, m));
	OK(hsa_ext_program_add_module(p, n));
	OK(finalize_with(p, &none, &code));
	OK(hsa_ext_program_destroy(p));
	free(m);
	free(n);
	return code;
}

/* Two thirds have another last bit in each mode. */
static void expect_rounding(hsa_code_object_t code, hsa_default_float_rounding_mode_t mode,
	float two_thirds)
{
	static const hsa_default_float_rounding_mode_t other[] = {
		[HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO] = HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR,
		[HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR] = HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO};
	hsa_default_float_rounding_mode_t got;
	hsa_executable_t e;
	float value = 3;
	const uint64_t words[] = {(uintptr_t)&value};
	hsa_queue_t *q = new_queue();
	OK(hsa_code_object_get_info(code, HSA_CODE_OBJECT_INFO_DEFAULT_FLOAT_ROUNDING_MODE, &got));
	EXPECT(got == mode);
	OK(hsa_executable_create_alt(HSA_PROFILE_FULL, other[mode], NULL, &e));
	if (mode != HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT)
		EXPECT_STATUS(STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
			hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_destroy(e));
	OK(hsa_executable_create_alt(HSA_PROFILE_FULL, mode, NULL, &e));
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	run_kernel(q, kernel_object(e, NULL, "&third"), 1, words, 1);
	EXPECT(memcmp(&value, &two_thirds, sizeof value) == 0);
	OK(hsa_executable_destroy(e));
	OK(hsa_code_object_destroy(code));
	OK(hsa_queue_destroy(q));
}

static void rounding(void)
{
	const hsa_default_float_rounding_mode_t any = HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT;
	const hsa_default_float_rounding_mode_t zero = HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO;
	const hsa_default_float_rounding_mode_t near = HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR;
	const float nearest = 0x1.555556p-1f, towards_zero = 0x1.555554p-1f;
	expect_rounding(rounded(any, "$default", "$default"), near, nearest);
	expect_rounding(rounded(near, "$default", "$near"), near, nearest);
	expect_rounding(rounded(zero, "$default", "$default"), zero, towards_zero);
	expect_rounding(rounded(any, "$zero", "$zero"), zero, towards_zero);
	expect_rounding(rounded(any, "$zero", "$near"), any, towards_zero);
}

int main(void)
{
	OK(hsa_init());
	hsa_code_object_t reader = code_of_text(reader_text), owner = code_of_text(shared_text);
	hosts_variables(reader);
	two_code_objects(reader, owner, true);
	two_code_objects(reader, owner, false);
	defined_twice(owner);
	other_place(reader);
	misfits(reader);
	attributes();
	rounding();
	OK(hsa_shut_down());
	return 0;
}

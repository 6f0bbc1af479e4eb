/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rounding of modules that leave it to their program, by what the program was created with
 * (PRM 4.2.1) and by HSAEMU_ROUNDING. */
#define _DEFAULT_SOURCE /* for setenv() */
#include "client.h"

#define DIVISION(round) \
	"module &m:1:0:$full:$large:$" round ";\n" \
	"prog kernel &k(kernarg_u64 %out)\n" \
	"{\n" \
	"	ld_kernarg_u64 $d0, [%out];\n" \
	"	ld_v2_global_f32 ($s0, $s1), [$d0];\n" \
	"	div_f32 $s0, $s0, $s1;\n" \
	"	st_global_f32 $s0, [$d0];\n" \
	"};\n"

enum { NEAREST = 0x3f2aaaab, TO_ZERO = 0x3f2aaaaa };

/* Returns the bits of 2/3, by a module of this text in a program with this rounding. */
static uint32_t two_thirds(const char *text, hsa_default_float_rounding_mode_t rounding)
{
	const hsa_ext_control_directives_t none = {0};
	float numbers[] = {2, 3};
	const uint64_t words[] = {(uintptr_t)numbers};
	uint32_t bits;
	hsa_ext_module_t module = module_of(text);
	hsa_ext_program_t p;
	hsa_code_object_t code;
	hsa_queue_t *q = new_queue();
	hsa_executable_t e = new_executable();
	OK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, rounding, NULL, &p));
	OK(hsa_ext_program_add_module(p, module));
	OK(finalize_with(p, &none, &code));
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	run_kernel(q, kernel_object(e, NULL, "&k"), 1, words, 1);
	OK(hsa_executable_destroy(e));
	OK(hsa_code_object_destroy(code));
	OK(hsa_ext_program_destroy(p));
	OK(hsa_queue_destroy(q));
	free(module);
	memcpy(&bits, numbers, sizeof bits);
	return bits;
}

static void all(uint32_t by_program_of_zero)
{
	const hsa_default_float_rounding_mode_t any = HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT;
	const hsa_default_float_rounding_mode_t zero = HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO;
	const hsa_default_float_rounding_mode_t near = HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR;
	OK(hsa_init());
	EXPECT(two_thirds(DIVISION("default"), any) == NEAREST);
	EXPECT(two_thirds(DIVISION("default"), near) == NEAREST);
	EXPECT(two_thirds(DIVISION("default"), zero) == by_program_of_zero);
	EXPECT(two_thirds(DIVISION("zero"), zero) == TO_ZERO);
	EXPECT(two_thirds(DIVISION("zero"), any) == TO_ZERO);
	EXPECT(two_thirds(DIVISION("zero"), near) == TO_ZERO);
	EXPECT(two_thirds(DIVISION("near"), zero) == NEAREST);
	OK(hsa_shut_down());
}

int main(void)
{
	all(TO_ZERO);
	setenv("HSAEMU_ROUNDING", "near", 1);
	all(NEAREST);
	return 0;
}

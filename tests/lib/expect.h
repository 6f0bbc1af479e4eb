/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For the tests of the library: expectations, and kernels as text. */
#ifndef TESTS_LIB_EXPECT_H
#define TESTS_LIB_EXPECT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/hsaemu.h"

#define EXPECT(cond) \
	((cond) ? (void)0 \
		: (fprintf(stderr, "%s:%d: not so: %s\n%s\n", __FILE__, __LINE__, #cond, \
			   hsaemu_error()), \
			  exit(1)))

/* The last error is this one, and its text has these words. */
#define EXPECT_ERROR(status, words) \
	(EXPECT(hsaemu_error_status() == (status)), EXPECT(strstr(hsaemu_error(), words) != NULL))

#define HSAIL(body) "module &m:1:0:$full:$large:$default;\n" body

/* out[i] = a * in[i] */
static const char scale_kernel[] =
	HSAIL("prog kernel &scale(kernarg_f32 %a, kernarg_u64 %in, kernarg_u64 %out)\n"
	      "{\n"
	      "	workitemabsid_u32 $s0, 0;\n"
	      "	shl_u32 $s0, $s0, 2;\n"
	      "	cvt_u64_u32 $d0, $s0;\n"
	      "	ld_kernarg_f32 $s1, [%a];\n"
	      "	ld_kernarg_u64 $d1, [%in];\n"
	      "	ld_kernarg_u64 $d2, [%out];\n"
	      "	add_u64 $d1, $d1, $d0;\n"
	      "	add_u64 $d2, $d2, $d0;\n"
	      "	ld_global_f32 $s2, [$d1];\n"
	      "	mul_f32 $s2, $s2, $s1;\n"
	      "	st_global_f32 $s2, [$d2];\n"
	      "};\n");

/* Says in flags[1] that it has begun, and waits until flags[0] is not 0. */
static const char wait_kernel[] = HSAIL("prog kernel &wait(kernarg_u64 %flags)\n"
					"{\n"
					"	ld_kernarg_u64 $d0, [%flags];\n"
					"	atomicnoret_st_global_rlx_system_b32 [$d0+4], 1;\n"
					"@again:\n"
					"	atomic_ld_global_scacq_system_b32 $s0, [$d0];\n"
					"	cmp_eq_b1_u32 $c0, $s0, 0;\n"
					"	cbr_b1 $c0, @again;\n"
					"};\n");

static inline struct hsaemu_runtime *open_threads(uint32_t threads)
{
	struct hsaemu_options o = {.size = sizeof o, .threads = threads};
	struct hsaemu_runtime *rt = hsaemu_open(&o);
	EXPECT(rt != NULL);
	return rt;
}

static inline struct hsaemu_kernel *only_kernel(struct hsaemu_runtime *rt, const char *name,
	const char *text)
{
	struct hsaemu_kernel *k =
		hsaemu_kernel_find(hsaemu_load(rt, name, text, strlen(text)), NULL);
	EXPECT(k != NULL);
	return k;
}

#endif

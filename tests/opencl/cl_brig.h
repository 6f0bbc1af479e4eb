/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules of BRIG as binaries of programs, for which no compiler of OpenCL C is needed. */
#ifndef HSAEMU_TESTS_CL_BRIG_H
#define HSAEMU_TESTS_CL_BRIG_H

#include "cl_client.h"
#include "hsaemu/assemble.h"

/* Two kernels: `add` adds 4, the value of a variable, to what its argument points at. */
static const char two_kernels[] = "module &m:1:0:$full:$large:$default;\n"
				  "prog global_u32 &four = u32(4);\n"
				  "prog kernel &add(kernarg_u64 %out)\n"
				  "{\n"
				  "	ld_kernarg_u64 $d0, [%out];\n"
				  "	ld_global_u32 $s0, [&four];\n"
				  "	atomicnoret_add_global_rlx_agent_u32 [$d0], $s0;\n"
				  "};\n"
				  "prog kernel &nothing() { ret; };\n";

static inline struct buf brig_of(const char *hsail)
{
	const struct diag_options options = {.tool = "test", .error_limit = 20};
	const struct assemble_options none = {.debug_lines = false};
	struct buf brig = BUF_INIT;
	struct source source;
	struct diag d;
	diag_init(&d, &options);
	source_borrow(&source, "m.hsail", hsail, strlen(hsail));
	EXPECT(assemble(&source, &none, &brig, &d));
	source_release(&source);
	diag_release(&d);
	return brig;
}

#endif

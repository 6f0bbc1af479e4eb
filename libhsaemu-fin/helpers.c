/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The device library, libhsahelpers.a at HELPERS, as data: so nobody has to look for its file. */
#include "helpers_impl.h"

__asm__(".pushsection .rodata\n"
	".balign 16\n"
	".globl fin_helpers_begin, fin_helpers_end\n"
	".hidden fin_helpers_begin, fin_helpers_end\n"
	"fin_helpers_begin:\n"
	".incbin \"" HELPERS "\"\n"
	"fin_helpers_end:\n"
	".popsection\n");

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file embeds the device library, libhsahelpers.a at the path HELPERS, as data, so that nobody
 * has to look for it at run time. */
#include "helpers_impl.h"

__asm__(".pushsection .rodata\n"
	".balign 16\n"
	".globl fin_helpers_begin, fin_helpers_end\n"
	".hidden fin_helpers_begin, fin_helpers_end\n"
	"fin_helpers_begin:\n"
	".incbin \"" HELPERS "\"\n"
	"fin_helpers_end:\n"
	".popsection\n");

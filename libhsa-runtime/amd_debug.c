/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What AMD's debugger looks for in a process: a list of code objects, in the form that the dynamic
 * linker has for its own. It stays empty: kernels are announced to debuggers in another way
 * (rt/load/announce_code.c). */
#include <link.h>

/* Debuggers set a breakpoint here to learn of changes to the list. */
static void list_changes(void)
{
}

extern struct r_debug _amdgpu_r_debug;
__attribute__((visibility("default"))) struct r_debug _amdgpu_r_debug = {
	.r_version = 1,
	.r_brk = (ElfW(Addr))list_changes,
	.r_state = RT_CONSISTENT,
};

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The switch between stacks, in assembly. A stack that does not run keeps the registers that a call
 * preserves at its top, with the address to continue at above them; so its stack pointer is all
 * that is needed to continue it. A new stack is made to look like one that was left. */
#include <stdint.h>
#include <string.h>
#include "rt/fiber/stack_switch_impl.h"

__asm__(".text\n"
	".p2align 4\n"
	".globl rt_switch\n.hidden rt_switch\n.type rt_switch, @function\n"
	"rt_switch:\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	movq %rsp, (%rdi)\n"
	"	movq %rsi, %rdi\n"
	".globl rt_switch_leave\n.hidden rt_switch_leave\n.type rt_switch_leave, @function\n"
	"rt_switch_leave:\n"
	"	movq %rdi, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	popq %rcx\n"
	"	jmp *%rcx\n"
	".size rt_switch, .-rt_switch\n"
	".size rt_switch_leave, .-rt_switch_leave\n"
	".globl rt_switch_end\n.hidden rt_switch_end\n"
	"rt_switch_end:\n"
	".p2align 4\n"
	".type rt_switch_begin, @function\n"
	"rt_switch_begin:\n"
	"	.cfi_startproc\n"
	/* tells debuggers that the stack ends here: nobody called this function */
	"	.cfi_undefined rip\n"
	"	movq %r12, %rdi\n"
	"	callq *%rbx\n"
	"	ud2\n"
	"	.cfi_endproc\n"
	".size rt_switch_begin, .-rt_switch_begin\n"
	".globl rt_switch_begin\n.hidden rt_switch_begin\n");

void rt_switch_begin(void);

extern const uint8_t rt_switch_end[];

bool rt_switch_has(uint64_t pc)
{
	return pc >= (uintptr_t)rt_switch && pc < (uintptr_t)rt_switch_end;
}

void *rt_switch_new(void *end, void (*run)(void *), void *arg)
{
	/* rt_switch() pops these words, lowest address first; two more align the stack for calls */
	const uintptr_t frame[] = {
		0, 0, 0, (uintptr_t)arg, (uintptr_t)run, 0, (uintptr_t)rt_switch_begin, 0, 0};
	uint8_t *sp = (uint8_t *)end - ((uintptr_t)end & 15) - sizeof frame;
	memcpy(sp, frame, sizeof frame);
	return sp;
}

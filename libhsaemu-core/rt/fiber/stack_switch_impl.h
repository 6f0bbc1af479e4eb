/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stacks that take turns on a thread: what a fiber is to the processor.
 *
 * A switch is a call, so only the registers that a call preserves are kept, on the stack that is
 * left. It ends in an indirect jump: a `ret` to where no call came from costs the return predictor
 * three times the whole switch. Functions that end with one should end in it, for the same reason:
 * a `ret` behind it would go where another fiber has called. The floating-point environment is not
 * kept: code on fibers has the default one wherever it calls. */
#ifndef HSAEMU_SWITCH_IMPL_H
#define HSAEMU_SWITCH_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hsaemu/base.h"

/* Leaves the current stack, noting in *save where it can go on, and goes on with `to`. */
void rt_switch(void **save, void *to);
/* Goes on with `to`; the current stack is given up. */
NORETURN void rt_switch_leave(void *to);
/* Whether `pc` is in one of these functions, so that the thread is in the middle of a switch. */
bool rt_switch_has(uint64_t pc);
/* Makes a stack that starts with run(arg), which must not return; `end` is the highest address of
 * its memory. */
void *rt_switch_new(void *end, void (*run)(void *), void *arg);

#endif

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Switching between stacks on one thread, which is what a fiber is to the processor.
 *
 * A switch is a function call, so only the registers that a call preserves are saved, on the stack
 * that is left. It ends in an indirect jump, because a `ret` to an address that no call pushed
 * costs the return predictor three times as much as the whole switch. Functions that end with a
 * switch should make it their last action, for the same reason: a `ret` behind it would return to
 * where another fiber has called. The floating-point environment is not saved: code on fibers has
 * the default one wherever it calls. */
#ifndef HSAEMU_SWITCH_IMPL_H
#define HSAEMU_SWITCH_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hsaemu/base.h"

/* Leaves the current stack and goes on with the stack `to`. *save is set to the stack pointer with
 * which the current stack can be continued. */
void rt_switch(void **save, void *to);
/* Goes on with the stack `to` and gives up the current one. */
NORETURN void rt_switch_leave(void *to);
/* Returns whether `pc` is in one of these functions, so that the thread is in the middle of a
 * switch. */
bool rt_switch_has(uint64_t pc);
/* Makes a stack whose first switch calls run(arg), which must not return, and returns its stack
 * pointer. `end` is the highest address of the stack's memory, which stays the caller's. */
void *rt_switch_new(void *end, void (*run)(void *), void *arg);

#endif

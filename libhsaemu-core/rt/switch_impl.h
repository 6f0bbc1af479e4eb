/* Stacks that take turns on a thread: what a fiber is to the processor.
 *
 * A switch is a call, so only the registers that a call preserves are kept, on the stack that is
 * left. It ends in an indirect jump: a `ret` to where no call came from costs the return predictor
 * three times the whole switch. The floating-point environment is not kept: code on fibers has
 * the default one wherever it calls. */
#ifndef HSAEMU_SWITCH_IMPL_H
#define HSAEMU_SWITCH_IMPL_H

#include <stddef.h>
#include "hsaemu/base.h"

/* Leaves the current stack, noting in *save where it can go on, and goes on with `to`. */
void rt_switch(void **save, void *to);
/* Goes on with `to`; the current stack is given up. */
NORETURN void rt_switch_leave(void *to);
/* A stack that starts with run(arg), which must not return; `end` is its highest address. */
void *rt_switch_new(void *end, void (*run)(void *), void *arg);

#endif

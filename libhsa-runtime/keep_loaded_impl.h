/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps the library in memory while it has threads and handlers, whatever a client unloads. */
#ifndef HSAEMU_HSA_KEEP_LOADED_IMPL_H
#define HSAEMU_HSA_KEEP_LOADED_IMPL_H

/* Takes a reference of the shared library that this function is in. Returns NULL when it is in a
 * program, which stays in memory anyway. */
void *hr_library_hold(void);
/* Gives the reference back, and returns 0. NULL is allowed. A function that has nothing to do
 * afterwards returns this call's value: then the compiler makes jumps of the calls, and the loader
 * returns to the client at once, even if no code is left here. */
int hr_library_release(void *library);

#endif

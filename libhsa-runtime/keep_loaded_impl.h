/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps the library in memory while it has threads and handlers, whatever a client unloads. */
#ifndef HSAEMU_HSA_KEEP_LOADED_IMPL_H
#define HSAEMU_HSA_KEEP_LOADED_IMPL_H

/* Takes a reference of the shared library that this function is in. Returns NULL when it is in a
 * program, which stays in memory anyway. */
void *hr_library_hold(void);
/* Gives the reference back. NULL is allowed. */
void hr_library_release(void *library);

#endif

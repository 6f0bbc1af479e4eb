/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of the system that PTX calls; the device library has some of them. */
#ifndef HSAEMU_PTX_SYSTEM_FUNCTIONS_H
#define HSAEMU_PTX_SYSTEM_FUNCTIONS_H

#include "base/func.h"

struct tr;

/* If `f` declares a function that the device library has, gives it the name that it has there.
 * Returns false, after a message, when its parameters differ. */
bool tr_system_function(struct tr *t, struct func *f);
/* Returns whether the function belongs to CUDA's device runtime, with which kernels launch
 * kernels. */
bool tr_is_device_runtime(struct str name);

#endif

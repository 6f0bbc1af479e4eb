/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX calls functions of the system, some of which the device library has. */
#ifndef HSAEMU_PTX_SYSTEM_FUNCTIONS_H
#define HSAEMU_PTX_SYSTEM_FUNCTIONS_H

#include "base/func.h"

struct tr;

/* A declaration of one gets the name that it has in HSAIL; false after a message. */
bool tr_system_function(struct tr *t, struct func *f);
/* What kernels launch kernels with. */
bool tr_is_device_runtime(struct str name);

#endif

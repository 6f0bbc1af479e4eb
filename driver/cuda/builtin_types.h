/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All types of the runtime. */
#ifndef HSAEMU_BUILTIN_TYPES_H
#define HSAEMU_BUILTIN_TYPES_H

#include "device_types.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#endif

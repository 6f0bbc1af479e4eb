/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hipSPARSE over cuSPARSE. */
#ifndef HSAEMU_HIPSPARSE_H
#define HSAEMU_HIPSPARSE_H

#include <cusparse.h>
#include <hip/hip_runtime_api.h>
#include "hipsparse_names.h"

#endif

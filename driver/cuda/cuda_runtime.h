/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime: its functions, in C++ with overloads for typed pointers, symbols and kernels, and in
 * CUDA C++ the language. */
#ifndef HSAEMU_CUDA_RUNTIME_H
#define HSAEMU_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__

#ifdef __CUDA__
#include "hsaemu_cuda.h"
#endif
#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "library_types.h"
#include "vector_functions.h"
#ifdef __cplusplus
#include "hsaemu_launch.h"
#include "hsaemu_memory.h"
#include "hsaemu_symbols.h"
#endif
#ifdef __CUDA__
#include "cuda_surface_types.h"
#include "cuda_texture_types.h"
#include "hsaemu_device_runtime.h"
#include "hsaemu_references.h"
#include "hsaemu_texture.h"
#endif

#endif

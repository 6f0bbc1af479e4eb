/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hipCUB: CUB by its name. */
#ifndef HSAEMU_HIPCUB_HPP
#define HSAEMU_HIPCUB_HPP

#include <cub/cub.cuh>
#include <hip/hip_runtime.h>

namespace hipcub {
using namespace cub;
}
#define HIPCUB_WARP_THREADS 32
#define HIPCUB_DEVICE_WARP_THREADS 32
#define HIPCUB_HOST_WARP_THREADS 32
#define HIPCUB_CUB_API 1

#endif

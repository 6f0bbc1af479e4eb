/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// hsaemu-cc has included all that CUDA has here. Some headers take these two away and expect them back.
#ifndef __host__
#define __host__ __attribute__((host))
#endif
#ifndef __device__
#define __device__ __attribute__((device))
#endif

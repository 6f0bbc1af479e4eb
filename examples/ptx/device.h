// The few CUDA names that the examples use, for clang without the CUDA toolkit; nvcc brings its own.
#ifndef __NVCC__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#include <__clang_cuda_builtin_vars.h>
#define fmaf(a, b, c) __nvvm_fma_rn_f(a, b, c)
#endif

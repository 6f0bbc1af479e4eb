/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
__managed__ int count = 100;
__device__ int *address() { return &count; }

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bench/kernels/empty.hsail in OpenCL C.
kernel void empty(void)
{
}

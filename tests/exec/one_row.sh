# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels that read ids of x alone are right in groups of any shape at each --simd level.
run-with one_row "-O1 -mcpu=x86-64-v3 --simd=off" "-O1 -mcpu=x86-64-v3 --simd=sse" \
	"-O1 -mcpu=x86-64-v3 --simd=avx2" "-O1 -mcpu=x86-64-v3 --simd=sse --flow=dispatcher" \
	"-O1 -mcpu=x86-64-v3 --simd=avx2 --preempt=timeout" "-O1 -mcpu=x86-64-v3 --simd=avx2 --fibers=wave"

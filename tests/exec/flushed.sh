# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Conversions of floats where some instructions flush denormals, at each --simd level.
run-with flushed "-O1 -mcpu=x86-64-v3 --simd=off" "-O1 -mcpu=x86-64-v3 --simd=sse" \
	"-O1 -mcpu=x86-64-v3 --simd=avx2" "-O1 -mcpu=x86-64-v3 --simd=avx2 --flow=dispatcher"

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Conversions of floats whose range is known, or not, are right at each --simd level.
run-with ranges "-O1 -mcpu=x86-64-v3 --simd=off" "-O1 -mcpu=x86-64-v3 --simd=sse" \
	"-O1 -mcpu=x86-64-v3 --simd=avx2" "-O1 -mcpu=x86-64-v3 --simd=avx2 --flow=dispatcher" \
	"-O1 -mcpu=x86-64-v3 --simd=sse --fibers=wave"

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums in which the id along which vectors are stacked cancels out are right at each --simd level.
hsail-as "$T/stack_level.hsail" -o a.brig
run-with stack_level "-O1 -mcpu=x86-64-v3 --simd=off" "-O1 -mcpu=x86-64-v3 --simd=sse" \
	"-O1 -mcpu=x86-64-v3 --simd=avx2" "-O1 -mcpu=x86-64-v3 --simd=sse --stack=4" \
	"-O1 -mcpu=x86-64-v3 --simd=sse --stack=8" "-O1 -mcpu=x86-64-v3 --simd=avx2 --stack=2" \
	"-O1 -mcpu=x86-64-v3 --simd=avx2 --lanes-along=y" "-O1 -mcpu=x86-64-v3 --simd=avx2 --lanes-along=y --stack=4" \
	"-O1 -mcpu=x86-64-v3 --simd=sse --flow=dispatcher"

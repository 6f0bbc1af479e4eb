# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of ids are widened right at each --simd level, with lanes along other dimensions and in stacks.
run-with id_sums "-mcpu=x86-64-v3 --simd=off" "-mcpu=x86-64-v3 --simd=sse" "-mcpu=x86-64-v3 --simd=avx2" \
	"-mcpu=x86-64-v3 --simd=sse --stack=4" "-mcpu=x86-64-v3 --simd=avx2 --lanes-along=y" \
	"-mcpu=x86-64-v3 --simd=avx2 --stack=4"

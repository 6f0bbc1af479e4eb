# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Widened sums that wrap are right at each --simd level.
for cpu in x86-64-v2 x86-64-v3 x86-64-v4; do
	for level in off sse avx2 avx512; do
		[ $cpu = x86-64-v2 ] && [ $level != off ] && [ $level != sse ] && continue
		[ $cpu = x86-64-v3 ] && [ $level = avx512 ] && continue
		hsa-run -mcpu=$cpu --simd=$level -r "$T/wrapped.run"
	done
done

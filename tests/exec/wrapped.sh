# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Widened sums that wrap are right at each --simd level. Where a processor gathers and scatters, no loop over lanes is
# needed for words: in the code for any group, which -g has alone.
hsail-as "$T/wrapped.hsail" -o wrapped.brig
hsail-fin -O0 -g -mcpu=x86-64-v4 --simd=avx512 --emit=llvm-ir wrapped.brig -o wrapped.ll
grep -q 'masked.scatter' wrapped.ll
for cpu in x86-64-v2 x86-64-v3 x86-64-v4; do
	for level in off sse avx2 avx512; do
		[ $cpu = x86-64-v2 ] && [ $level != off ] && [ $level != sse ] && continue
		[ $cpu = x86-64-v3 ] && [ $level = avx512 ] && continue
		hsa-run -mcpu=$cpu --simd=$level -r "$T/wrapped.run"
	done
done

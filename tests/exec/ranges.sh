# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Conversions of floats whose range is known, or not, are right at each --simd level.
for flags in --simd=off --simd=sse --simd=avx2 "--simd=avx2 --flow=dispatcher" "--simd=sse --fibers=wave"; do
	sed "s/^image.*/image \"ranges.hsail\" -O1 -mcpu=x86-64-v3 $flags/" "$T/ranges.run" >ranges.run
	cp "$T/ranges.hsail" .
	hsa-run -r ranges.run
done

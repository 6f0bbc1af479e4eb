# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Clamped conversions are right at each --simd level, for numbers at the ends, infinities and NaNs.
for flags in --simd=off --simd=sse --simd=avx2 "--simd=avx2 --flow=dispatcher" "--simd=sse --fibers=wave"; do
	sed "s/^image.*/image \"clamps.hsail\" -O1 -mcpu=x86-64-v3 $flags/" "$T/clamps.run" >clamps.run
	cp "$T/clamps.hsail" .
	hsa-run -r clamps.run
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Conversions of floats where some instructions flush denormals, at each --simd level.
for flags in --simd=off --simd=sse --simd=avx2 "--simd=avx2 --flow=dispatcher"; do
	sed "s/^image.*/image \"flushed.hsail\" -O1 -mcpu=x86-64-v3 $flags/" "$T/flushed.run" >flushed.run
	cp "$T/flushed.hsail" .
	hsa-run -r flushed.run
done

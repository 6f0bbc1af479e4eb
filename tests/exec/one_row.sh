# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels that read ids of x alone are right in groups of any shape at each --simd level.
for flags in --simd=off --simd=sse --simd=avx2 "--simd=sse --flow=dispatcher" "--simd=avx2 --preempt=timeout" \
	"--simd=avx2 --fibers=wave"; do
	sed "s/^image.*/image \"one_row.hsail\" -O1 -mcpu=x86-64-v3 $flags/" "$T/one_row.run" >one_row.run
	cp "$T/one_row.hsail" .
	hsa-run -r one_row.run
done

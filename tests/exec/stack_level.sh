# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums in which the id along which vectors are stacked cancels out are right at each --simd level.
hsail-as "$T/stack_level.hsail" -o a.brig
for flags in --simd=off --simd=sse --simd=avx2 "--simd=sse --stack=4" "--simd=sse --stack=8" "--simd=avx2 --stack=2" \
	"--simd=avx2 --lanes-along=y" "--simd=avx2 --lanes-along=y --stack=4" "--simd=sse --flow=dispatcher"; do
	sed "s/^image.*/image \"stack_level.hsail\" -O1 -mcpu=x86-64-v3 $flags/" "$T/stack_level.run" >stack_level.run
	cp "$T/stack_level.hsail" .
	hsa-run -r stack_level.run
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels that large ids end run for those in reach only, at each --simd level, and are right.
hsail-as "$T/reach.hsail" -o reach.brig
for level in sse avx2 avx512; do
	hsail-fin -O0 -mcpu=x86-64-v4 --simd=$level --emit=llvm-ir reach.brig -o reach.ll
	[ "$(grep -c '^reached' reach.ll)" = 4 ]
done
for flags in --simd=off --simd=sse --simd=avx2 "--simd=avx2 --lanes-along=y" "--simd=sse --stack=4"; do
	sed "1s|.*|image \"$T/reach.hsail\" -O1 -mcpu=x86-64-v3 $flags|" "$T/reach.run" >r.run
	hsa-run -r r.run
done

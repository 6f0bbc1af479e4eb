# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of ids are widened right at each --simd level, with lanes along other dimensions and in stacks.
for flags in --simd=off --simd=sse --simd=avx2 "--simd=sse --stack=4" "--simd=avx2 --lanes-along=y" "--simd=avx2 --stack=4"; do
	sed "s/^image.*/image \"id_sums.hsail\" -mcpu=x86-64-v3 $flags/" "$T/id_sums.run" >id_sums.run
	cp "$T/id_sums.hsail" .
	hsa-run -r id_sums.run
done

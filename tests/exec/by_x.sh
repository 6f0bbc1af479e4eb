# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels that know x ids alone run each work-item once at each --simd level, and need no body that divides ids.
set -- --simd=off --simd=sse --simd=avx2 "--simd=sse --flow=dispatcher" "--simd=avx2 --preempt=timeout"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" "-mcpu=x86-64-v4 --simd=avx512"
for flags; do
	sed "s/^image.*/image \"by_x.hsail\" -O1 -mcpu=x86-64-v3 $flags/" "$T/by_x.run" >by_x.run
	cp "$T/by_x.hsail" .
	hsa-run -r by_x.run
done
hsail-as by_x.hsail -o by_x.brig
hsail-fin -O1 -mcpu=x86-64-v3 --simd=avx2 --emit=llvm-ir by_x.brig -o by_x.ll
! grep 'uitofp' by_x.ll || exit 1

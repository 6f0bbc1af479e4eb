# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In partial groups of kernels with barriers, each --simd level gives what scalar code does.
set -- --simd=off --simd=sse --simd=avx2 "--simd=sse --flow=dispatcher" "--simd=avx2 --preempt=timeout"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" "-mcpu=x86-64-v4 --simd=avx512"
for flags; do
	sed "s/^image.*/image \"partial_groups.hsail\" -O1 -mcpu=x86-64-v3 $flags/" "$T/partial_groups.run" >partial_groups.run
	cp "$T/partial_groups.hsail" .
	hsa-run -r partial_groups.run
done

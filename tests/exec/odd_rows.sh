# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels run each work-item once at each --simd level, whatever rows groups have. Those that know x ids alone need no
# body that divides ids.
set -- "-O1 -mcpu=x86-64-v3 --simd=off" "-O1 -mcpu=x86-64-v3 --simd=sse" "-O1 -mcpu=x86-64-v3 --simd=avx2" \
	"-O1 -mcpu=x86-64-v3 --simd=sse --flow=dispatcher" "-O1 -mcpu=x86-64-v3 --simd=avx2 --preempt=timeout"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" "-O1 -mcpu=x86-64-v4 --simd=avx512"
run-with odd_rows "$@"
hsail-as odd_rows.hsail -o odd_rows.brig
hsail-fin -O1 -mcpu=x86-64-v3 --simd=avx2 --emit=llvm-ir odd_rows.brig -o odd_rows.ll
for kernel in alike apart short; do
	sed -n "/@$kernel(/,/^}/p" odd_rows.ll >$kernel.ll
	grep -q 'atomicrmw' $kernel.ll
	! grep 'uitofp' $kernel.ll || exit 1
done

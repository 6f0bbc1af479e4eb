# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In partial groups of kernels with barriers, each --simd level gives what scalar code does.
set -- "-O1 -mcpu=x86-64-v3 --simd=off" "-O1 -mcpu=x86-64-v3 --simd=sse" "-O1 -mcpu=x86-64-v3 --simd=avx2" \
	"-O1 -mcpu=x86-64-v3 --simd=sse --flow=dispatcher" "-O1 -mcpu=x86-64-v3 --simd=avx2 --preempt=timeout"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" "-O1 -mcpu=x86-64-v4 --simd=avx512"
run-with partial_groups "$@"

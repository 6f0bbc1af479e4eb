# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Joins of lanes that come in different rounds of loops, at every level and in all forms, against scalar code.
sets="--simd=sse|--simd=sse --fibers=wave|--simd=sse --flow=dispatcher|--simd=sse --stack=2"
! grep -qw avx2 /proc/cpuinfo || sets="$sets|--simd=avx2|--simd=avx2 --preempt=timeout"
! grep -qw avx512vl /proc/cpuinfo || sets="$sets|--simd=avx512|--simd=avx512 --flow=dispatcher|--simd=avx512 --stack=4"
cp "$T/joins.hsail" .
run="buffer in u32[1024] : random(1)
"
n=0
add() { # flags
	n=$((n + 1))
	run="${run}image \"joins.hsail\" $1
"
	for k in from_loop from_loop_last ways two_levels conditions; do
		run="${run}buffer $k$n u32[1024]
dispatch &$k grid(1024) group(96) args(in, $k$n)
"
		[ $n = 1 ] || run="${run}check $k$n : each(${k}1[i])
"
	done
}
add "-O1 --simd=off"
IFS='|'
for s in $sets; do
	for o in -O0 -O1 -O2; do add "$o $s"; done
done
unset IFS
printf '%s' "$run" >x.run
hsa-run -r x.run || fail "lanes do not bring to joins what scalar code does"

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Chains of minima and maxima give what they give without optimisation, at each --simd level.
cp "$T/extremes.hsail" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
{
	echo 'buffer from u32[1100] : random(1)'
	echo 'buffer small u32[1100] : each(from[i] % 16)'
	n=0
	for level in "-O0 --simd=off" $(for l in $levels; do echo "-O1:--simd=$l"; done) -O2:-mcpu=x86-64-v2:--simd=off; do
		echo "image extremes.hsail $(echo "$level" | tr : ' ')"
		for from in from small; do
			echo "buffer chains_${from}_$n u32[4096]"
			echo "dispatch &chains grid(1024) group(64) args(chains_${from}_$n, $from, 0x80000003, 9)"
			echo "buffer scores_${from}_$n u32[256]"
			echo "dispatch &scores grid(16) group(16) args(scores_${from}_$n, $from, 10)"
			[ $n = 0 ] || echo "check chains_${from}_$n : each(chains_${from}_0[i])"
			[ $n = 0 ] || echo "check scores_${from}_$n : each(scores_${from}_0[i])"
		done
		n=$((n + 1))
	done
} >extremes.run
hsa-run --run extremes.run
# Costs of 0 let the longest gap win: -10 for each step that a corner is away from the diagonal.
cat >gaps.run <<EOF
image extremes.hsail
buffer costs u32[256]
buffer out s32[256]
dispatch &scores grid(16) group(16) args(out, costs, 10)
check out : each(0 - 10 * ((i % 16 > i / 16) * (i % 16 - i / 16) + (i % 16 < i / 16) * (i / 16 - i % 16)))
EOF
hsa-run --run gaps.run

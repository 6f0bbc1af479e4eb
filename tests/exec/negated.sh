# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Products with the negative of a number in common are taken away, at each --simd level, without a change of its sign
# before.
cp "$T/negated.hsail" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	cat >$level.run <<END
image negated.hsail --simd=$level
buffer a f32[100] : each(i * 4)
buffer b f32[100] : each(i - 50)
buffer f f32[4] : list(1, -2, 0.5, 8)
dispatch &singles grid(100) group(32) args(a, b, f, 4)
check a : each(i * 4 - 7.5 * (i - 50))
buffer c f64[100] : each(i * 4)
buffer d f64[100] : each(i - 50)
buffer g f64[4] : list(1, -2, 0.5, 8)
dispatch &doubles grid(100) group(32) args(c, d, g, 4)
check c : each(i * 4 - 7.5 * (i - 50))
END
	hsa-run --run $level.run
done
hsail-as negated.hsail -o negated.brig
hsail-fin -mcpu=x86-64-v4 --simd=avx512 -S negated.brig -o negated.s
grep -q 'vfnmadd.*ps.*zmm' negated.s
grep -q 'vfnmadd.*pd.*zmm' negated.s
[ "$(grep -c "xor.*zmm" negated.s)" = 0 ]

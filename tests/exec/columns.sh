# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops down columns, of which gangs have four parts, at all levels: rows of any length that begin anywhere, and
# indices that wrap in each of the parts and between them: in the loop, or before it, where only the work-items behind
# the wrap are on, or only those before it.
cp "$T/columns.hsail" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
{
	for grid in 40 150 260; do
		for group in 10 64 130; do
			for first in 0 1 16 19 37; do
				for n in 39 64 127 149 300; do
					cat <<END
run sums_${grid}_${group}_${first}_$n {
	buffer from u32[1500] : each(i * 7 + 3)
	buffer cells u32[1500] : each(i)
	buffer to u32[300] : each(5)
	dispatch &sums grid($grid) group($group) args(from, cells, to, 5, 300, $first, $n)
	check to : each(5 + (i >= $first) * (i < $n) * (i < $grid) * (15 * (7 * i + 3) + 84000 - 5))
	check cells : each(i + (i % 300 >= $first) * (i % 300 < $n) * (i % 300 < $grid) * (i / 300 + 3))
}
END
				done
			done
			for w in 4095 4080 4065 4033 4032 4063 3 2016; do
				cat <<END
run ring_${grid}_${group}_$w {
	let n = $grid
	buffer from u32[4096] : each(i * 7 + 3)
	buffer cells u32[4096] : each(i)
	buffer to u32[300] : each(5)
	dispatch &ring grid($grid) group($group) args(from, cells, to, 3, $w)
	check to : each(5 + (i < n) * (13 + 7 * (i + 2 * ((i + $w) % 4096) + 3 * ((i + 2 * $w) % 4096))))
	check cells : each(i + 3 * (i < n) + 4 * ((i + 4096 - $w) % 4096 < n) + 5 * ((i + 8192 - 2 * $w) % 4096 < n))
}
END
			done
			for wrap in 1 15 16 17 31 32 33 47 48 63 64 65 100 128 140; do
				cat <<END
run wraps_${grid}_${group}_$wrap {
	buffer from u32[1500] : each(i * 7 + 3)
	buffer to u32[300] : each(5)
	dispatch &after grid($grid) group($group) args(from, to, 5, 300, 4294967296 - $wrap, 200)
	check to : each(5 + (i + $wrap < $grid) * (i < 200) * (5 * (7 * i + 3) + 21000 - 5))
	buffer up u32[300] : each(5)
	dispatch &before grid($grid) group($group) args(from, up, 5, 300, 4294967296 - $wrap, 1200)
	check up : each(5 + (i < $wrap) * (i < $grid) * (5 * (7 * i + 3) + 21000 - 5))
}
END
			done
		done
	done
} >body
for level in $levels; do
	{ echo "image columns.hsail --simd=$level"; cat body; } >$level.run
	hsa-run --run $level.run
done
hsail-as columns.hsail -o columns.brig
for part in 64 128 192; do
	hsail-fin -mcpu=x86-64-v4 --simd=avx512 -S columns.brig -o - | grep -q "vmovdqu64.*$part(%.*zmm"
done

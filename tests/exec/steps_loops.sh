# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops in which each lane goes on from an address of its own, by the same for all: lanes that leave at different times, loops
# in loops, turns of different lengths, stores, group memory, and lanes along y; in groups of whole vectors and others.
cp "$T/steps_loops.hsail" .

# turns M D FIRST: the sum of M elements that are D apart, from element FIRST on
turns() { echo "(($1) * ($3) + ($2) * (($1) * (($1) - 1) / 2))"; }

# one NAME ARGUMENTS EXPECTED: a kernel for the grid and group that are set
one()
{
	cat <<-E
		fill out : 0
		dispatch &$1 grid($grid) group($group) args(out, in, $2)
		check out : each(($3) * (i < $grid))
	E
}

sums()
{
	for n in 0 1 3 33 -2; do
		for d in 1 5 -1; do
			c=1000 m=9
			one sum "$n, $c, $m, $d" "$(turns $m "$d" "i * ($n) + $c")"
			one leave "$n, $c, $m, $d" "$(turns "$m + 1 + (i & 3)" "$d" "i * ($n) + $c")"
			one by_turns "$n, $c, 8, $d" \
				"8 * (i * ($n) + $c) + ($d) * (36 + 4 * (2 - (i & 1)))"
			one nested "$n, $c, $m, $d, 4, 7" "4 * $(turns $m "$d" "i * ($n) + $c") + $m * 7 * 6"
			t="$m * (4 - 1)"
			one skip "$n, $c, $m, $d, 4, 0" "$(turns "$t + 1" "$d" "i * ($n) + $c")"
		done
	done
}

{
	for size in "128 64" "300 100" "37 37"; do
		grid=${size% *} group=${size#* }
		cat <<-E
			run sums_$grid {
			buffer in u32[16384] : each(i)
			buffer out u32[$grid]
		E
		sums
		echo '}'
		cat <<-E
			run pairs_$grid {
			buffer in u64[4096] : each(i)
			buffer out u64[$grid]
		E
		one sum_pairs "11, 4, 5" "$(turns 10 1 "i * 11 + 4")"
		one sum_pairs "1, 4, 5" "$(turns 10 1 "i + 4")"
		one sum_pairs "-2, 1000, 3" "$(turns 6 1 "i * -2 + 1000")"
		echo '}'
		for n in 12 20; do
			in_row="(i % $n >= 1 && i % $n < 10)"
			cat <<-E
				run store_${grid}_$n {
				buffer in u32[1]
				buffer out u32[$((grid * n))] : 7
				dispatch &store grid($grid) group($group) args(out, in, $n, 1, 9, 1)
				check out : each($in_row * (i / $n * 1000 + i % $n - 1) + !$in_row * 7)
				}
			E
		done
	done
	cat <<-E
		run by_y {
		buffer in u32[4096] : each(i)
		buffer out u32[1024]
		dispatch &by_y grid(32, 32) group(16, 16) args(out, in, 9, 3, 8)
		check out : each($(turns 8 "i / 32" "i % 32 * 9 + i / 32 * 3"))
		}
		run group {
		buffer in u32[1]
		buffer out u32[128]
		dispatch &group grid(128) group(64) args(out, in, 3, 2, 16, 1)
		check out : each($(turns 16 1 "i % 64 * 3 + 2"))
		dispatch &group grid(128) group(64) args(out, in, 1, 20, 4, -5)
		check out : each($(turns 4 -5 "i % 64 + 20"))
		}
	E
} >runs

set -- "-mcpu=x86-64-v2 --simd=off" "-mcpu=x86-64-v2 --simd=sse" "-mcpu=x86-64-v3 --simd=avx2" \
	"-mcpu=x86-64-v3 --simd=avx2 --lanes-along=y" "-mcpu=znver4 --simd=up-to-avx2" "-mcpu=znver4 --simd=avx2 --stack=4"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" "-mcpu=x86-64-v4 --simd=avx512" "-mcpu=znver4 --simd=avx512" \
	"-mcpu=znver4 --simd=avx512 --lanes-along=y"
for flags; do
	{ echo "image \"steps_loops.hsail\" $flags"; cat runs; } >steps.run
	hsa-run -r steps.run >log 2>&1 || { echo "with $flags"; head -30 log; exit 1; }
done

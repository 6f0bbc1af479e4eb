# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Windows that are cut off at the ends of columns, where lanes belong to several columns, at all levels. Each
# column is longer or shorter than a vector, and groups are whole vectors or not.
cp "$T/ends_of_rows.hsail" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
{
	for rows in 1 2 5 15 16 17 23 31 33 47 131; do
		for group in 32 37 256; do
			n=$((rows * (1000 / rows)))
			cat <<END
run one_${rows}_$group {
	buffer in u32[$n] : each(i * 3 + 1)
	buffer w u32[20] : each(0)
	buffer out u32[$n] : each(7)
	dispatch &up grid($n) group($group) args(in, w, out, $n, $rows, 1, 0)
	check out : each(i * 3 + 1)
}
END
			for window in "13 6" "20 3" "20 40" "9 -4" "5 0"; do
				set -- $window
				cat <<END
run k${rows}_${group}_$1_$((100 + $2)) {
	buffer in u32[$n] : each(i * 3 + 1)
	buffer w u32[20] : each(i + 5)
	buffer out u32[$n] : each(7)
	buffer sums u32[$n] : each(7)
	dispatch &up grid($n) group($group) args(in, w, out, $n, $rows, $1, $2)
	dispatch &left grid($n) group($group) args(in, w, sums, $n, $rows, $1, $2)
	print out
	print sums
}
END
			done
		done
	done
} >body
for level in $levels; do
	{ echo "image ends_of_rows.hsail -O1 --simd=$level"; cat body; } >$level.run
	hsa-run --run $level.run >$level.out
	cmp off.out $level.out
done
hsail-as ends_of_rows.hsail -o ends_of_rows.brig
hsail-fin -mcpu=x86-64-v4 --simd=avx512 ends_of_rows.brig --emit=ir --print-after=shapes -o ends_of_rows.ir
for k in up left; do
	sed -n "/^kernel &$k\$/,/^kernel/p" ends_of_rows.ir >k
	grep -q 'leads on .*, 0x4' k
	grep -q 'on line .*, 0x4' k
done

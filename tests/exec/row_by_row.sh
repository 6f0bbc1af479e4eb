# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Boxes of work-items of all sorts of groups, where gangs are run row by row, at each --simd level.
cp "$T/row_by_row.hsail" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
# grid and group; then the sizes of the grid
shapes="100,9,5:16,16,1 100,9,5:48,3,2 100,9,5:32,4,1 100,9,5:64,1,2 100,9,5:8,8,1 100,9,5:100,9,1 100,9,5:7,5,3
	96,8,6:16,4,2 96,8,6:96,2,1 96,8,6:1,8,6 16,40,3:16,8,1 33,33,1:11,11,1 1003,1,1:256,1,1 1003,1,1:64,1,1
	48,50,1:48,1,1 48,50,1:16,2,1 17,17,17:17,1,1"
sum="1 + i % w + 100 * (i / w % h) + 10000 * (i / w / h)"
n=0
for shape in $shapes; do
	read -r w h d x y z <<END
$(echo "$shape" | tr ,: '  ')
END
	n=$((n + 1))
	for box in "$w $h $d" "$((w - 1)) $h $((d - 1))" "$((w / 2)) $((h / 2 + 1)) $d" "32 5 2" "31 $h 1" "0 $h $d" "$w 0 $d" "1 1 1"; do
		read -r a b c <<END
$box
END
		cat <<END
run box_${n}_${a}_${b}_$c {
	let w = $w
	let h = $h
	buffer to u32[$((w * h * d))]
	dispatch &box grid($w, $h, $d) group($x, $y, $z) args(to, w, h, $a, $b, $c)
	check to : each((i % w < $a) * (i / w % h < $b) * (i / w / h < $c) * ($sum))
}
END
	done
	cat <<END
run all_$n {
	let w = $w
	let h = $h
	buffer to u32[$((w * h * d))]
	dispatch &all grid($w, $h, $d) group($x, $y, $z) args(to, w, h)
	check to : each($sum + 7 * (i % w % 2) * (1 - i / w % h % 2))
}
END
done >body
cat >>body <<END
run stream {
	buffer from u32[100003] : each(i * 3)
	buffer to u32[100003]
	dispatch &stream grid(100352) group(256) args(from, to, 100003)
	check to : each(i * 3 + 1)
}
END
for level in $levels; do
	for group_by_group in "" --scheduler=shuffle; do
		{ echo "image row_by_row.hsail -O1 --simd=$level"; cat body; } >$level.run
		hsa-run --run $level.run $group_by_group >out
	done
done
# The first loop has neither a test nor a mask.
hsail-as row_by_row.hsail -o row_by_row.brig
hsail-fin -O1 -mcpu=x86-64-v4 row_by_row.brig --emit=llvm-ir -o row_by_row.ll
sed -n '/^define.*@stream/,/^}/p' row_by_row.ll | sed -n '/^gangs:/,/br i1/p' >loop
grep -q 'load <16 x i32>' loop
[ "$(grep -c masked loop)" = 0 ]

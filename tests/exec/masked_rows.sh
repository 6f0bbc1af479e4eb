# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Boxes of work-items of all sorts of groups, where lanes are along any dimension and gangs are run row by row.
# Rows begin anywhere in a line of the caches.
cp "$T/masked_rows.hsail" .
forms="sse:--lanes-along=y --stack=4"
! grep -qw avx2 /proc/cpuinfo || forms="$forms
avx2:--lanes-along=y --stack=2"
! grep -qw avx512vl /proc/cpuinfo || forms="$forms
avx512:
avx512:--stack=4
avx512:--lanes-along=y --stack=off
avx512:--lanes-along=y --stack=2
avx512:--lanes-along=z"
# grid and group, and how many elements are before the first row
shapes="96,80,3:16,16,1,0 96,80,3:16,16,1,5 100,80,2:4,16,2,15 101,96,1:16,8,2,1 192,9,4:16,1,4,7 193,9,4:64,2,2,11
	80,16,48:8,2,16,3 160,16,2:160,2,1,9 64,64,1:64,4,1,12"
n=0
for shape in $shapes; do
	read -r w h d x y z base <<END
$(echo "$shape" | tr ,: '  ')
END
	n=$((n + 1))
	all=$((w * h * d))
	for box in "$w $h $d" "$((w - 1)) $h $d" "$w $((h - 1)) $d" "70 $((h - 3)) $((d - 1))" "17 5 2" "0 $h $d"; do
		read -r a b c <<END
$box
END
		cat <<END
run box_${n}_${a}_${b}_$c {
	let w = $w
	let h = $h
	buffer to u32[$((all + 16))]
	buffer from u32[$((h * d))] : each(i * 3)
	buffer count u32[$((h * d))]
	dispatch &box grid($w, $h, $d) group($x, $y, $z) args(to, from, count, w, h, $a, $b, $c, $base)
	check to : each((i >= $base) * (i < $base + $all) * ((i - $base) % w < $a) * ((i - $base) / w % h < $b) * ((i - $base) / w / h < $c) * (1 + (i - $base) % w + 100 * ((i - $base) / w % h) + 10000 * ((i - $base) / w / h) + (i - $base) / w * 3))
	check count : each((i % h < $b) * (i / h < $c) * ($a > 0))
}
END
	done
	cat <<END
run across_$n {
	let w = $w
	let h = $h
	buffer to u32[$((all + 16))]
	buffer from u32[w] : each(i / 3)
	dispatch &across grid($w, $h, $d) group($x, $y, $z) args(to, from, w, h, $base)
	check to : each((i >= $base) * (i < $base + $all) * (1 - (i - $base) / h % w / 3 % 2) * (1 + (i - $base) / h % w + 100 * ((i - $base) % h) + 10000 * ((i - $base) / h / w)))
}
run wraps_$n {
	let w = $w
	buffer to u32[$((w * h + 16))]
	dispatch &wraps grid($w, $h) group($x, $y) args(to, w, 0xfffffff0, 50, $base)
	check to : each((i >= $base) * (i < $base + $((w * h))) * ((i - $base) % w >= 16) * ((i - $base) % w < 66) * (1 + (i - $base) % w + 1000 * ((i - $base) / w)))
}
END
done >body
echo "$forms" | while IFS=: read -r level flags; do
	{ echo "image masked_rows.hsail -O1 --simd=$level $flags"; cat body; } >r.run
	hsa-run --run r.run >out
done
{ echo "image masked_rows.hsail -O1 --lanes-along=y --stack=4"; cat body; } >r.run
hsa-run --run r.run --scheduler=shuffle >out
# A gang of the first loop asks for its lanes only, which are one mask for all parts of a stack.
hsail-as masked_rows.hsail -o a.brig
hsail-fin -O1 -mcpu=x86-64-v4 --stack=4 a.brig --emit=llvm-ir -o a.ll
sed -n '/^define.*@box/,/^}/p' a.ll | sed -n '/^gangs:/,/br i1/p' >loop
[ "$(grep -c 'call void @llvm.masked.store.v16i32' loop)" = 4 ]
[ "$(grep -c 'icmp ugt <16 x i32>\|icmp ult <16 x i32>' loop)" = 1 ]
# Rows that are not of the first loop come one at a time, as one out of reach may lie on a page that
# does not exist: there is a store in the second loop, and one in that for the ends of rows.
[ "$(sed -n '/^define.*@box/,/^}/p' a.ll | grep -c 'call void @llvm.masked.store.v16i32')" = 6 ]

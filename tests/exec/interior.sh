# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Work-items from one id on up to another one, in all sorts of groups, at each --simd level.
cp "$T/interior.hsail" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
# grid and group
shapes="100,9,2:16,16,1 100,9,2:64,1,2 100,9,2:8,8,1 96,8,3:16,4,2 96,8,3:96,2,1 33,33,1:11,11,1 1003,1,1:256,1,1 256,6,1:32,2,1"
# o, a, b, c, d
limits="0,1,99,0,7 0,0,100,-1,9 0,17,80,2,5 0,1,2,3,4 0,5,3,0,3 0,-7,1000,-1000,1000 0,95,96,7,8 10,12,90,0,7 0,-1,1,-1,0
	2147483600,2147483610,2147483640,0,7 2147483600,-2147483648,-2147483600,-1,7 -5,0,40,0,7 -50,-10,2147483647,-2147483648,2147483647
	-1,0,98,0,2147483647 0,1,98,1,-2 0,200,300,0,7"
x="(i % w + o + 2147483648) % 4294967296" # x + o in 32 bits, plus 2^31 with a sign
y="i / w % h"
z="i / w / h"
n=0
for shape in $shapes; do
	read -r w h d gx gy gz <<END
$(echo "$shape" | tr ,: '  ')
END
	for limit in $limits; do
		n=$((n + 1))
		read -r o a b c e <<END
$(echo "$limit" | tr , ' ')
END
		# numbers without signs
		ua=$((a & 4294967295)) ub=$((b & 4294967295)) uc=$((c & 4294967295)) ue=$((e & 4294967295)) uo=$((o & 4294967295))
		cat <<END
run inner_$n {
	let w = $w
	let h = $h
	let o = $uo
	buffer to u32[$((w * h * d))]
	dispatch &inner grid($w, $h, $d) group($gx, $gy, $gz) args(to, w, h, $uo, $a, $b, $c, $e)
	check to : each(($x >= $((a + 2147483648))) * ($x < $((b + 2147483648))) * ($y > $c) * ($y <= $e))
}
run folded_$n {
	let w = $w
	let h = $h
	let o = $((uo + 4294967296 - ua))
	let p = $((4294967296 - uc))
	buffer to u32[$((w * h * d))]
	dispatch &folded grid($w, $h, $d) group($gx, $gy, $gz) args(to, w, h, $uo, $ua, $ub, $uc, $ue)
	check to : each(((i % w + o) % 4294967296 < $ub) * (($y + p) % 4294967296 <= $ue))
}
run both_$n {
	let w = $w
	let h = $h
	buffer to u32[$((w * h * d))]
	dispatch &both grid($w, $h, $d) group($gx, $gy, $gz) args(to, w, h, 2, $a, $b, $uc, $ue)
	check to : each(2 * (i % w > $a) * ($y > $a) * (i % w <= $b) * ($y <= $b) * ($z >= $uc) * ($z < $ue))
}
END
	done
done >body
for level in $levels; do
	for group_by_group in "" --scheduler=shuffle; do
		{ echo "image interior.hsail -O1 --simd=$level"; cat body; } >$level.run
		hsa-run --run $level.run $group_by_group >out || { head -5 out; echo "$level $group_by_group"; exit 1; }
	done
done
# Gangs inside need no mask, and ask for none.
hsail-as interior.hsail -o interior.brig
hsail-fin -O2 -mcpu=x86-64-v4 --stack=off interior.brig --emit=llvm-ir -o interior.ll
for kernel in inner folded; do
	sed -n "/^define.*@$kernel(/,/^}/p" interior.ll | sed -n '/^gangs:/,/br i1/p' >loop
	grep -q 'load <16 x i32>' loop
	[ "$(grep -c 'masked\|icmp.*<16' loop)" = 0 ]
done

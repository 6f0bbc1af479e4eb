# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Borders that are told by `id == n`, at an end of a group, inside of it or nowhere, are left out at each --simd level.
cat >unequal.hsail <<'END'
module &unequal:1:0:$full:$large:$near;
prog kernel &border(kernarg_u64 %out, kernarg_u32 %a, kernarg_u32 %b, kernarg_u32 %c, kernarg_u32 %width)
{
	workitemabsid_u32 $s0, 0;
	workitemabsid_u32 $s1, 1;
	ld_kernarg_u32 $s2, [%a];
	ld_kernarg_u32 $s3, [%b];
	ld_kernarg_u32 $s4, [%c];
	cmp_eq_b1_u32 $c0, $s0, 0;
	cmp_eq_b1_s32 $c1, $s2, $s0;
	or_b1 $c0, $c0, $c1;
	cmp_eq_b1_u32 $c1, $s1, $s3;
	or_b1 $c0, $c0, $c1;
	sub_u32 $s5, $s1, $s4;
	cmp_eq_b1_u32 $c1, $s5, 0;
	or_b1 $c0, $c0, $c1;
	cbr_b1 $c0, @done;
	ld_kernarg_u32 $s6, [%width];
	mad_u32 $s7, $s1, $s6, $s0;
	cvt_u64_u32 $d0, $s7;
	shl_u64 $d0, $d0, 2;
	ld_kernarg_u64 $d1, [%out];
	add_u64 $d1, $d1, $d0;
	ld_global_u32 $s8, [$d1];
	add_u32 $s8, $s8, 3;
	st_global_u32 $s8, [$d1];
@done:
	ret;
};
prog kernel &wide(kernarg_u64 %out, kernarg_u64 %n)
{
	workitemabsid_u64 $d0, 0;
	ld_kernarg_u64 $d1, [%n];
	cmp_ne_b1_u64 $c0, $d0, $d1;
	cbr_b1 $c0, @some;
	br @done;
@some:
	shl_u64 $d0, $d0, 2;
	ld_kernarg_u64 $d2, [%out];
	add_u64 $d2, $d2, $d0;
	ld_global_u32 $s0, [$d2];
	add_u32 $s0, $s0, 5;
	st_global_u32 $s0, [$d2];
@done:
	ret;
};
END
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
n=0
# What `border` leaves as it was are columns 0 and a, and rows b and c.
for size in "64 8 64 1" "96 7 32 1" "50 6 50 3" "40 9 16 4" "1 5 1 1"; do
	read -r w h gw gh <<END
$size
END
	for at in "$((w - 1)) 0 $((h - 1))" "17 2 3" "0 4294967295 77" "31 0 0" "32 1 4294967295" "4294967295 $((h - 1)) 9"; do
		read -r a b c <<END
$at
END
		n=$((n + 1))
		cat <<END
run border$n {
	buffer out u32[$((w * h))] : each(7)
	dispatch &border grid($w, $h) group($gw, $gh) args(out, $a, $b, $c, $w)
	check out : each(7 + 3 * ((i % $w != 0) * (i % $w != $a) * (i / $w != $b) * (i / $w != $c)))
}
END
	done
done >runs
for at in 0 1 255 256 300 511 512 4294967296 18446744073709551615; do
	left=12
	[ ${#at} -gt 3 ] || left="12 - 5 * (i == $at)"
	cat <<END
run wide$at {
	buffer out u32[512] : each(7)
	dispatch &wide grid(512) group(256) args(out, $at)
	check out : each($left)
}
END
done >>runs
for level in $levels; do
	echo "image unequal.hsail --simd=$level" | cat - runs >x.run
	hsa-run --run x.run || { echo "$level"; exit 1; }
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Barriers between loads and stores of a level that is made in place are skipped where work-items run in order of their
# ids, and nowhere else; results are those of scalar code, whatever groups there are.
#
# kernel NAME BEFORE BEHIND: rounds of `before; barrier; behind; barrier` on a tile with two numbers of each work-item.
# $s0: the work-item, $s1: its group's size, $s2: the round, $s3: 4 * $s0, $s4: 8 * $s0, $s5, $s6: numbers to keep.
kernel() {
	cat <<END

prog kernel &$1(kernarg_u64 %in, kernarg_u64 %out, kernarg_u32 %rounds)
{
	group_u32 %tile[2056];
	workitemid_u32 \$s0, 0;
	currentworkgroupsize_u32 \$s1, 0;
	workgroupid_u32 \$s9, 0;
	workgroupsize_u32 \$s8, 0;
	mad_u32 \$s9, \$s9, \$s8, \$s0;
	cvt_u64_u32 \$d0, \$s9;
	shl_u64 \$d0, \$d0, 3;
	ld_kernarg_u64 \$d1, [%in];
	add_u64 \$d1, \$d1, \$d0;
	ld_kernarg_u64 \$d2, [%out];
	add_u64 \$d2, \$d2, \$d0;
	ld_kernarg_u32 \$s7, [%rounds];
	shl_u32 \$s3, \$s0, 2;
	shl_u32 \$s4, \$s0, 3;
	ld_global_u32 \$s10, [\$d1];
	ld_global_u32 \$s11, [\$d1+4];
	st_group_u32 \$s10, [%tile][\$s4];
	st_group_u32 \$s11, [%tile][\$s4+4];
	sub_u32 \$s12, \$s1, 1;
	cmp_ne_b1_u32 \$c0, \$s0, \$s12;
	cbr_b1 \$c0, @begin;
	st_group_u32 \$s10, [%tile][\$s4+8];
@begin:
	mov_b32 \$s2, 0;
	mov_b32 \$s5, 0;
	mov_b32 \$s6, 0;
	${4-}
@round:
	barrier;
	$2
	barrier;
	$3
	add_u32 \$s2, \$s2, 1;
	cmp_lt_b1_u32 \$c0, \$s2, \$s7;
	cbr_width(all)_b1 \$c0, @round;
	barrier;
	ld_group_u32 \$s10, [%tile][\$s4];
	ld_group_u32 \$s11, [%tile][\$s4+4];
	st_global_u32 \$s10, [\$d2];
	st_global_u32 \$s11, [\$d2+4];
@end:
	ret;
};
END
}
half='shr_u32 $s12, $s1, $s2; cmp_ge_b1_u32 $c1, $s0, $s12;'
mix='mad_u32 $s5, $s5, 5, $s6;'
{
	echo 'module &in_order:1:0:$full:$large:$near;'
	kernel pairs "$half cbr_b1 \$c1, @a; ld_group_u32 \$s5, [%tile][\$s4]; ld_group_u32 \$s6, [%tile][\$s4+4]; @a:" \
		"cbr_b1 \$c1, @b; $mix st_group_u32 \$s5, [%tile][\$s3]; @b:"
	# the first work-items' results are told before the others have loaded
	kernel ranges "$half cbr_b1 \$c1, @a; ld_group_u32 \$s5, [%tile][\$s4]; ld_group_u32 \$s6, [%tile][\$s4+4]; @a:" \
		"cmp_lt_b1_u32 \$c2, \$s0, 40; cbr_b1 \$c2, @b; $mix st_group_u32 \$s5, [%tile][\$s3]; @b:"
	kernel left 'ld_group_u32 $s5, [%tile][$s3+4];' 'st_group_u32 $s5, [%tile][$s3];'
	kernel far 'ld_group_u32 $s5, [%tile][$s4+8];' 'add_u32 $s5, $s5, $s0; st_group_u32 $s5, [%tile][$s3+4];'
	kernel own 'ld_group_u32 $s5, [%tile][$s3];' 'mad_u32 $s5, $s5, 3, $s0; st_group_u32 $s5, [%tile][$s3];'
	kernel twice 'st_group_u32 $s2, [%tile][$s3+4];' 'st_group_u32 $s3, [%tile][$s3];'
	kernel apart "ld_group_u32 \$s6, [%tile][\$s4]; and_b32 \$s12, \$s6, 1; cmp_eq_b1_u32 \$c1, \$s12, 1; cbr_b1 \$c1, @a;
		ld_group_u32 \$s5, [%tile][\$s3+4]; br @b; @a: ld_group_u32 \$s5, [%tile][\$s4+4]; @b:" \
		"cbr_b1 \$c1, @c; add_u32 \$s5, \$s5, 7; st_group_u32 \$s5, [%tile][\$s3]; br @d;
		@c: $mix st_group_u32 \$s5, [%tile][\$s3]; @d:"
	kernel ends 'ld_group_u32 $s5, [%tile][$s4+4];' "$mix"' st_group_u32 $s5, [%tile][$s3];' \
		'cmp_ge_b1_u32 $c1, $s0, 77; cbr_b1 $c1, @end;'
	kernel loops "mov_b32 \$s12, 0; @a: shl_u32 \$s13, \$s12, 8; ld_group_u32 \$s6, [%tile][\$s4+4]; $mix
		add_u32 \$s12, \$s12, 1; and_b32 \$s14, \$s6, 3; cmp_le_b1_u32 \$c1, \$s12, \$s14; cbr_b1 \$c1, @a;" \
		'st_group_u32 $s5, [%tile][$s3];'
	# of these two barriers the first one is skipped, behind which numbers are stored before those that were loaded
	kernel given 'st_group_u32 $s2, [%tile][$s3+4];' 'ld_group_u32 $s5, [%tile][$s3+8]; st_group_u32 $s5, [%tile][$s3+4120];'
	# work-items need what those with smaller ids have stored before, or those with greater ones
	kernel right 'ld_group_u32 $s5, [%tile][$s3]; ld_group_u32 $s6, [%tile][$s3+4];' 'st_group_u32 $s6, [%tile][$s3+4];'
	kernel wide 'ld_group_u32 $s5, [%tile][$s3];' 'st_group_u32 $s5, [%tile][$s4];'
	kernel back 'ld_group_u32 $s5, [%tile][$s4];' 'st_group_u32 $s5, [%tile][$s3+8];'
	# of global memory nothing is known
	kernel global 'ld_global_u32 $s5, [$d1];' 'st_global_u32 $s5, [$d1]; st_group_u32 $s5, [%tile][$s4];'
	# those that end do something on their way, which nobody waits for then; and waves exchange data without a barrier
	kernel leaves 'ld_group_u32 $s5, [%tile][$s4]; cmp_ge_b1_u32 $c1, $s0, 5; cbr_b1 $c1, @gone;' \
		'st_group_u32 $s5, [%tile][$s3];' | awk '/^	ret/ { print; print "@gone:\n\tld_group_u32 $s5, [%tile][16];\n\tst_global_u32 $s5, [$d2];\n\tret;"; next } { print }'
	kernel waves 'ld_group_u32 $s5, [%tile][$s4];' 'st_group_u32 $s5, [%tile][$s3];' '
		barrier; st_group_u32 $s0, [%tile][$s3+4112]; xor_b32 $s13, $s3, 4; ld_group_u32 $s6, [%tile][$s13+4112];'
	# a loop with one barrier needs it
	kernel single 'ld_group_u32 $s5, [%tile][$s3];' 'mad_u32 $s5, $s5, 3, $s0; st_group_u32 $s5, [%tile][$s3];' |
		awk '/^	barrier/ && ++n == 2 { next } { print }'
} >in_order.hsail
hsail-as in_order.hsail -o in_order.brig
hsail-fin --emit=ir --print-after=skip in_order.brig -o in_order.ir
for kernel in pairs ranges left far own twice apart ends loops given; do
	sed -n "/^kernel &$kernel\$/,/^kernel/p" in_order.ir | grep -c 'barrier_width(all)' | grep -qx 2 || exit 1
done
for kernel in right wide back global leaves; do
	sed -n "/^kernel &$kernel\$/,/^kernel/p" in_order.ir | grep -c 'barrier_width(all)' | grep -qx 3 || exit 1
done
sed -n '/^kernel &waves$/,/^kernel/p' in_order.ir | grep -c 'barrier_width(all)' | grep -qx 3 || exit 1
sed -n '/^kernel &single$/,$p' in_order.ir | grep -c 'barrier_width(all)' | grep -qx 2 || exit 1
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
{
	for kernel in pairs ranges left far own twice apart ends loops right given wide back global leaves single; do
		for groups in "grid(3) group(1)" "grid(14) group(7)" "grid(128) group(64)" "grid(200) group(100)" \
			"grid(500) group(256)" "grid(512) group(512)" "grid(96, 3) group(48, 3)" "grid(40, 2, 2) group(40, 2, 2)"; do
			for rounds in 1 2 5; do
				# of several rows each does the same
				name=$kernel$(printf '%s' "$groups$rounds" | tr -c 'a-z0-9' _)
				cat <<END
run $name {
	buffer in u32[2048] : random(7)
	buffer out u32[1100]
	dispatch &$kernel $groups args(in, out, $rounds)
	print out
}
END
			done
		done
	done
} >body
for level in $levels; do
	for debug in -g ""; do
		hsail-fin -O1 $debug --verify-ir --simd=$level in_order.brig -o $level.o
		hsa-ld $level.o -o $level.img
		{ echo "image $level.img"; cat body; } >$level.run
		hsa-run --run $level.run >$level.out
		[ -f off.out ] || cp $level.out off.out
		cmp off.out $level.out
	done
done
# what it is is known where all numbers move to the left
seq 3 252 >sums.expected
for level in $levels; do
	cat >sums.run <<END
image $level.img
run sums {
	buffer in u32[512] : each(i)
	buffer out u32[512]
	dispatch &left grid(256) group(256) args(in, out, 3)
	print out
}
END
	hsa-run --run sums.run | sed 's/^out[^ ]* //' | tr -s ' ' '\n' | head -250 >sums.out
	cmp sums.out sums.expected
done
# Waves that exchange data without a barrier do so in groups of several rows, too, of which each does the same.
cat >swaps.hsail <<'END'
module &rows_of_waves:1:0:$full:$large:$near;
prog kernel &swaps(kernarg_u64 %out)
{
	group_u32 %tile[512];
	group_u32 %own[256];
	workitemid_u32 $s0, 0;
	shl_u32 $s3, $s0, 2;
	shl_u32 $s4, $s0, 3;
	shl_u32 $s1, $s0, 1;
	st_group_u32 $s1, [%tile][$s4];
	add_u32 $s1, $s1, 1;
	st_group_u32 $s1, [%tile][$s4+4];
	barrier;
	ld_group_u32 $s5, [%tile][$s4];
	barrier;
	st_group_u32 $s5, [%tile][$s3];
	barrier;
	ld_group_u32 $s5, [%tile][$s4+4];
	barrier;
	st_group_u32 $s5, [%own][$s3];
	xor_b32 $s1, $s3, 4;
	ld_group_u32 $s6, [%own][$s1];
	add_u32 $s5, $s5, $s6;
	st_group_u32 $s5, [%own][$s3];
	xor_b32 $s1, $s3, 8;
	ld_group_u32 $s6, [%own][$s1];
	ld_kernarg_u64 $d0, [%out];
	workitemabsid_u32 $s7, 0;
	cvt_u64_u32 $d1, $s7;
	shl_u64 $d1, $d1, 2;
	add_u64 $d0, $d0, $d1;
	st_global_u32 $s6, [$d0];
};
END
sum='' # of what neighbours have loaded last
for k in 'i % N ^ 2' 'i % N ^ 3'; do
	sum="$sum + 2 * ($k) + 1 + (2 * ($k) + 1 < N) * (2 * ($k) + 1)"
done
for level in ${levels#off}; do
	{
		echo "image swaps.hsail -O1 --simd=$level"
		for groups in 32,1 64,1 128,1 32,2 64,2 16,4 128,2 8,4; do
			n=${groups%,*}
			echo "buffer o$n$level${groups#*,} u32[$((2 * n))]"
			echo "dispatch &swaps grid($((2 * n)), ${groups#*,}) group($groups) args(o$n$level${groups#*,})"
			echo "check o$n$level${groups#*,} : each($(echo "0$sum" | sed "s/N/$n/g"))"
		done
	} >swaps.run
	hsa-run --run swaps.run
done

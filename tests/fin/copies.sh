# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A loop that waits, with one inside of it that ends in two ways, has copies of copies in blocks that
# come before those that dominate them. Each number waits for the two behind it to be 0.
cat >k.hsail <<'END'
module &m:1:0:$full:$large:$near;
prog kernel &k(kernarg_u32 %n, kernarg_u64 %from, kernarg_u64 %to, kernarg_u64 %state, kernarg_u64 %rounds)
{
	ld_kernarg_u32 $s0, [%n];
	ld_kernarg_u64 $d0, [%rounds];
	ld_kernarg_u64 $d1, [%from];
	ld_kernarg_u64 $d2, [%state];
	ld_kernarg_u64 $d3, [%to];
	workitemid_u32 $s1, 0;
	workgroupsize_u32 $s3, 0;
	mov_b32 $s2, 0;
	cmp_ge_b1_s32 $c0, $s1, $s0;
	mov_b32 $s4, $s2;
	br @round;
@round_end:
	add_s32 $s4, $s4, 1;
	cmp_eq_b1_s32 $c2, $s5, 0;
	cbr_b1 $c2, @end;
@round:
	mov_b32 $s5, $s2;
	cbr_b1 $c0, @round_end;
	mov_b32 $s5, $s2;
	mov_b32 $s6, $s1;
	br @number;
@ready:
	mov_b32 $s8, 0;
	atomicnoret_st_global_rlx_system_b32 [$d4], $s8;
	mov_b32 $s5, $s7;
@next:
	cvt_u32_u64 $s8, $d5;
	add_s32 $s6, $s8, $s3;
	cmp_lt_b1_s32 $c2, $s6, $s0;
	cbr_b1 $c2, @number;
	br @round_end;
@number:
	mov_b32 $s7, $s5;
	cvt_s64_s32 $d5, $s6;
	shl_u64 $d6, $d5, 2;
	add_s64 $d4, $d2, $d6;
	atomic_ld_global_rlx_system_b32 $s6, [$d4];
	cmp_eq_b1_u32 $c2, $s6, 0;
	cbr_b1 $c2, @next;
	add_s64 $d7, $d1, $d6;
	ld_global_u32 $s8, [$d7];
	add_s64 $d6, $d3, $d6;
	ld_global_u32 $s9, [$d6];
	cmp_ge_b1_s32 $c2, $s8, $s9;
	cbr_b1 $c2, @ready;
@other:
	cvt_s64_s32 $d6, $s8;
	shl_u64 $d6, $d6, 2;
	add_s64 $d6, $d2, $d6;
	atomic_ld_global_rlx_system_b32 $s10, [$d6];
	cmp_gt_b1_u32 $c2, $s6, $s10;
	mov_b32 $s5, 1;
	cbr_b1 $c2, @other_ready;
	br @next;
@other_ready:
	add_s32 $s8, $s8, 1;
	cmp_eq_b1_s32 $c2, $s9, $s8;
	cbr_b1 $c2, @ready;
	br @other;
@end:
	cvt_u64_u32 $d1, $s1;
	shl_u64 $d1, $d1, 2;
	add_s64 $d0, $d0, $d1;
	st_global_u32 $s4, [$d0];
};
END
hsail-as k.hsail
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	hsail-fin --simd=$level k.brig -o k.o
	hsa-ld k.o -o k.img
	hsa-run k.img -k '&k' --grid 1 --group 1 -a n=u32:8 -a 'from=u32[8]:each(i + 1)' \
		-a 'to=u32[8]:list(3, 4, 5, 6, 7, 8, 8, 8)' -a 'state=u32[8]:each(i + 1)' -a 'rounds=u32[1]:0' \
		--check 'state=each:0' --check 'rounds=each:8'
done

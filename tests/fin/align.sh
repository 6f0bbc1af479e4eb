# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops that lanes begin apart have a copy that they run in line, but where there are no masked accesses.
hsail-as "$TOP/tests/exec/windows.hsail" -o w.brig
hsail-fin --simd=avx512 -mcpu=x86-64-v4 --emit=ir --print-after=shapes w.brig -o - >w.ir
sed -n '/^kernel &up/,/^kernel/p' w.ir >up
grep -q 'is line .*, 0x4' up
grep -q 'is line .*, 0x0' up
grep -q 'least' up
# How often each lane goes around is known before, so none leaves the copy before the others. Turns in which
# all take part are a loop of their own.
for k in up down every_other; do
	sed -n "/^kernel &$k\$/,/^kernel/p" w.ir >k
	grep -q 'cmp_le_b1_u32 .*, 0x40000000' k
	[ "$(grep -c 'a loop begins' k)" = 3 ]
done
hsail-fin --simd=sse -mcpu=x86-64-v2 --emit=ir --print-after=shapes w.brig -o - >s.ir
! sed '/^kernel &mirrored/,$d' s.ir | grep -q 'is line' || exit 1

# A loop that lanes run together needs no masks for that: its pointer is the sum of ids that may have wrapped.
cat >t.hsail <<'END'
module &together:1:0:$full:$large:$near;
prog kernel &column(kernarg_u64 %from, kernarg_u64 %to, kernarg_u32 %w, kernarg_u32 %n)
{
	workitemabsid_u32 $s0, 0;
	ld_kernarg_u64 $d0, [%from];
	ld_kernarg_u64 $d1, [%to];
	ld_kernarg_u32 $s1, [%w];
	ld_kernarg_u32 $s2, [%n];
	cvt_s64_s32 $d2, $s0;
	shl_u64 $d2, $d2, 2;
	add_u64 $d0, $d0, $d2;
	add_u64 $d1, $d1, $d2;
	cvt_u64_u32 $d3, $s1;
	shl_u64 $d3, $d3, 2;
	mov_b32 $s3, 0;
@loop:
	ld_global_u32 $s4, [$d0];
	add_u32 $s3, $s3, $s4;
	add_u64 $d0, $d0, $d3;
	sub_u32 $s2, $s2, 1;
	cmp_ne_b1_s32 $c0, $s2, 0;
	cbr_b1 $c0, @loop;
	st_global_u32 $s3, [$d1];
	ret;
};
END
hsail-as t.hsail -o t.brig
for level in sse avx2; do
	hsail-fin --simd=$level -mcpu=x86-64-v3 --emit=ir --print-after=shapes t.brig -o - >t.ir
	grep -q 'is line' t.ir
	! grep -q 'least' t.ir || exit 1
done

# What is widened and narrowed again, complements of ids, and arguments that are loaded on two ways.
cat >f.hsail <<'END'
module &facts:1:0:$full:$large:$near;
prog kernel &k(kernarg_u64 %to, kernarg_u32 %n)
{
	workitemabsid_u32 $s0, 0;
	ld_kernarg_u64 $d0, [%to];
	cvt_s64_s32 $d1, $s0;
	add_u64 $d1, $d1, 5;
	cvt_u32_u64 $s1, $d1;
	not_b32 $s2, $s1;
	and_b32 $s3, $s0, 1;
	cmp_eq_b1_u32 $c0, $s3, 0;
	cbr_b1 $c0, @even;
	ld_kernarg_u32 $s4, [%n];
	st_global_u32 $s4, [$d0];
	br @join;
@even:
	ld_kernarg_u32 $s4, [%n];
@join:
	add_u32 $s5, $s4, 3;
	st_global_u32 $s2, [$d0 + 4];
	st_global_u32 $s5, [$d0 + 8];
	st_global_u64 $d1, [$d0 + 16]; // so the upper half is needed, too
	ret;
};
END
hsail-as f.hsail -o f.brig
hsail-fin --simd=sse -mcpu=x86-64-v2 --emit=ir --print-after=shapes f.brig -o - >f.ir
grep 'cvt_u32_u64' f.ir | grep -F 'linear 1;'
grep 'not_b32' f.ir | grep -F 'linear -1;'
grep 'phi' f.ir | grep -F 'one for the group'
grep 'add_u32.*0x3' f.ir | grep -F 'one for the group'

# Pixels that are mirrored at an edge, in a wave whose parts are instructed in step: lanes do not wait for each other.
sed -n '/^kernel &mirrored/,$p' w.ir >mirrored
grep -q 'abs_s32' mirrored
grep -q 'is line .*, 0x1' mirrored
! grep -q 'least' mirrored || exit 1

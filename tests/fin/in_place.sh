# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A sum that one region adds to and another one passes on stays where it is: it is stored at the start and by the
# region that adds, not by the other.
cat >sum.hsail <<'EOF'
module &m:1:0:$full:$large:$near;
prog kernel &k(kernarg_u64 %in, kernarg_u64 %out, kernarg_u32 %n)
{
	requiredworkgroupsize 64, 1, 1;
	group_u32 %tile[64];
	workitemid_u32 $s0, 0;
	ld_kernarg_u64 $d0, [%in];
	ld_kernarg_u64 $d1, [%out];
	ld_kernarg_u32 $s1, [%n];
	shl_u32 $s2, $s0, 2;
	cvt_u64_u32 $d2, $s2;
	add_u64 $d0, $d0, $d2;
	add_u64 $d1, $d1, $d2;
	mov_b32 $s3, 0;
	ld_global_u32 $s7, [$d0];
@more:
	ld_global_u32 $s4, [$d0];
	st_group_u32 $s4, [%tile][$s2];
	barrier;
	xor_b32 $s5, $s2, 4;
	ld_group_u32 $s6, [%tile][$s5];
	mad_u32 $s7, $s7, 3, $s6;
	barrier;
	add_u64 $d0, $d0, 256;
	sub_u32 $s1, $s1, 1;
	cmp_gt_b1_u32 $c0, $s1, 0;
	cbr_width(all)_b1 $c0, @more;
	st_global_u32 $s7, [$d1];
	ret;
};
EOF
hsail-as sum.hsail -o sum.brig
hsail-fin -O0 -mcpu=x86-64-v4 --simd=avx512 --emit=llvm-ir sum.brig -o sum.ll
# two parts of the rows in either region; partial groups run one work-item after the other
[ "$(grep -c "store <16 x i32>.*align 16, " sum.ll)" = 4 ]
[ "$(grep -c "store i32 %.*align 4, .*" sum.ll)" -ge 2 ]

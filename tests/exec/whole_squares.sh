# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The branch by which hypot() serves very small and large numbers is none where its arguments are whole, and only there.
#
# kernel NAME NUMBERS BEFORE: $s5 and $s6 are the numbers, of the bytes $s1 and $s2 or of the floats $s3 and $s4.
kernel() {
	cat <<END

prog kernel &$1(kernarg_u64 %bytes, kernarg_u64 %floats, kernarg_u64 %out)
{
	workitemabsid_u32 \$s0, 0;
	cvt_u64_u32 \$d0, \$s0;
	ld_kernarg_u64 \$d1, [%bytes];
	add_u64 \$d1, \$d1, \$d0;
	ld_global_u8 \$s1, [\$d1];
	ld_global_u8 \$s2, [\$d1+1];
	shl_u64 \$d0, \$d0, 2;
	ld_kernarg_u64 \$d2, [%floats];
	add_u64 \$d2, \$d2, \$d0;
	ld_global_f32 \$s3, [\$d2];
	ld_global_f32 \$s4, [\$d2+4];
	ld_kernarg_u64 \$d3, [%out];
	add_u64 \$d3, \$d3, \$d0;
	mov_b32 \$s20, 1;
	$2
	mul_f32 \$s7, \$s6, \$s6;
	fma_f32 \$s8, \$s5, \$s5, \$s7;
	mov_b32 \$s9, \$s5;
	or_b32 \$s9, \$s9, \$s6;
	and_b32 \$s9, \$s9, ${4-0x7fffffff};
	cmp_ne_b1_s32 \$c0, \$s9, 0;
	add_u32 \$s10, \$s8, 0x80ffffff;
	cmp_lt_b1_u32 \$c1, \$s10, ${5-0x8e7fffff};
	and_b1 \$c0, \$c1, \$c0;
	not_b1 \$c0, \$c0;
	cbr_b1 \$c0, @usual;
	mov_b32 \$s20, 2;
@usual:
	$3
	st_global_u32 \$s20, [\$d3];
	ret;
};
END
}
bytes='cvt_f32_u32 $s5, $s1; cvt_f32_u32 $s11, $s2; sub_f32 $s5, $s5, $s11; fma_f32 $s6, $s11, 0F40000000, $s5;'
{
	echo 'module &squares:1:0:$full:$large:$near;'
	kernel whole "$bytes" ''
	kernel floats 'mov_b32 $s5, $s3; mov_b32 $s6, $s4;' ''
	kernel halves "$bytes mul_f32 \$s5, \$s5, 0F3f000000; mul_f32 \$s6, \$s6, 0F12800000;" ''
	kernel large 'cvt_f32_u32 $s5, $s1; mul_f32 $s5, $s5, $s5; mul_f32 $s5, $s5, $s5; mul_f32 $s5, $s5, $s5; mul_f32 $s5, $s5, $s5;
		mov_b32 $s6, $s5;' ''
	kernel signs "$bytes" '' 0xffffffff
	kernel ones "$bytes" '' 0x7fffffff 0xc0800000
} >squares.hsail
hsail-as squares.hsail -o squares.brig
hsail-fin --emit=ir --print-after=squares squares.brig -o squares.ir
for kernel in whole floats halves large signs ones; do
	branches=$(sed -n "/^kernel &$kernel\$/,/^kernel/p" squares.ir | grep -c 'cbr ') || true
	[ $branches = $([ $kernel = whole ] && echo 0 || echo 1) ]
done
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
# floats: 0, 0x1p-100, 1, 0x1p100 by turns, so that all pairs but (1, 0) and (0, 1) are served
for level in $levels; do
	cat >squares.run <<END
image squares.hsail --simd=$level
run whole {
	buffer bytes u8[80] : each(i * 57 % 5)
	buffer floats u32[80]
	buffer out u32[64]
	dispatch &whole grid(64) group(32) args(bytes, floats, out)
	check out : each(1)
}
run zeros {
	buffer bytes u8[80]
	buffer floats u32[80]
	buffer out u32[64]
	dispatch &signs grid(64) group(32) args(bytes, floats, out)
	check out : each(1)
}
run floats {
	buffer bytes u8[80]
	buffer floats u32[5] : list(0, 0x0d800000, 0x3f800000, 0x3f800000, 0x71800000)
	buffer out u32[4]
	dispatch &floats grid(4) group(4) args(bytes, floats, out)
	check out : list(2, 1, 1, 2)
}
run large {
	buffer bytes u8[5] : list(0, 255, 1, 255, 2)
	buffer floats u32[5]
	buffer out u32[4]
	dispatch &large grid(4) group(4) args(bytes, floats, out)
	check out : list(1, 2, 1, 2)
}
END
	hsa-run --run squares.run
done

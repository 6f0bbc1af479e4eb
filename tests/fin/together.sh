# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops that lanes mostly leave together have a copy that runs as long as all stay.
hsail-as "$TOP/tests/exec/together.hsail" -o t.brig
for level in sse avx512; do
	hsail-fin --simd=$level -mcpu=x86-64-v4 --emit=ir --print-after=shapes t.brig -o - >t.ir
	for k in strided tested wraps tuples; do
		sed -n "/^kernel &$k\$/,/^kernel/p" t.ir >k
		[ "$(grep -c 'a loop begins' k)" = 2 ]
		[ "$(grep -Ec '^.all %[0-9]+, %[0-9]+, 0x[01]' k)" = 2 ]
	done
done
# What is loaded is added up as it lies in memory: no element changes its place in the copy.
hsail-fin -O1 --simd=avx512 --stack=off -mcpu=x86-64-v4 --emit=llvm-ir t.brig -o t.ll
sed -n '/@tuples(/,/^}/p' t.ll >tuples
grep -Eq 'phi <16 x i32> .*zeroinitializer' tuples
! grep -q 'i32 0, i32 4, i32 8, i32 12' tuples || exit 1

# Lanes leave by what they have loaded: no copy.
cat >d.hsail <<'END'
module &data:1:0:$full:$large:$near;
prog kernel &search(kernarg_u64 %in, kernarg_u64 %out)
{
	workitemabsid_u32 $s0, 0;
	ld_kernarg_u64 $d0, [%in];
	ld_kernarg_u64 $d1, [%out];
@next:
	cvt_u64_u32 $d2, $s0;
	shl_u64 $d2, $d2, 2;
	add_u64 $d3, $d0, $d2;
	ld_global_u32 $s0, [$d3];
	cmp_lt_b1_u32 $c0, $s0, 100;
	cbr_b1 $c0, @next;
	workitemabsid_u32 $s1, 0;
	cvt_u64_u32 $d2, $s1;
	shl_u64 $d2, $d2, 2;
	add_u64 $d2, $d1, $d2;
	st_global_u32 $s0, [$d2];
	ret;
};
END
hsail-as d.hsail -o d.brig
hsail-fin --simd=avx512 -mcpu=x86-64-v4 --emit=ir --print-after=shapes d.brig -o - >d.ir
[ "$(grep -c 'a loop begins' d.ir)" = 1 ]

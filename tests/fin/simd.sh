# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The forms of loads, stores and branches in vector code, and a level that the processor lacks.
hsail-as "$TOP/examples/saxpy.hsail" -o a.brig
hsail-fin --simd=sse -mcpu=x86-64-v2 --verify-ir --emit=llvm-ir -O1 a.brig -o - | FileCheck "$T/simd.text"
status=0
hsail-fin --simd=avx512 -mcpu=x86-64-v3 a.brig -o a.o 2>err || status=$?
[ $status = 2 ]
grep -F -e '--simd=avx512: the processor has no avx512vl' err

# A loop of gathers that lanes leave at different times is scalar code where gathers are slow.
hsail-as "$TOP/bench/kernels/spmv.hsail" -o s.brig
hsail-fin -mcpu=znver4 --emit=llvm-ir s.brig -o - >slow.ll
hsail-fin -mcpu=sapphirerapids --emit=llvm-ir s.brig -o - >fast.ll
! grep -q masked.gather slow.ll || exit 1
grep -q masked.gather fast.ll

# Parts lie in the rows of a work-group of 8 x 8 that does not run with others as one: vectors of 8, no gathers.
cat >r.hsail <<'END'
module &rows_of_8:1:0:$full:$large:$near;
prog kernel &rows(kernarg_u64 %in, kernarg_u64 %out, kernarg_u32 %w)
{
	requiredworkgroupsize 8, 8, 1;
	workitemabsid_u32 $s0, 0;
	workitemabsid_u32 $s1, 1;
	ld_kernarg_u32 $s2, [%w];
	mad_u32 $s0, $s1, $s2, $s0;
	cvt_u64_u32 $d0, $s0;
	shl_u64 $d0, $d0, 2;
	ld_kernarg_u64 $d1, [%in];
	add_u64 $d1, $d1, $d0;
	ld_global_f32 $s3, [$d1];
	workgroupid_u32 $s4, 0;
	cvt_f32_u32 $s4, $s4;
	add_f32 $s3, $s3, $s4;
	ld_kernarg_u64 $d2, [%out];
	add_u64 $d2, $d2, $d0;
	st_global_f32 $s3, [$d2];
	ret;
};
END
hsail-as r.hsail -o r.brig
hsail-fin -mcpu=x86-64-v4 --emit=llvm-ir r.brig -o - | grep -F 'load <8 x float>'

# Lanes whose four numbers lie anywhere load them by one vector each, and pairs as one number. What is left at
# the end of a group, where not all lanes are on, is small code instead: gathers.
hsail-as "$TOP/tests/exec/scattered.hsail" -o t.brig
hsail-fin --simd=avx512 -mcpu=x86-64-v4 --emit=llvm-ir -O1 t.brig -o - >t.ll
sed -n '/@u32x4_all(/,/^}/p' t.ll >four
grep -q 'load <4 x i32>' four
! grep 'masked.gather.v16i32.*<i1 true' four || exit 1
sed -n '/@u32x2_all(/,/^}/p' t.ll | grep -q 'masked.gather.v16i64'
sed -n '/@u8x4_all(/,/^}/p' t.ll | grep -q 'masked.gather.v16i32.*<i1 true'

# Members of structures are loaded by as many vectors as there are members, and not by that many for each of them.
# Neighbours in a grid are loaded as they were, by a vector each.
hsail-as "$TOP/tests/exec/tuples.hsail" -o m.brig
hsail-fin --simd=avx512 -mcpu=x86-64-v4 --emit=llvm-ir -O1 m.brig -o - >m.ll
sed -n '/@words_4(/,/^}/p' m.ll | grep -q 'load <64 x i32>'
sed -n '/@bytes_3(/,/^}/p' m.ll | grep -q 'load <48 x i8>'
sed -n '/@longs_2(/,/^}/p' m.ll | grep -q 'store <32 x i64>'
sed -n '/@anywhere_4(/,/^}/p' m.ll | grep -q 'load <4 x i32>'
sed -n '/@neighbours(/,/^}/p' m.ll >near
[ "$(grep -c 'load <16 x i32>' near)" -ge 3 ]
! grep -q 'x i32> @llvm.masked.gather.v16i32.*<i1 true' near || exit 1

# Vectors of floats become vectors of integers.
cat >c.hsail <<'END'
module &conversions:1:0:$full:$large:$near;
prog kernel &bytes(kernarg_u64 %in, kernarg_u64 %out)
{
	workitemabsid_u64 $d0, 0;
	ld_kernarg_u64 $d1, [%in];
	ld_kernarg_u64 $d2, [%out];
	add_u64 $d2, $d2, $d0;
	shl_u64 $d0, $d0, 2;
	add_u64 $d1, $d1, $d0;
	ld_global_f32 $s0, [$d1];
	cvt_neari_sat_u8_f32 $s1, $s0;
	cvt_zeroi_sat_s32_f32 $s2, $s0;
	add_u32 $s1, $s1, $s2;
	st_global_u8 $s1, [$d2];
	ret;
};
END
hsail-as c.hsail -o c.brig
for level in sse:v2 avx2:v3 avx512:v4; do
	hsail-fin --simd=${level%:*} -mcpu=x86-64-${level#*:} -S c.brig -o c.s
	grep -q 'cvttps2dq' c.s
	! grep -q 'cvttss2si' c.s || exit 1
done

# Bytes of a register become floats in vectors as wide as the register's.
cat >u.hsail <<'END'
module &bytes_as_floats:1:0:$full:$large:$near;
prog kernel &channels(kernarg_u64 %in, kernarg_u64 %out)
{
	workitemabsid_u64 $d0, 0;
	ld_kernarg_u64 $d1, [%in];
	ld_kernarg_u64 $d2, [%out];
	shl_u64 $d0, $d0, 2;
	add_u64 $d1, $d1, $d0;
	add_u64 $d2, $d2, $d0;
	ld_global_u32 $s0, [$d1];
	bitextract_u32 $s1, $s0, 8, 8;
	cvt_u32_u16 $s1, $s1;
	cvt_near_f32_u16 $s1, $s1;
	shr_u32 $s2, $s0, 16;
	cvt_near_f32_s8 $s2, $s2;
	sub_near_f32 $s1, $s1, $s2;
	st_global_f32 $s1, [$d2];
	ret;
};
END
hsail-as u.hsail -o u.brig
for level in sse:v2 avx2:v3 avx512:v4; do
	hsail-fin --simd=${level%:*} -mcpu=x86-64-${level#*:} --emit=llvm-ir u.brig -o u.ll
	grep -q 'sitofp <[0-9]* x i32>' u.ll
	! grep -q 'x i16>\|x i8>' u.ll || exit 1
done

# Groups that are not known to be multiples of 16 wide have code of 8 lanes, too.
grep -v requiredworkgroupsize r.hsail >any.hsail
hsail-as any.hsail -o any.brig
hsail-fin -mcpu=x86-64-v4 --emit=llvm-ir any.brig -o any.ll
grep -qF 'load <16 x float>' any.ll
grep -qF 'load <8 x float>' any.ll

# Groups of one work-item have nothing for vectors, unless the kernel cannot tell them apart.
sed 's/requiredworkgroupsize 8, 8, 1/requiredworkgroupsize 1, 1, 1/; s/workgroupid_u32 $s4, 0/mov_b32 $s4, 0/' r.hsail >alike.hsail
hsail-as alike.hsail -o alike.brig
hsail-fin -mcpu=x86-64-v4 --emit=llvm-ir alike.brig -o - | grep -qF 'load <16 x float>'
sed 's/workitemabsid_u32 $s0, 0/workgroupid_u32 $s0, 0/' alike.hsail >one.hsail
hsail-as one.hsail -o one.brig
hsail-fin -mcpu=x86-64-v4 --emit=llvm-ir one.brig -o one.ll
[ "$(grep -c 'x float>' one.ll)" = 0 ]

# A kernel with operations across lanes is vector code also with --simd=off: of 4 lanes, but where it is
# large of as many as there are.
across() { # INSTRUCTIONS
	echo 'module &across:1:0:$full:$large:$default;'
	echo 'prog kernel &k(kernarg_u64 %out) {'
	echo 'ld_kernarg_align(8)_u64 $d0, [%out]; workitemflatabsid_u32 $s0;'
	for n in $(seq "$1"); do echo "mad_u32 \$s0, \$s0, \$s0, $n;"; done
	echo 'activelanecount_u32_b1 $s1, 1; add_u32 $s0, $s0, $s1; st_global_u32 $s0, [$d0]; };'
}
for size in '10 4' '1100 16'; do
	across "${size% *}" | hsail-as - -o across.brig
	hsail-fin --simd=off -mcpu=x86-64-v4 -O0 --emit=llvm-ir across.brig -o across.ll
	grep -q "mul <${size#* } x i32>" across.ll
done

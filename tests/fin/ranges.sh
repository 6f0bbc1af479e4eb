# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A weighted sum of bytes is converted without clamps, and a quotient is not.
kernel() {
	cat <<END
module &weighted:1:0:\$full:\$large:\$near;
prog kernel &convert(kernarg_u64 %p)
{
	workitemabsid_u32 \$s0, 0;
	ld_kernarg_u64 \$d0, [%p];
	cvt_u64_u32 \$d1, \$s0;
	shl_u64 \$d1, \$d1, 2;
	add_u64 \$d0, \$d0, \$d1;
	ld_v2_global_u8 (\$s1, \$s2), [\$d0];
	cvt_f32_u8 \$s1, \$s1;
	cvt_f32_u8 \$s2, \$s2;
	mul_f32 \$s1, \$s1, 0.25f;
	$1_f32 \$s1, \$s1, \$s2;
	cvt_zeroi_sat_$2_f32 \$s1, \$s1;
	st_global_u32 \$s1, [\$d0];
	ret;
};
END
}
clamps() {
	kernel "$@" >a.hsail
	hsail-as a.hsail
	hsail-fin -mcpu=x86-64-v4 --emit=llvm-ir -O1 a.brig -o a.ll
	grep -c 'fcmp' a.ll || :
}
[ "$(clamps add s16)" = 0 ]
[ "$(clamps sub s16)" = 0 ]
[ "$(clamps sub u8)" != 0 ]
[ "$(clamps add u8)" != 0 ]
[ "$(clamps div s16)" != 0 ]

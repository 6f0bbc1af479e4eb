# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Image instructions of all geometries, orders, types and samplers against tests/diff/images.c, at
# every level. A work-item has 3 coordinates and a word that says whether it takes part.
coordinates() {
	case $1 in
	1d|1db) echo '$s1' ;;
	2d|1da|2ddepth) echo '($s1, $s2)' ;;
	*) echo '($s1, $s2, $s3)' ;;
	esac
}

kernel() { # NAME ARGUMENTS, then the instructions
	cat <<-END
		prog kernel &$1($2kernarg_u64 %coords, kernarg_u64 %texels)
		{
			workitemabsid_u32 \$s0, 0;
			shl_u32 \$s0, \$s0, 4;
			cvt_u64_u32 \$d2, \$s0;
			ld_kernarg_u64 \$d3, [%coords];
			add_u64 \$d3, \$d3, \$d2;
			ld_kernarg_u64 \$d4, [%texels];
			add_u64 \$d4, \$d4, \$d2;
			ld_v4_global_u32 (\$s1, \$s2, \$s3, \$s4), [\$d3];
			ld_v4_global_u32 (\$s5, \$s6, \$s7, \$s8), [\$d4];
			cmp_eq_b1_u32 \$c0, \$s4, 0;
			cbr_b1 \$c0, @end;
			$3
			st_v4_global_u32 (\$s5, \$s6, \$s7, \$s8), [\$d4];
		@end:
			ret;
		};
	END
}

kernels() {
	echo 'module &images:1:0:$full:$large:$default;'
	echo 'extension "IMAGE";'
	for g in 1d 2d 3d 1da 2da 1db 2ddepth 2dadepth; do
		c=$(coordinates $g)
		v=_v4 t='($s5, $s6, $s7, $s8)'
		case $g in *depth) v= t='$s5' ;; esac
		for type in f32 s32 u32; do
			for coord in s32 f32; do
				[ $g = 1db ] || kernel rd_${g}_${type}_$coord \
					'kernarg_roimg %i, kernarg_samp %s, ' \
					"ld_kernarg_roimg \$d0, [%i];
					ld_kernarg_samp \$d1, [%s];
					rdimage${v}_${g}_${type}_roimg_$coord $t, \$d0, \$d1, $c;"
			done
			kernel ld_${g}_$type 'kernarg_rwimg %i, ' "ld_kernarg_rwimg \$d0, [%i];
				ldimage${v}_${g}_${type}_rwimg_u32 $t, \$d0, $c;"
			kernel st_${g}_$type 'kernarg_woimg %i, ' "ld_kernarg_woimg \$d0, [%i];
				stimage${v}_${g}_${type}_woimg_u32 $t, \$d0, $c;"
		done
	done
}

kernels >images.hsail
hsail-as images.hsail -o images.brig
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	hsail-fin --simd=$level images.brig -o images.o
	hsa-ld images.o -o images.hso
	"$BUILD/tests/diff/images" images.hso || { echo "--simd=$level"; exit 1; }
done

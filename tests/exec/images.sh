# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Images in all forms of code; variables whose images are larger than what code reaches.
forms() { # LEVEL
	echo "--simd=$1 --flow=dispatcher"
	echo "--simd=$1 --fibers=wave"
	echo "--simd=$1 --fibers=item --preempt=timeout"
	echo "--simd=$1 -O0"
}
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	forms "$level"
done | while read -r flags; do
	for f in images textures; do
		set --
		for flag in $flags; do set -- "$@" "--fin=$flag"; done
		hsa-run "$@" --run "$T/$f.run" || { echo "$f: $flags"; exit 1; }
	done
done

cat >large.hsail <<'X'
module &large:1:0:$full:$large:$default;
extension "IMAGE";
prog alloc(agent) global_rwimg &plane = rwimg(geometry = 2d, width = 16384, height = 16384,
	channel_type = float, channel_order = rgba);
prog alloc(agent) global_rwimg &cube = rwimg(geometry = 3d, width = 2048, height = 2048, depth = 2048,
	channel_type = unsigned_int8, channel_order = r);
prog global_u32 &after[4];
prog kernel &corners()
{
	ld_global_rwimg $d0, [&plane];
	stimage_v4_2d_f32_rwimg_u32 (1.0f, 2.0f, 3.0f, 4.0f), $d0, (16383, 16383);
	imagefence;
	ldimage_v4_2d_f32_rwimg_u32 ($s0, $s1, $s2, $s3), $d0, (16383, 16383);
	cvt_u32_f32 $s3, $s3;
	ld_global_rwimg $d0, [&cube];
	stimage_v4_3d_u32_rwimg_u32 (77, 0, 0, 0), $d0, (2047, 2047, 2047);
	imagefence;
	ldimage_v4_3d_u32_rwimg_u32 ($s0, $s1, $s2, $s4), $d0, (2047, 2047, 2047);
	ldimage_v4_3d_u32_rwimg_u32 ($s1, $s2, $s4, $s5), $d0, (0, 0, 0);
	st_v4_global_u32 ($s0, $s1, $s3, 9), [&after];
	ret;
};
X
cat >large.run <<'X'
image large.hsail
dispatch &corners grid(1)
check &after : list(77, 0, 4, 9)
X
hsa-run --run large.run

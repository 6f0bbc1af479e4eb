# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What packets have to ask for: private segments, and nothing that the code keeps for itself.
cat >k.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &kept(kernarg_u64 %p)
{
	workitemid_u32 $s0, 0;
	mul_u32 $s1, $s0, $s0;
	cvt_u64_u32 $d1, $s0;
	ld_kernarg_u64 $d0, [%p];
	shl_u64 $d1, $d1, 2;
	add_u64 $d0, $d0, $d1;
	ld_global_u32 $s2, [$d0];
	barrier;
	add_u32 $s1, $s1, $s2;
	st_global_u32 $s1, [$d0];
};
prog kernel &array(kernarg_u64 %p)
{
	private_u32 %a[10];
	ld_kernarg_u64 $d0, [%p];
	ld_global_u32 $s0, [$d0];
	st_private_u32 $s0, [%a][$s0];
	barrier;
	ld_private_u32 $s1, [%a][$s0];
	st_global_u32 $s1, [$d0];
};
END
hsail-as k.hsail -o k.brig
levels="off sse avx512"
for level in $levels; do
	hsail-fin --simd=$level k.brig -o k.o
	hsa-ld k.o -o k.img
	brig-dis --notes k.img >notes
	[ "$(sed -n 's/.*private_segment_fixed_size: //p' notes | sort -n | tr '\n' ' ')" = '0 40 ' ] || { cat notes; exit 1; }
	grep -qw avx512vl /proc/cpuinfo || [ $level != avx512 ] || continue
	hsa-run k.img -k '&kept' --grid 60 --group 60 -a 'p=u32[60]:1' \
		--check 'p=each:i * i + 1'
done
for form in wave item; do
	hsail-fin --fibers=$form k.brig -o k.o
	hsa-ld k.o -o k.img
	brig-dis --notes k.img >notes
	[ "$(sed -n 's/.*private_segment_fixed_size: //p' notes | sort -n | tr '\n' ' ')" = '0 40 ' ] || { cat notes; exit 1; }
done

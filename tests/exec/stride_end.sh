# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every fourth element, by lanes of which the last ones are off: no lane that is on reads what lies
# behind its element, where the buffer ends.
cat >k.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &fields(kernarg_u64 %in, kernarg_u64 %out, kernarg_u32 %n)
{
	workitemabsid_u32 $s0, 0;
	ld_kernarg_u32 $s1, [%n];
	cmp_ge_b1_u32 $c0, $s0, $s1;
	cbr_b1 $c0, @end;
	ld_kernarg_u64 $d0, [%in];
	ld_kernarg_u64 $d1, [%out];
	cvt_u64_u32 $d2, $s0;
	shl_u64 $d3, $d2, 4;
	add_u64 $d0, $d0, $d3;
	shl_u64 $d3, $d2, 2;
	add_u64 $d1, $d1, $d3;
	ld_global_f32 $s2, [$d0+12];
	ld_global_f32 $s3, [$d0];
	sub_f32 $s2, $s2, $s3;
	st_global_f32 $s2, [$d1];
	@end:
	ret;
};
END
hsail-as k.hsail -o k.brig
levels="off sse"
grep -qw avx2 /proc/cpuinfo && levels="$levels avx2"
grep -qw avx512vl /proc/cpuinfo && levels="$levels avx512"
for simd in $levels; do
	hsail-fin -O2 --simd=$simd k.brig -o k.o
	hsa-ld k.o -o k.img
	for n in 4 100 124; do
		hsa-run k.img --kernel '&fields' --grid 128 --group 128 --arg "in=f32[$((4 * n))]:ramp:0:1" \
			--arg "out=f32[$n]" --arg "n=$n" --check out=each:3
	done
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Without FMA and F16C finalized code calls the device library, with them it does not.
cat >k.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %out, kernarg_u64 %half)
{
	ld_kernarg_u64 $d0, [%out];
	ld_kernarg_u64 $d1, [%half];
	ld_global_f64 $d2, [$d0];
	fma_f64 $d2, $d2, $d2, $d2;
	st_global_f64 $d2, [$d0];
	cvt_near_f32_f64 $s0, $d2;
	ld_global_f16 $s1, [$d1];
	cvt_f32_f16 $s1, $s1;
	add_f32 $s1, $s1, $s0;
	cvt_near_f16_f32 $s1, $s1;
	st_global_f16 $s1, [$d1];
};
END
hsail-as k.hsail -o k.brig
for cpu in x86-64-v2 x86-64-v3; do
	hsail-fin -mcpu=$cpu k.brig -o k.o
	hsa-ld k.o --map $cpu -o k.hso
	hsa-run k.hso --kernel '&k' --grid 1 --arg 'out=f64[1]:5' --arg 'half=f16[1]:2' \
		--print out --print half >out
	[ "$(cat out)" = "out[0] 30
half[0] 32" ] || { cat out; exit 1; }
done
grep 'libhsahelpers.a(fma.o) for fma$' x86-64-v2
grep 'libhsahelpers.a(f16.o)' x86-64-v2
[ "$(grep -c 'libhsahelpers' x86-64-v3)" = 0 ]

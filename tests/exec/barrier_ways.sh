# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A kernel of many ifs with barriers, by what all work-items know: each way from barrier to barrier is there
# once. By what each loads for itself nothing is known, and it works as before.
kernel() { # IFS CONDITION
	echo 'module &m:1:0:$full:$large:$default;'
	echo 'prog kernel &k(kernarg_u64 %in, kernarg_u64 %out, kernarg_u32 %n) { group_u32 %tile[64];'
	echo 'ld_kernarg_u64 $d0, [%out]; ld_kernarg_u64 $d2, [%in]; workitemflatabsid_u32 $s0; currentworkitemflatid_u32 $s1;'
	echo 'cvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 2; add_u64 $d0, $d0, $d1; shl_u32 $s1, $s1, 2;'
	echo "$2 cmp_eq_b1_u32 \$c1, \$s0, 37; mov_b32 \$s2, \$s0; xor_b32 \$s3, \$s1, 4;"
	for n in $(seq "$1"); do
		echo "and_b32 \$s4, \$s5, $((1 << n % 7)); cmp_eq_b1_u32 \$c0, \$s4, 0; cbr_b1 \$c0, @e$n;"
		echo "st_group_u32 \$s2, [%tile][\$s1]; barrier; ld_group_u32 \$s4, [%tile][\$s3]; barrier;"
		echo "mad_u32 \$s2, \$s2, 3, \$s4; @e$n: add_u32 \$s2, \$s2, $n;"
		[ "$n" != 5 ] || echo 'cbr_b1 $c1, @end;'
	done
	echo '@end: st_global_u32 $s2, [$d0]; };'
}
lines() { hsail-fin "--simd=$1" -mcpu=x86-64-v4 -O0 --emit=llvm-ir a.brig -o - | wc -l; }
known='ld_kernarg_u32 $s5, [%n];'
for level in off sse avx512; do
	kernel 40 "$known" >a.hsail && hsail-as a.hsail && few=$(lines $level)
	kernel 80 "$known" >a.hsail && hsail-as a.hsail && many=$(lines $level)
	[ "$many" -lt $((few * 5 / 2)) ] || { echo "$level: $few lines, then $many"; exit 1; }
done
kernel 30 'ld_global_u32 $s5, [$d2];' >one.hsail
kernel 30 "$known" >all.hsail
run() { # FILE OPTIONS
	hsa-run "$@" --grid=128 --group=64 -k '&k' -a 'i=u32[1]:85' -a 'o=u32[128]' -a n=u32:85
}
run one.hsail --fin=--simd=off --out=o=expected
for level in off sse auto; do
	run all.hsail --fin=--simd=$level --check=o=expected
done

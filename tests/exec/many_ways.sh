# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A kernel of hundreds of blocks that are gone through one by one: where all of them come from, values
# are in memory, not in phis, and right.
kernel() { # BLOCKS
	echo 'module &m:1:0:$full:$large:$default;'
	echo 'prog kernel &k(kernarg_u64 %out) {'
	echo 'ld_kernarg_align(8)_u64 $d0, [%out]; workitemflatabsid_u32 $s0;'
	echo 'cvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 2; add_u64 $d0, $d0, $d1;'
	for r in $(seq 1 20); do echo "mad_u32 \$s$r, \$s0, $r, $r;"; done
	for n in $(seq "$1"); do
		r=$((n % 20 + 1)) q=$((n * 7 % 20 + 1))
		echo "and_b32 \$s30, \$s$r, $((1 << n % 4)); cmp_eq_b1_u32 \$c0, \$s30, 0; cbr_b1 \$c0, @b$n;"
		echo "mad_u32 \$s$q, \$s$r, 5, \$s$q; @b$n:"
	done
	for r in $(seq 2 20); do echo "xor_b32 \$s1, \$s1, \$s$r;"; done
	echo 'st_global_u32 $s1, [$d0]; };'
}
kernel 150 >a.hsail
hsail-as a.hsail -o a.brig
hsail-fin --simd=avx2 -mcpu=x86-64-v3 --flow=dispatcher --emit=llvm-ir a.brig -o a.ll
values=$(grep ' = phi ' a.ll | grep -o '\[' | wc -l)
[ "$values" -lt 3000 ] || { echo "$values values in phis"; exit 1; }
hsa-run a.hsail --fin=--simd=off --grid=1000 --group=64 -k '&k' -a 'o=u32[1000]' --out=o=expected
for level in sse auto; do
	for opt in 0 2; do
		hsa-run a.hsail --fin="--simd=$level" --fin=--flow=dispatcher --fin=-O$opt --grid=1000 \
			--group=64 -k '&k' -a 'o=u32[1000]' --check=o=expected
	done
done

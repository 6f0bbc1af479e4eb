# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Private arrays in rows are right at each --simd level, and an index that all lanes have needs no gather.
hsail-as "$T/private_rows.hsail" -o rows.brig
hsail-fin -mcpu=x86-64-v4 --simd=avx512 --emit=llvm-ir rows.brig -o rows.ll
in_kernel() { sed -n "/^define.* @$1(/,/^}/p" rows.ll; }
in_kernel fold | grep -q 'load <16 x i32>.*!alias.scope'
! in_kernel escapes | grep -q 'load <16 x i32>.*!alias.scope' || exit 1
for level in off sse avx2 avx512; do
	[ $level != avx512 ] || grep -qw avx512vl /proc/cpuinfo || continue
	hsa-run --simd=$level -r "$T/private_rows.run"
	hsa-run --simd=$level --fin=--flow=dispatcher -r "$T/private_rows.run"
	hsa-run --simd=$level --fin=--fibers=wave -r "$T/private_rows.run"
done

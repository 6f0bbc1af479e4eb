# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where a kernel has very many instructions that take long code, each form is a function that they call: with
# the same results at every level, for lanes that are off, for values that all lanes have, and on fibers. A
# kernel with few has no calls, and exceptions are told where they happen.
kernel() { # NAME, COUNT: of each instruction, half of them where some lanes are off
	awk -v name="$1" -v count="$2" 'BEGIN {
		print "prog kernel &" name "(kernarg_u64 %out, kernarg_u32 %n) { align(8) group_u8 %tile[8192];"
		print "ld_kernarg_u64 $d0, [%out]; ld_kernarg_u32 $s20, [%n]; workitemabsid_u32 $s0, 0;"
		print "cvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 6; add_u64 $d0, $d0, $d1;"
		print "and_b32 $s4, $s0, 3; cmp_ne_b1_u32 $c0, $s4, 0; cvt_f32_u32 $s1, $s0; mov_b32 $s2, 0;"
		print "mad_u32 $s3, $s0, 2654435769, 77; cvt_u64_u32 $d2, $s3; mad_u64 $d2, $d2, $d2, 5; mov_b64 $d3, $d2;"
		print "cvt_u64_u32 $d5, $s20; shl_u64 $d5, $d5, 33; or_b64 $d5, $d5, 3;"
		print "workitemflatid_u32 $s12; and_b32 $s12, $s12, 127; shl_u32 $s12, $s12, 6;"
		print "st_group_u64 $d2, [%tile][$s12]; st_group_u64 $d2, [%tile][$s12+8]; st_group_u64 $d2, [%tile][$s12+16];"
		for (k = 0; k < count; k++) {
			if (k % 2) print "cbr_b1 $c0, @l" k ";"
			print "nsin_f32 $s5, $s1; ncos_f32 $s6, $s1; nexp2_f32 $s7, $s5; nlog2_f32 $s8, $s7;"
			print "add_f32 $s2, $s2, $s6; add_f32 $s2, $s2, $s8; add_f32 $s1, $s1, 0F3fc00000;"
			print "div_u32 $s9, $s3, $s0; rem_s32 $s10, $s3, $s20; mad_u32 $s3, $s3, 69069, $s9; add_u32 $s3, $s3, $s10;"
			print "rem_s32 $s10, $s3, $s3; div_s32 $s9, $s20, $s3; add_u32 $s3, $s3, $s9; add_u32 $s3, $s3, $s10;"
			print "div_u64 $d4, $d2, $d1; rem_s64 $d6, $d2, $d5; mulhi_u64 $d7, $d2, $d3; mad_u64 $d2, $d2, $d5, $d4;"
			print "xor_b64 $d2, $d2, $d6; add_u64 $d2, $d2, $d7; max_f16 $s11, $s3, $s10; add_u32 $s3, $s3, $s11;"
			print "atomic_add_group_rlx_wg_u32 $s13, [%tile][$s12+" k % 4 * 4 "], $s3; add_u32 $s3, $s3, $s13;"
			print "atomicnoret_xor_group_rlx_wg_b32 [%tile][$s12+" k % 3 * 4 "], $s3;"
			print "atomic_cas_global_scar_agent_b32 $s13, [$d0+16], $s13, $s3; xor_b32 $s3, $s3, $s13;"
			print "atomicnoret_add_global_rlx_agent_u64 [$d0+24], $d2; atomic_exch_rlx_agent_b32 $s13, [$d0+20], 7;"
			print "atomic_ld_global_rlx_agent_b64 $d8, [$d0+24]; add_u64 $d2, $d2, $d8; add_u32 $s3, $s3, $s13;"
			print "@l" k ": add_u32 $s3, $s3, 1;"
		}
		print "st_global_u32 $s2, [$d0]; st_global_u32 $s3, [$d0+4]; st_global_u64 $d2, [$d0+8]; };"
	}'
}
{ echo 'module &m:1:0:$full:$large:$default;'; kernel many 16; kernel few 2; } >a.hsail
hsail-as a.hsail -o a.brig
calls() { # KERNEL OPTIONS: of shared code
	kernel=$1
	shift
	hsail-fin "$@" --emit=llvm-ir a.brig -o - | awk -v k="@$kernel(" 'index($0, "define") && index($0, k), /^}/' |
		grep -c 'call .*@hsa\.shared\.' || :
}
levels="sse"
for f in avx2 avx512vl; do ! grep -qw $f /proc/cpuinfo || levels="$levels ${f%vl}"; done
run() { # OPTIONS
	hsail-fin "$@" a.brig -o a.o
	hsa-ld a.o -o a.img
	for grid in 200 67; do
		hsa-run a.img -k '&many' --grid $grid --group 100 -a 'o=u8[12800]' -a 12 --out=o=$grid
	done
	cat 200 67
}
run --simd=off >off
for level in $levels; do
	run --simd=$level | cmp - off
	run --simd=$level --fibers=wave | cmp - off
	run --simd=$level -O0 | cmp - off
	[ "$(calls many --simd=$level)" -gt 300 ]
	[ "$(calls few --simd=$level)" = 0 ]
	[ "$(calls many --simd=$level --detect=divbyzero)" = 0 ]
done

# Code that nothing calls is not there.
{ echo 'module &m:1:0:$full:$large:$default;'; kernel few 2; } >few.hsail
hsail-as few.hsail -o few.brig
hsail-fin --simd=sse few.brig --emit=llvm-ir -o few.ll
! grep -q 'hsa\.shared' few.ll || exit 1

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops with two entries, and more blocks than a word has bits: vector code does as scalar code.
levels="sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"

# Block n adds, and goes to one of two later blocks or, while there is fuel, far back.
tangle() { # NAME BLOCKS
	awk -v name="$1" -v n="$2" 'BEGIN {
		printf "prog kernel &%s(kernarg_u64 %%out)\n{\n\tworkitemflatabsid_u32 $s0;\n", name
		print "\tmov_b32 $s1, $s0;\n\tmov_b32 $s2, 40;"
		print "\tand_b32 $s3, $s0, 1;\n\tcmp_eq_b1_u32 $c0, $s3, 0;\n\tcbr_b1 $c0, @b" int(n / 2) ";"
		for (k = 0; k < n; k++) {
			print "@b" k ":\n\tmad_u32 $s1, $s1, 5, " k ";"
			print "\tand_b32 $s3, $s1, " (k % 7 + 1) ";\n\tcmp_eq_b1_u32 $c0, $s3, 0;"
			to = k + 2 + k % 5
			print "\tcbr_b1 $c0, @b" (to < n ? to : n) ";"
			if (k % 9 == 4) {
				print "\tsub_u32 $s2, $s2, 1;\n\tcmp_gt_b1_s32 $c0, $s2, 0;"
				print "\tcbr_b1 $c0, @b" (k * 37 % (k + 1)) ";"
			}
		}
		print "@b" n ":\n\tld_kernarg_u64 $d0, [%out];\n\tcvt_u64_u32 $d1, $s0;"
		print "\tshl_u64 $d1, $d1, 2;\n\tadd_u64 $d0, $d0, $d1;"
		print "\tmad_u32 $s1, $s1, 41, $s2;\n\tst_global_u32 $s1, [$d0];\n};"
	}'
}

{
	echo "module &m:1:0:\$full:\$large:\$default;"
	tangle small 20
	tangle words 70
} >m.hsail
{
	for flags in --simd=off $(for l in $levels; do echo "--simd=$l"; done) \
		"--simd=${levels##* } --flow=dispatcher"; do
		n=$((${n:-0} + 1))
		echo "image m.hsail -O0 $flags"
		for k in small words; do
			echo "buffer $k$n u32[200]"
			echo "dispatch &$k grid(200) group(75) args($k$n)"
			[ $n = 1 ] || echo "check $k$n : each(${k}1[i])"
		done
	done
} >m.run
hsa-run --run m.run
hsail-as m.hsail -o m.brig
hsail-fin --simd=sse --emit=llvm-ir -O0 m.brig -o - | grep -q 'dispatch:'

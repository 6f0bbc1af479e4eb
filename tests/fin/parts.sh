# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two parts of a gang at a time where the registers of both fit, and else one.
loop() { # how many values and masks go around
	awk -v values="$1" -v masks="$2" 'BEGIN {
		print "module &parts:1:0:$full:$large:$near;"
		print "prog kernel &k(kernarg_u64 %p, kernarg_u32 %n)\n{"
		print "workitemabsid_u32 $s0, 0;\ncvt_u64_u32 $d0, $s0;\nshl_u64 $d0, $d0, 2;"
		print "ld_kernarg_u64 $d1, [%p];\nadd_u64 $d0, $d0, $d1;\nld_kernarg_u32 $s1, [%n];"
		for (k = 2; k < values + 2; k++)
			print "mul_u32 $s" k ", $s0, " k ";\nxor_b32 $s" k ", $s" k ", $s0;"
		print "@again:"
		for (k = 0; k < masks; k++)
			print "cmp_lt_b1_u32 $c" k ", $s" k + 2 ", 77;"
		for (k = 2; k < values + 2; k++)
			print "xor_b32 $s" k ", $s" k ", $s" (k > 2 ? k - 1 : values + 1) ";"
		for (k = 0; k < masks; k++)
			print "cmov_b32 $s" k + 2 ", $c" k ", $s" k + 2 ", 5;"
		print "sub_u32 $s1, $s1, 1;\ncmp_ne_b1_u32 $c7, $s1, 0;\ncbr_b1 $c7, @again;"
		for (k = 3; k < values + 2; k++)
			print "add_u32 $s2, $s2, $s" k ";"
		print "st_global_u32 $s2, [$d0];\n};"
	}'
}

made() { # processor, values, masks: how far the next gang is
	loop "$2" "$3" >k.hsail
	hsail-as k.hsail -o k.brig
	hsail-fin -mcpu="$1" --emit=llvm-ir -O0 k.brig -o - |
		sed -n 's/.* = add nuw i32 %[0-9]*, \([0-9]*\)$/\1/p' | sort -n | tail -1
}

[ "$(made x86-64-v4 20 0)" = 32 ]
[ "$(made x86-64-v4 30 0)" = 16 ]
[ "$(made x86-64-v4 12 3)" = 32 ]
[ "$(made x86-64-v4 12 5)" = 16 ]
[ "$(made x86-64-v3 12 5)" = 16 ] # two parts of 8: masks lie in vectors
[ "$(made x86-64-v3 30 0)" = 8 ]

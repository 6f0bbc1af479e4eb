# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Time grows as the text does: files of 5,000 lines take less than a second of the processor's, those of
# 200,000 less than 10 (they take one or less), whatever they are made of.
module() { # KIND LINES
	awk -v kind="$1" -v n="$2" 'BEGIN {
		print ".version 8.0\n.target sm_80\n.address_size 64"
		if (kind == "kernels") {
			for (k = 0; k < n / 20; k++) {
				print ".visible .entry k" k "(.param .u64 p)\n{\n\t.reg .b32 %r<20>;"
				for (i = 0; i < 15; i++) print "\tadd.s32 %r" i % 10 + 2 ", %r" i % 9 + 1 ", 5;"
				print "\tret;\n}"
			}
			exit
		}
		if (kind == "values") {
			print ".global .u32 t[" n * 4 "] = {"
			for (i = 1; i < n; i++) print i ", 2, 0x3, 4,"
			print "5 };"
			exit
		}
		print ".func (.param .b32 r) f(.param .b32 a)\n{\n\tst.param.b32 [r], 1;\n\tret;\n}"
		print ".visible .entry k(.param .u64 p)\n{\n\t.reg .b32 %r<" n + 600 ">, %v;\n\t.reg .pred %p;"
		if (kind == "block") for (i = 0; i < n; i++) print "\tadd.s32 %r" i + 1 ", %r" i ", " i ";"
		if (kind == "alive") {
			for (i = 0; i < 500; i++) print "\tmov.u32 %r" i ", " i ";"
			for (i = 0; i < n / 4; i++)
				print "L" i ":\n\tsetp.eq.s32 %p, %r" i % 500 ", " i ";\n\t@%p bra L" i * 7919 % (n / 4) \
					";\n\tadd.s32 %r" i * 3 % 500 ", %r" i % 500 ", 1;"
		}
		if (kind == "nested") {
			for (i = 0; i < n / 5; i++) print "\tmov.u32 %r" i + 1 ", 1;\nL" i ":\n\tadd.s32 %r" i + 1 ", %r" i + 1 ", %r" i ";"
			for (i = n / 5 - 1; i >= 0; i--) print "\tsetp.eq.s32 %p, %r" i + 1 ", 9;\n\t@%p bra L" i ";"
		}
		if (kind == "calls") for (i = 0; i < n / 5; i++)
			print "\t{\n\t.param .b32 a, q;\n\tst.param.b32 [a], %v;\n\tcall (q), f, (a);\n\tld.param.b32 %v, [q];\n\t}"
		print "\tret;\n}"
	}'
}
for kind in kernels values block alive nested calls; do
	module $kind 5000 >x.ptx
	(ulimit -t 1 && exec ptx2hsail --emit=brig x.ptx -o x.brig) || { echo "$kind, 5000"; exit 1; }
	module $kind 200000 >x.ptx
	(ulimit -t 10 && exec ptx2hsail --emit=brig x.ptx -o x.brig) || { echo "$kind, 200000"; exit 1; }
done

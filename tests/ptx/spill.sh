# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# More live values than HSAIL has registers: 2500 numbers and 200 predicates at once.
awk 'BEGIN {
	n = 2500; p = 200
	print ".version 8.0\n.target sm_80\n.address_size 64"
	print ".visible .entry k(.param .u64 in, .param .u64 out)\n{"
	print "\t.reg .b32 %r<" n + 9 ">;\n\t.reg .b64 %d<" n + 9 ">;\n\t.reg .b64 %a<4>;\n\t.reg .pred %p<" p + 1 ">;"
	print "\tld.param.u64 %a1, [in];\n\tld.param.u64 %a2, [out];\n\tmov.u32 %r0, 0;\n\tmov.u64 %d0, 0;"
	for (i = 1; i <= n; i++)
		print "\tld.global.u32 %r" i ", [%a1+" 4 * i "];\n\tmul.wide.u32 %d" i ", %r" i ", 3;"
	for (i = 1; i <= p; i++)
		print "\tsetp.gt.u32 %p" i ", %r" i ", " i + 5 ";"
	for (i = 1; i <= n; i++) # not in the order of definition
		print "\tmad.lo.u32 %r0, %r0, 5, %r" (i * 7 % n) + 1 ";\n\tadd.u64 %d0, %d0, %d" (i * 11 % n) + 1 ";"
	for (i = p; i >= 1; i--)
		print "\t@%p" i " add.u32 %r0, %r0, " i ";"
	print "\tst.global.u32 [%a2], %r0;\n\tst.global.u64 [%a2+8], %d0;\n\tret;\n}"
}' >spill.ptx
ptx2hsail spill.ptx
grep -q 'spill_u32 %__spill' spill.hsail && grep -q 'ld_spill_align(8)_u64' spill.hsail || exit 1
want=$(awk 'BEGIN {
	n = 2500; p = 200; m = 4294967296
	for (i = 1; i <= n; i++) v[i] = (i * 2654435761) % 100
	for (i = 1; i <= n; i++) { r = (r * 5 + v[(i * 7 % n) + 1]) % m; d += 3 * v[(i * 11 % n) + 1] }
	for (i = 1; i <= p; i++) if (v[i] > i + 5) r = (r + i) % m
	printf "%.0f 0 %.0f 0", r, d
}')
hsa-run spill.ptx -O0 --kernel '&k' --grid 1 --arg "in=u32[2501]:each(i * 2654435761 % 100)" \
	--arg out=u32[4] --print out >got
[ "$(cat got)" = "out[0] $want" ]

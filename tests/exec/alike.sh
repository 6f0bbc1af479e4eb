# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Work-groups of a kernel that cannot tell them apart run several as one; messages tell them apart.
cat >alike.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &trap(kernarg_u32 %at) {
	workitemid_u32 $s0, 0;
	workgroupid_u32 $s1, 0;
	workgroupsize_u32 $s2, 0;
	mad_u32 $s0, $s1, $s2, $s0;
	ld_kernarg_u32 $s3, [%at];
	cmp_ne_b1_u32 $c0, $s0, $s3;
	cbr_b1 $c0, @end;
	debugtrap_u32 7;
@end:
	ret;
};
prog kernel &fault(kernarg_u64 %out, kernarg_u64 %first) {
	workitemabsid_u64 $d0, 0;
	ld_kernarg_u64 $d1, [%out];
	ld_kernarg_u64 $d2, [%first];
	cmp_ge_b1_u64 $c0, $d0, $d2;
	cmov_b64 $d1, $c0, 0, $d1;
	shl_u64 $d0, $d0, 2;
	add_u64 $d1, $d1, $d0;
	st_global_u32 1, [$d1];
	ret;
};
END
# says TEXT DISPATCH: with -O0 each group runs by itself
says() {
	for flags in "-O0 --simd=off" "-O1 --simd=off" "-O1 --simd=sse" -O2; do
		printf 'image alike.hsail %s\nbuffer o u32[100000]\n%s\n' "$flags" "$2" >alike.run
		hsa-run -j1 --run alike.run >out 2>err && exit 1
		grep -q "$1" err || { echo "$flags:"; cat err; exit 1; }
	done
}
says 'debugtrap 7 in work-group (61, 0, 0), work-item 14 ' 'dispatch &trap grid(50000) group(20) args(1234)'
says 'debugtrap 7 in work-group (1234, 0, 0), work-item 0 ' 'dispatch &trap grid(50000) group(1) args(1234)'
says 'debugtrap 7 in work-group (4, 0, 0), work-item 2 (2, 0, 0) ' \
	'dispatch &trap grid(50, 24) group(8, 8) args(34)'
says 'in work-group (19, 0, 0), work-items* \(32\|32 to [3-6][0-9]\)$' \
	'dispatch &fault grid(50000) group(64) args(o, 1248)'
says 'in \(one of the work-groups (62, 0, 0) to (6[2-4], 0, 0)\|work-group (62, 0, 0), work-items* 8.*\)$' \
	'dispatch &fault grid(50000) group(20) args(o, 1248)'
exit 0

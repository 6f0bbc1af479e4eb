# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Lanes that end before a barrier, in vectors that lie behind each other: the masks of two of these are
# or'd for what they have in common, and other accesses have them one by one. LLVM took such masks apart
# and put them together without end.
cat >a.hsail <<'END'
module &mask_sums:1:0:$full:$large:$default;
prog kernel &ends(kernarg_u64 %to)
{
	workitemabsid_u32 $s1, 1;
	ld_kernarg_u64 $d2, [%to];
	mov_b32 $s7, 0;
	mov_b64 $d5, $d2;
	cmp_ne_b1_u32 $c0, $s1, 0;
	cbr_b1 $c0, @exit;
	barrier;
	workitemid_u32 $s2, 0;
	ld_global_u32 $s3, [$d5];
	cvt_u64_u32 $d5, $s2;
	ld_global_u32 $s4, [$d5];
	mad_u32 $s7, $s3, $s4, $s7;
@exit:
	mad_u32 $s7, $s7, 33, $s1;
	st_global_u32 $s7, [$d2];
	ret;
};
END
hsail-as a.hsail
for stack in off 2 4; do
	timeout 60 hsail-fin -mcpu=x86-64-v4 --stack=$stack a.brig -o a.o || { echo "--stack=$stack: status $?"; exit 1; }
done

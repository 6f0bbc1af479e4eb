# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two work-items of a wave that each count up in memory until they see that the other has another count: in step they
# never do, and end after a million times. Nobody rests meanwhile, which would take a quarter of an hour.
cat >busy.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %counts, kernarg_u64 %last) {
	workitemabsid_u32 $s0, 0;
	xor_b32 $s1, $s0, 1;
	cvt_u64_u32 $d0, $s0;
	cvt_u64_u32 $d1, $s1;
	shl_u64 $d0, $d0, 2;
	shl_u64 $d1, $d1, 2;
	ld_kernarg_align(8)_u64 $d2, [%counts];
	ld_kernarg_align(8)_u64 $d3, [%last];
	add_u64 $d1, $d2, $d1;
	add_u64 $d2, $d2, $d0;
	add_u64 $d3, $d3, $d0;
	mov_b32 $s2, 0;
@again:
	add_u32 $s2, $s2, 1;
	atomicnoret_st_global_rlx_agent_b32 [$d2], $s2;
	memfence_scar_agent;
	atomic_ld_global_rlx_agent_b32 $s3, [$d1];
	cmp_eq_b1_u32 $c0, $s2, $s3;
	cmp_lt_b1_u32 $c1, $s2, 1000000;
	and_b1 $c0, $c0, $c1;
	cbr_b1 $c0, @again;
	st_global_align(4)_u32 $s3, [$d3];
	ret;
};
END
hsail-as busy.hsail -o busy.brig
hsail-fin --emit=ir --print-after=fiber --simd=sse busy.brig -o - | grep -q 'yield, having written'
for level in sse off; do
	hsa-run busy.hsail --fin=--simd=$level -k '&k' --grid 64 --group 64 -a 'counts=u32[64]' -a 'last=u32[64]' \
		--out last=last.$level --timeout=60 -j 1
done
# in step, all have counted to the end; one after the other, the second of a pair sees that the first has gone on
[ "$(od -A n -t u4 -v last.sse | tr -s ' \n' '\n' | sort -u | tr -d '\n')" = 1000000 ]
# a loop that only looks, or writes the same again, rests
sed 's/\[\$d2\], \$s2/[$d2], 7/' busy.hsail >same.hsail
hsail-as same.hsail -o same.brig
hsail-fin --emit=ir --print-after=fiber --simd=sse same.brig -o - >same.ir
grep -q 'yield' same.ir
if grep -q 'having written' same.ir; then exit 1; fi

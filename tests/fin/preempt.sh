# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --preempt=timeout costs nothing where no load decides about a loop; where one does, the kernel runs in
# waves, and only that loop counts.
for f in nbody matmul scan; do
	hsail-as "$TOP/examples/$f.hsail" -o k.brig
	hsail-fin -mcpu=x86-64-v3 k.brig --emit=asm -o sync.s
	hsail-fin -mcpu=x86-64-v3 --preempt=timeout k.brig --emit=asm -o timeout.s
	cmp sync.s timeout.s
done
cat >search.hsail <<'K'
module &m:1:0:$full:$large:$near;
prog kernel &search(kernarg_u64 %at)
{
	workitemabsid_u64 $d0, 0;
	ld_kernarg_u64 $d1, [%at];
	mov_b32 $s1, 0;
@loop:
	add_u32 $s1, $s1, 1;
	cmp_lt_b1_u32 $c0, $s1, 10;
	cbr_b1 $c0, @loop;
@next:
	ld_global_u64 $d1, [$d1];
	cmp_ne_b1_u64 $c0, $d1, $d0;
	cbr_b1 $c0, @next;
};
K
hsail-as search.hsail -o k.brig
hsail-fin k.brig --emit=ir -o sync.ir
! grep yield sync.ir || exit 1
hsail-fin --preempt=timeout --simd=avx2 -mcpu=x86-64-v3 k.brig --emit=ir -o timeout.ir
grep -c 'yield if it takes long' timeout.ir >count
echo 1 | diff count -

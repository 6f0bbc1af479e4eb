# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stacked vectors: one load serves four sums of a product, and the numbers of a column are counted once.
hsail-as "$TOP/examples/matmul.hsail" -o m.brig
hsail-fin -mcpu=x86-64-v4 --simd=avx512 --verify-ir --emit=llvm-ir -O1 m.brig -o m.ll
FileCheck "$T/stack.text" <m.ll
# without them, there is a load for each sum
hsail-fin -mcpu=x86-64-v4 --simd=avx512 --stack=off --emit=llvm-ir -O1 m.brig -o off.ll
! FileCheck "$T/stack.text" <off.ll 2>/dev/null || exit 1
# kernels that go lane by lane are not stacked, whatever is asked for
cat >a.hsail <<'END'
module &atomics_in_turn:1:0:$full:$large:$near;
prog kernel &counts(kernarg_u64 %to)
{
	ld_kernarg_u64 $d0, [%to];
	workitemid_u32 $s0, 1;
	workitemid_u32 $s1, 0;
	cvt_u64_u32 $d1, $s1;
	shl_u64 $d1, $d1, 2;
	add_u64 $d0, $d0, $d1;
	atomicnoret_add_global_rlx_agent_u32 [$d0], $s0;
	ret;
};
END
hsail-as a.hsail
hsail-fin --stack=4 -Rpass=simd a.brig -o a.o 2>err
! grep -F "at once along" err || exit 1

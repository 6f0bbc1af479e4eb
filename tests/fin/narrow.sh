# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is computed in 64 bits and used in 32 is computed in 32, if nothing needs the upper half.
hsail-as "$TOP/tests/exec/narrow.hsail" -o narrow.brig
hsail-fin --emit=ir --print-after=narrow narrow.brig -o narrow.ir
kernel() { sed -n "/^kernel &$1\$/,/^kernel/p" narrow.ir; }
kernel low | grep -F 'mul_s32'
kernel low | grep -F 'add_s32' | grep -F 0x1
kernel both | grep -F 'mul_u64'
kernel both | grep -F 'cvt_u32_u64'
kernel loop | grep -F 'mad_u32'
kernel loop | grep -F 'mul_s64' # it is also part of an address in memory
hsail-fin --emit=ir --print-after=narrow --profile narrow.brig -o narrow.ir
kernel low | grep -F 'mul_s64'

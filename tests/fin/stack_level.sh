# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A column of a matrix is loaded once for eight rows of work-items, whose ids cancel out of its address.
hsail-as "$TOP/tests/exec/stack_level.hsail" -o a.brig
hsail-fin -mcpu=x86-64-v3 -Rpass=simd a.brig -o a.o 2>err
grep -F "kernel '&column' runs 8 vectors at once along y" err
hsail-fin -mcpu=x86-64-v3 --verify-ir --emit=llvm-ir -O1 a.brig -o a.ll
[ "$(sed -n '/^define.*@column/,/^}/p' a.ll | grep -c 'load <8 x i32>')" = 1 ]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where only ids of x are read, loops over gangs count work-items and nothing else.
hsail-as "$TOP/tests/exec/one_row.hsail" -o a.brig
hsail-fin -mcpu=x86-64-v4 --verify-ir --emit=llvm-ir -O1 a.brig -o a.ll
sed -n '/^define.*@turned/,/^}/p' a.ll >turned.ll
grep '%first.* = phi' turned.ll
! grep -A 1 '%first.* = phi' turned.ll | grep -v '%first' | grep phi || exit 1

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# -Rpass tells what vector code does, -Rpass-missed where and why it has to do with less, by line.
cp "$T/remarks.text" r.hsail
hsail-as -g r.hsail -o r.brig
fin() { hsail-fin -mcpu=x86-64-v2 --simd=sse -O0 "$@" r.brig -o r.o 2>err; }
fin
[ ! -s err ]
fin -Rpass=simd -Rpass-missed=simd
FileCheck r.hsail <err
fin -Rpass-missed=simd
! grep -F 'is vector code' err || exit 1
fin -Rpass-missed=simd --simd=off
grep -F "kernel '&k' is scalar code: --simd=off" err

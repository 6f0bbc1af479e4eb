# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Regions for a group's first work-items have code for one after the other, and are right at each --simd level.
hsail-as "$T/few.hsail" -o few.brig
hsail-fin -O0 -mcpu=x86-64-v3 --emit=llvm-ir few.brig -o few.ll
[ "$(grep -c '^few' few.ll)" = 6 ]
# Addresses of a diagonal are a pointer that goes on by a constant.
sed -n '/^define.*@diagonals/,/^}/p' few.ll >diagonals.ll
[ "$(grep -c 'mul i64 %[0-9]*, -128' diagonals.ll)" -ge 4 ]
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/few.run"
done

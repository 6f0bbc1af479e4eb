# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Levels of trees are right at each --simd level; where vectors can be stored by masks, near steps have code of their own.
hsail-as "$T/trees.hsail" -o trees.brig
hsail-fin -O0 -mcpu=x86-64-v4 --emit=llvm-ir trees.brig -o trees.ll
[ "$(grep -c '^near' trees.ll)" = 4 ]
[ "$(grep -c "^few" trees.ll)" = 9 ]
hsail-fin -O0 -mcpu=x86-64-v3 --emit=llvm-ir trees.brig -o narrow.ll
! grep '^near' narrow.ll || exit 1
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/trees.run"
done

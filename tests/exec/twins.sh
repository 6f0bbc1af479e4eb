# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two loads at once are right at each --simd level.
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/twins.run"
done

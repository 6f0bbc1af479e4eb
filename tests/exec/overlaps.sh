# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loads that overlap are right at each --simd level.
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/overlaps.run"
done

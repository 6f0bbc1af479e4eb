# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loads that are one for the group are right at each --simd level.
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/settled_loads.run"
done

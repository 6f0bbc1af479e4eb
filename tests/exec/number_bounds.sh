# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Least and greatest numbers are right at each --simd level.
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/number_bounds.run"
done

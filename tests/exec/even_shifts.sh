# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fields that are widened by two shifts are right as addresses at each --simd level.
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/even_shifts.run"
done

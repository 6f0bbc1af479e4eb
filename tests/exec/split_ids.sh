# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The upper and lower parts of ids as addresses are right at each --simd level.
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/split_ids.run"
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What kernels print, against the C library.
cp "$T/ptx_print.ptx" .
"${CC:-cc}" -std=gnu11 -w -o formats "$T/ptx_print.c"
./formats
for level in off auto; do
	hsa-run --simd=$level --run x.run >out
	cmp out expected
done

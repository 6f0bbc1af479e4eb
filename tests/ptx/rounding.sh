# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stochastic rounding against plain C, as scalar and as vector code.
"${CC:-cc}" -std=gnu11 -O1 -w -o rounding "$T/rounding.c" -lm
./rounding
for level in "off -O0" sse auto; do
	{ echo "image rounding.ptx --simd=$level"; cat rounding.run; } >x.run
	hsa-run --run x.run || { echo "$level" && exit 1; }
done

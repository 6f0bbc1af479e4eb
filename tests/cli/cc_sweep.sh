# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions of mathematics in OpenCL C and CUDA C, in their full precision, on edge values and random ones,
# against the C library's long double.
. "$T/compile.subr"
"${CC:-cc}" -std=gnu11 -w -O1 "$T/cc_sweep.c" -o sweep -lm
for language in cl cu; do
	./sweep write $language sweep.img
	hsaemu-cc -O1 sweep.$language -o sweep.img
	hsa-run --run sweep.run
	./sweep check $language
	rm -f *.out
done

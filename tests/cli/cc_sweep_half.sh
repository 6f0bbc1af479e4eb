# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions of half in OpenCL C against the C library's long double, those of one argument for all halves.
. "$T/compile.subr"
"${CC:-cc}" -std=gnu11 -w -O1 "$T/cc_sweep_half.c" -o sweep -lm
./sweep write
hsaemu-cc -O1 half.cl -o half.img
hsa-run --run half.run
./sweep check

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The examples of CUDA are built by their makefile and give right results.
. "$T/nvcc.subr"
needs_runtime
cp -r "$TOP/examples/cuda" "$TOP/examples/ptx" .
make -s -C cuda run >out 2>err || { cat out err; exit 1; }
printf '200 steps, 0 points differ\n1000 elements, 0 differ\n' | diff - out

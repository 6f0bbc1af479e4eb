# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Graphs of programs of CUDA C++, as hsaemu-nvcc makes them.
. "$T/nvcc.subr"
needs_runtime
for name in nodes conditions; do
	hsaemu-nvcc -std=c++17 "$T/cuda_graphs/$name.cu" -o $name -lcuda -lnvrtc
	./$name >out 2>err || { cat out err; exit 1; }
	diff "$T/cuda_graphs/$name.ref" out
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Mipmapped arrays and what else arrays and objects are asked, by the runtime's functions and those of kernels: levels of all
# shapes have 10 times their number in them, and layers differ by 100.
. "$T/nvcc.subr"
needs_runtime
hsaemu-nvcc -std=c++17 "$T/cuda_mipmaps/app.cu" -o app
./app >out 2>err || { cat out err; exit 1; }
diff "$T/cuda_mipmaps/app.ref" out
[ ! -s err ] || { cat err; exit 1; }

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Libraries of kernels that programs load, by the runtime's functions and the driver's.
. "$T/nvcc.subr"
needs_runtime
hsaemu-nvcc -ptx "$T/cuda_libraries/kernels.cu" -o kernels.ptx
hsaemu-nvcc -fatbin "$T/cuda_libraries/kernels.cu" -o kernels.fatbin
for cudart in shared static; do
	hsaemu-nvcc -std=c++17 -cudart=$cudart "$T/cuda_libraries/app.cu" -o app -lcuda
	for file in kernels.ptx kernels.fatbin; do
		./app $file >out 2>err || { cat out err; exit 1; }
		diff "$T/cuda_libraries/app.ref" out
		[ ! -s err ] || { cat err; exit 1; }
	done
done

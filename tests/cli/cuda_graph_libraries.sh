# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Libraries work in graphs, in bodies of their conditional nodes, and on memory that they allocate.
. "$T/nvcc.subr"
needs_runtime
ldconfig -p | grep -qE 'lib(openblas\.so\.0|blis\.so\.4|blas\.so\.3) ' && ls /usr/lib/*/libfftw3.so.3 >/dev/null 2>&1 || {
	echo "no BLAS is installed, or no libfftw3-double3"
	exit 77
}
hsaemu-nvcc "$T/cuda_graph_libraries/body.cu" -o body -lcublas -lcufft
[ "$(./body)" = '14 15 12 13 14 15 16 17 14 15 12 13 14 15 16 17 ' ]

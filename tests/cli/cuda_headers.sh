# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each of the headers of CUDA's interfaces stands alone in C and in C++; in both passes of CUDA C++, where the runtime's
# header always comes first, all stand together in either order. Without warnings.
. "$T/compile.subr"
headers='builtin_types.h channel_descriptor.h cuComplex.h cublas.h cublasLt.h cublasXt.h cublas_api.h cublas_v2.h cuda.h
	cudaProfiler.h cuda_gl_interop.h cuda_profiler_api.h cuda_runtime.h cuda_runtime_api.h cuda_surface_types.h
	cuda_texture_types.h cudalibxt.h cufft.h cufftXt.h curand.h cusparse.h device_types.h driver_functions.h
	driver_types.h host_defines.h library_types.h nvml.h surface_types.h texture_types.h vector_functions.h
	vector_types.h'
cuda=$BUILD/share/hsaemu/cuda
taken() { # COMMAND...: a file of one header by each
	for h in $headers; do
		printf '#include <%s>\n#include <%s>\nint after;\n' "$h" "$h" >one.h
		"$@" -I"$cuda" -Wall -Wextra -Werror -include ./one.h -fsyntax-only empty || {
			echo "$h: $*"
			exit 1
		}
	done
}
together() { # COMMAND...: a file of all headers by it, twice and backwards
	for h in $headers; do printf '#include <%s>\n' "$h"; done | grep -v '<cublas.h>' >forth.h # or cublas_v2.h
	tac forth.h | cat - forth.h >both.h
	for f in forth both; do "$@" -I"$cuda" -Wall -Wextra -Werror -include cuda_runtime.h -include ./$f.h -fsyntax-only empty; done
}
: >empty
cat >program.c <<'C'
#include <cuda_runtime.h>
#include <cuda.h>
#include <cuComplex.h>
int main(void)
{
	struct cudaDeviceProp p;
	enum cudaMemcpyKind kind = cudaMemcpyHostToDevice;
	cudaStream_t stream = cudaStreamPerThread;
	dim3 grid = {1, 2, 3};
	float4 v = make_float4(1, 2, 3, 4);
	CUdeviceptr device;
	float *memory;
	cudaError_t error = cudaGetDeviceProperties(&p, 0);
	cuMemAlloc(&device, sizeof v);
	cudaMalloc((void **)&memory, sizeof v);
	cudaMemcpyAsync(memory, &v, sizeof v, kind, stream);
	cudaMalloc3D(NULL, make_cudaExtent(1, 2, 3));
	return error != cudaSuccess || cudaLaunchKernel(0, grid, grid, 0, 0, 0) || cuCabsf(make_cuComplex(3, 4)) != 5;
}
C
if command -v gcc >/dev/null; then
	taken gcc -x c -ansi
	taken gcc -x c -std=c11
	gcc -std=c99 -Wall -Wextra -Werror -I"$cuda" -fsyntax-only program.c
fi
if command -v g++ >/dev/null; then
	taken g++ -x c++ -std=c++11
fi
taken clang-19 -x c -std=c99
taken clang-19 -x c++ -std=c++20
in_cuda="clang-19 -x cuda --cuda-path=/dev/null -nocudainc -nocudalib -Xclang -target-sdk-version=12.0"
together $in_cuda --cuda-host-only
together $in_cuda --cuda-device-only --cuda-gpu-arch=sm_75 --cuda-feature=+ptx85

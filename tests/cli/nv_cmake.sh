# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CMake takes hsaemu-nvcc for nvcc, and the toolkit's folder for CUDA's.
. "$T/nvcc.subr"
needs_runtime
command -v cmake >/dev/null || { echo "cmake is not installed"; exit 77; }
unset CUDA_PATH CUDACXX CUDAHOSTCXX LIBRARY_PATH
mkdir src
cat >src/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.18)
project(x LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
file(WRITE ${CMAKE_BINARY_DIR}/found "${CMAKE_CUDA_COMPILER_ID} ${CUDAToolkit_VERSION} ${CUDAToolkit_INCLUDE_DIRS} \
${CUDA_CUDART} ${CMAKE_CUDA_ARCHITECTURES}\n")
add_library(parts STATIC part.cu)
add_executable(app app.cu main.cpp)
set_target_properties(parts app PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall --expt-relaxed-constexpr -lineinfo>)
target_link_libraries(app parts CUDA::cudart)
C
echo '__device__ int plus(int x) { return x + 1; }' >src/part.cu
cat >src/app.cu <<'C'
#include "app.h"
__device__ int plus(int);
__global__ void k(int *p) { *p = plus(*p); }
int app()
{
	int *p, x = 41;
	cudaMalloc(&p, 4);
	cudaMemcpy(p, &x, 4, cudaMemcpyHostToDevice);
	k<<<1, 1>>>(p);
	cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost);
	cudaFree(p);
	return x;
}
C
echo 'int app();' >src/app.h
cat >src/main.cpp <<'C'
#include <cstdio>
#include <cuda_runtime.h>
#include "app.h"
int main() { std::printf("%d\n", app()); }
C
build() { # OPTION...
	MAKEFLAGS='' cmake -S src -B build "$@" >log 2>&1 && MAKEFLAGS='' cmake --build build >>log 2>&1 || { cat log; exit 1; }
	[ "$(build/app)" = 42 ]
	read -r id version include cudart archs <build/found
	[ "$id $version $include $cudart" = "NVIDIA 12.0.140 $toolkit/include $toolkit/lib64/libcudart.so" ] || { cat build/found; exit 1; }
}
build -DCMAKE_CUDA_COMPILER=hsaemu-nvcc -DCMAKE_BUILD_TYPE=Release
[ "$archs" = 75 ]
MAKEFLAGS='' cmake --build build >log
grep -q Building log && exit 1
sleep 0.01
touch src/app.h
MAKEFLAGS='' cmake --build build >log
[ "$(grep -c 'Building.*app.cu\|Building.*main.cpp' log)" = 2 ]
rm -rf build
build -DCMAKE_CUDA_COMPILER="$toolkit/bin/nvcc" -DCMAKE_CUDA_ARCHITECTURES='60;90' -DCMAKE_CUDA_RUNTIME_LIBRARY=Static

# The runtime that CMake links into programs that name none of its libraries finds the driver; other libraries of the
# toolkit are found by the path that CMake gives programs.
sed -i '/target_link_libraries/s/ CUDA::cudart/ CUDA::curand/' src/CMakeLists.txt
cat >src/main.cpp <<'C'
#include <cstdio>
#include <curand.h>
#include "app.h"
int main() { int version = 0; std::printf("%d\n", curandGetVersion(&version) == CURAND_STATUS_SUCCESS ? app() : 0); }
C
build
readelf -d build/app | grep -q 'NEEDED.*libcudart' && exit 1 || :

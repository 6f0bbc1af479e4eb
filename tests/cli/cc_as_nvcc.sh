# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In makefiles that are written for nvcc, hsaemu-cc takes its place.
. "$T/common.subr"
. "$T/compile.subr"
cat >k.cu <<'C'
#ifndef __NVCC__
#error
#endif
extern "C" __global__ void k(float *o)
{
	auto twice = [] __device__ (float x) { return 2 * x; };
	o[threadIdx.x] = twice(sinf(o[threadIdx.x]) / o[0]) + __CUDA_ARCH__;
}
C
cp k.cu k.kernel
expect_status 0 hsaemu-cc -v -x cu -O3 -std=c++17 -m64 -use_fast_math --expt-relaxed-constexpr --extended-lambda \
	-dc -rdc=true -gencode arch=compute_60,code=sm_60 -gencode=arch=compute_90,code=sm_90 -lineinfo \
	-Xcompiler -Wall,-DX=1 --compiler-options=-Wextra --define-macro Y=2 -Wno-deprecated-gpu-targets k.kernel -o k.o
[ -s k.o ]
! grep -q note: err || exit 1
for option in --cuda-gpu-arch=sm_60 -fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -std=c++17 -DX=1 -DY=2 \
	-Wextra -gline-tables-only; do
	grep -q -e "$option" err
done
expect_status 0 hsaemu-cc --emit=ptx -maxrregcount=32 --default-stream per-thread -Xptxas -v,-dlcm=ca -ccbin g++ \
	-Xcompiler -march=native,-fopenmp -lcudart -L /usr/lib -t4 --std c++14 k.cu
expect_line err "hsaemu-cc: note: without effect on kernels for the CPU: -maxrregcount=32 --default-stream=per-thread \
-Xptxas=-v,-dlcm=ca -ccbin=g++ -march=native -fopenmp -lcudart -L=/usr/lib -t4"
while read -r sm options; do
	expect_status 0 hsaemu-cc -ptx $options k.cu -o k.ptx
	grep -qx "\.target $sm" k.ptx || { echo "not $sm: $options"; head k.ptx; exit 1; }
done <<'A'
sm_75
sm_80 -arch=native
sm_90 -arch sm_100
sm_90a -arch=sm_90a
sm_60 -gencode arch=compute_50,code=sm_50 -gencode arch=compute_60,code=[sm_60,compute_60] -gencode arch=compute_86,code=sm_86
sm_80 -gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90
sm_80 --gpu-architecture compute_80
A
for std in -std=c++03 '--std c++17' -std=gnu++20; do
	expect_status 0 hsaemu-cc -ptx $std k.cu -o k.ptx
done
for option in -cubin --fatbin -m32 -dlink; do
	expect_status 3 hsaemu-cc $option k.cu
	expect_line err "^hsaemu-cc: error: unsupported: '$option'; what is made of CUDA C"
done
expect_status 2 hsaemu-cc -arch=gfx90a k.cu
expect_line err "'gfx90a' is no virtual GPU; expected sm_NN"
# Two files, whose device code calls each other's.
echo '__device__ float f(float x) { return x + 1; }' >f.cu
echo '__device__ float f(float x); extern "C" __global__ void g(float *o) { o[0] = f(o[0]); }' >g.cu
for file in f g; do hsaemu-cc -dc $file.cu -o $file.o; done
hsaemu-cc -arch=sm_60 f.o g.o -o g.img
runs g.img <<'R'
buffer o f32[1]: 4
dispatch &g grid(1) group(1) args(o)
check o: 5
R

# A makefile that builds all with nvcc: of host sources come modules without kernels.
echo 'int main() { return 0; }' >main.cpp
cat >Makefile <<'M'
prog.img: g.o f.o main.o
	$(NVCC) -o $@ $^ -lcudart
%.o: %.cu
	$(NVCC) -c $< -o $@
%.o: %.cpp
	$(NVCC) -O2 -MMD -c $< -o $@
M
rm -f f.o g.o
make NVCC=hsaemu-cc prog.img >out 2>err
grep -q "^hsaemu-cc: note: 'main.cpp' is host code, of which no kernels are made; -x says otherwise$" err
[ "$(cat main.d)" = 'main.o: main.cpp' ]
expect_status 0 hsaemu-cc f.cu main.cpp g.cu -o both.img
for image in prog both; do
	runs $image.img <<'R'
buffer o f32[1]: 4
dispatch &g grid(1) group(1) args(o)
check o: 5
R
done
expect_status 0 hsaemu-cc -x cu -c k.cu -x cu main.cpp # which may have kernels
! grep -q 'host code' err || exit 1

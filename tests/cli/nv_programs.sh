# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Programs that hsaemu-nvcc links run as they are, by makefiles that are written for nvcc.
. "$T/nvcc.subr"
needs_runtime
cat >k.cu <<'C'
#include <cstdio>
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }
int plus(int);
int main(int count, char **words)
{
	int *p, x[4] = {1, 2, 3, plus(3)};
	cudaMalloc(&p, sizeof x);
	cudaMemcpy(p, x, sizeof x, cudaMemcpyHostToDevice);
	twice<<<1, 4>>>(p);
	cudaMemcpy(x, p, sizeof x, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d%s%s\n", x[0], x[1], x[2], x[3], count > 1 ? " " : "", count > 1 ? words[1] : "");
	return count;
}
C
echo 'int plus(int x) { return x + 1; }' >p.cpp
cat >Makefile <<'M'
CUDA_PATH ?= $(PWD)/nvidia
NVCC ?= $(CUDA_PATH)/bin/nvcc
all: program
%.o: %.cu
	$(NVCC) -O2 -arch=sm_60 -Xcompiler -Wall -c $< -o $@
%.o: %.cpp
	$(CXX) -I$(CUDA_PATH)/include -c $< -o $@
program: k.o p.o
	$(NVCC) -o $@ $^ -L$(CUDA_PATH)/lib64 -lcudart
M
mkdir -p nvidia/include nvidia/lib64 # another toolkit, which a makefile may name
echo 'INPUT(no-such-library.so)' >nvidia/lib64/libcudart.so
says() { # WANTED COMMAND...: the program returns the number of its arguments
	wanted=$1
	shift
	status=0
	LD_LIBRARY_PATH='' "$@" >out || status=$?
	[ "$status $(cat out)" = "$# $wanted" ] || { cat out; exit 1; }
}
make MAKEFLAGS= NVCC=hsaemu-nvcc >log
says '2 4 6 8' ./program
rm -f k.o p.o program
make MAKEFLAGS= CUDA_PATH="$toolkit" >log
says '2 4 6 8' ./program
for cudart in shared static; do
	hsaemu-nvcc k.cu p.cpp -cudart=$cudart -o $cudart
	says '2 4 6 8 word' ./$cudart word
done
readelf -d shared | grep -q 'NEEDED.*libcudart.so.12'
readelf -d static | grep -q 'NEEDED.*libcudart' && exit 1
hsaemu-nvcc -shared -Xcompiler -fPIC k.cu p.cpp -o libk.so
hsaemu-nvcc -ccbin clang++-19 k.cu p.cpp -o other
says '2 4 6 8' ./other
status=0
hsaemu-nvcc -run k.cu p.cpp -run-args word >out || status=$?
[ "$status $(cat out)" = '2 2 4 6 8 word' ]
# what is for clang is not given to the program
echo 'extern char **environ; int main() { int n = 0; while (environ[n]) n++; return n; }' >environment.cpp
cp environment.cpp environment.cu
for source in environment.cpp environment.cu; do
	env -i "PATH=$PATH" hsaemu-nvcc $source -o environment
	wanted=0 status=0
	env -i "PATH=$PATH" sh -c ./environment || wanted=$?
	env -i "PATH=$PATH" hsaemu-nvcc -run $source || status=$?
	[ $status = $wanted ] || { echo "$source: $status variables, not $wanted"; exit 1; }
done
# Blanks in what launches kernels, in a file of another folder.
mkdir sub
sed 's/<<</<< </; s/>>>(/>> > (/' k.cu >sub/spaced.cu
grep -q '<< <' sub/spaced.cu
hsaemu-nvcc sub/spaced.cu p.cpp -I. -o spaced
says '2 4 6 8' ./spaced
# Registers in asm that have one % for two.
cat >percent.cu <<'C'
#include <cstdio>
__global__ void where(unsigned *p)
{
	unsigned lane, block;
	asm volatile("{ mov.u32 %0, %laneid; mov.u32 %1, %ctaid.x; }" : "=r"(lane), "=r"(block));
	asm("mov.u32 %0, %%tid.x;" : "=r"(p[3 * threadIdx.x]));
	p[3 * threadIdx.x + 1] = lane, p[3 * threadIdx.x + 2] = block + 5;
}
int main()
{
	unsigned *p;
	cudaMallocManaged(&p, 24);
	where<<<1, 2>>>(p);
	cudaDeviceSynchronize();
	printf("%u %u %u %u %u %u\n", p[0], p[1], p[2], p[3], p[4], p[5]);
	return 1;
}
C
hsaemu-nvcc percent.cu -o percent
says '0 0 5 1 1 5' ./percent
# Code for the first GPUs, and C++ that has the kernels.
hsaemu-nvcc -arch=sm_13 -g -cuda k.cu
g++ -g k.cu.cpp.ii p.cpp -I"$toolkit/include" -o text -L"$toolkit/lib64" -Wl,-rpath,"$toolkit/lib64" -lcudart
says '2 4 6 8' ./text
# A barrier of the grid in several files.
cat >part.cu <<'C'
#include <cooperative_groups.h>
__device__ void sum_all(int *p)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	grid.sync();
	if (grid.thread_rank() == 0)
		for (int i = 1; i < 64; i++)
			p[0] += p[i];
}
C
cat >whole.cu <<'C'
#include <cooperative_groups.h>
__device__ void sum_all(int *p);
__global__ void k(int *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
	cooperative_groups::this_grid().sync();
	sum_all(p);
}
int main()
{
	int *p;
	cudaMallocManaged(&p, 64 * sizeof *p);
	void *arguments[] = {&p};
	cudaLaunchCooperativeKernel((void *)k, dim3(4), dim3(16), arguments, 0, 0);
	return cudaDeviceSynchronize() != cudaSuccess || p[0] != 64;
}
C
hsaemu-nvcc -rdc=true part.cu whole.cu -o grids
./grids

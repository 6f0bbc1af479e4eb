# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The two sides of CUDA C are compiled at once, and what is wrong is said once.
. "$T/nvcc.subr"
echo 'inline int f() { int in_header; return 1; }' >h.h
cat >w.cu <<'C'
#include "h.h"
__device__ int d() { int in_device; return 2; }
int h() { int in_host; return 2; }
__global__ void k(int *p) { *p = d(); }
#ifdef __CUDA_ARCH__
__device__ void only_device() { int in_only_device; }
#else
void only_host() { int in_only_host; }
#endif
template <class T> T t(T x) { int in_template; return x; }
int main() { k<<<1, 1>>>(0); return t(1) + t(2L); }
C
heads() { sed -n 's/^[^ ]*: \(warning\|error\): .*\(in_[a-z_]*\|undeclared[a-z_]*\).*/\1 \2/p' err | sort >heads; }
expect_status 0 hsaemu-nvcc -c w.cu -Xcompiler -Wall
heads
for place in device header host only_device only_host template; do echo "warning in_$place"; done | diff - heads
grep -q '^In file included from w.cu:1:$' err
[ "$(tail -n 1 err)" = '6 warnings generated.' ]
expect_status 1 hsaemu-nvcc -c w.cu -Xcompiler -Wall -Werror all-warnings -o new.o
heads
[ "$(grep -c ^error heads)" = 6 ]
[ "$(tail -n 1 err)" = '6 errors generated.' ]
[ ! -e new.o ]
expect_status 0 hsaemu-nvcc -c w.cu -Xcompiler -Wall -w
[ ! -s err ]
cat >e.cu <<'C'
__global__ void k(int *p) { *p = undeclared; }
void host() { undeclared_too(); }
#ifdef __CUDA_ARCH__
__device__ void only_device() { undeclared_device; }
#else
void only_host() { undeclared_host; }
#endif
C
expect_status 1 hsaemu-nvcc e.cu -o new
heads
for name in '' _device _host _too; do echo "error undeclared$name"; done | diff - heads
[ "$(tail -n 1 err)" = '4 errors generated.' ] && [ ! -e new ] || exit 1
# what only one of them has to say, and what is not supported
echo 'void h(); __global__ void k() { h(); }' >d.cu
expect_status 1 hsaemu-nvcc -c d.cu
[ "$(grep -c "error: no matching function for call to 'h'\|error: reference to __host__ function 'h'" err)" = 1 ]
echo 'void h() { asm volatile("" ::: "eax"); } __global__ void k() { asm volatile("tcgen05.wait::ld.sync.aligned;"); }' >a.cu
expect_status 3 hsaemu-nvcc -c a.cu -o new.o
[ "$(grep -c "^a.cu:1.*: error: unsupported: 'tcgen05.wait" err)" = 1 ] && [ ! -e new.o ] || exit 1
printf '__global__ void c() {}\n__global__ void k() { c<<<1, 1>>>(); }\n' >l.cu
expect_status 3 hsaemu-nvcc -c l.cu
[ "$(grep -c error: err)" = 1 ]
grep -q "^l.cu:2.*: error: unsupported: dynamic parallelism, device code that launches the kernel 'c'$" err
# other steps: the linker's, and temporary files
echo 'int h(); int main() { return h(); }' >m.cpp
expect_status 1 hsaemu-nvcc m.cpp -cudart none -o new
grep -q 'undefined reference to' err && [ ! -e new ] || exit 1
mkdir tmp
TMPDIR=$PWD/tmp expect_status 1 hsaemu-nvcc e.cu
TMPDIR=$PWD/tmp expect_status 4 hsaemu-nvcc -c w.cu -o /dev/full
expect_line err '^/dev/full: error: cannot write: No space left on device$'
[ -z "$(ls tmp)" ]
expect_status 4 env TMPDIR="$PWD/none" hsaemu-nvcc -c w.cu

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsaemu-hipcc makes programs of HIP: its options, those that have no effect, and others for the host's compiler.
. "$T/nvcc.subr"
needs_runtime
hsaemu-hipcc -O3 -std=c++17 -Wall --offload-arch=gfx90a --offload-arch=gfx1100:xnack+ -munsafe-fp-atomics -lamdhip64 \
	-mllvm -amdgpu-early-inline-all=true "$T/hipcc/app.cpp" -o app 2>err
[ ! -s err ] || { cat err; exit 1; }
./app >out
diff "$T/hipcc/app.ref" out
! readelf -d app | grep -q libnvrtc || exit 1

echo 'extern "C" __global__ void square(int *o, int n) { *o = n * n; }' >kernels.hip
hsaemu-hipcc --genco --offload-arch=gfx942 kernels.hip -o kernels.co
hsaemu-hipcc "$T/hipcc/modules.hip" -o modules
HSAEMU_CACHE=0 ./modules >out
printf '%s\n' 25 'NVRTC_SUCCESS 125' | diff - out

# Libraries, where there is what computes for them.
hsaemu-hipcc "$T/hipcc/libraries.hip" -o libraries -lhipblas -lhipfft -lhiprand -lhipsparse -lrocblas
has() { for file in /usr/lib/x86_64-linux-gnu/$1* /usr/lib/$1*; do [ -e "$file" ] && return; done; return 1; }
if has libopenblas.so.0 && has libfftw3f.so.3; then
	./libraries >out
	printf '%s\n' '0 1240 12 26' '0 12 16' '0 1' '0 CUSPARSE_STATUS_SUCCESS' | diff - out
fi

# Files that are compiled apart and linked, and C.
echo 'int one(void) { return 1; }' >one.c
cat >part.cpp <<'END'
#include <hip/hip_runtime.h>
__device__ int twice(int x) { return 2 * x; }
END
cat >whole.cpp <<'END'
#include <hip/hip_runtime.h>
#include <cstdio>
__device__ int twice(int x);
extern "C" int one(void);
__global__ void k(int *o) { *o = twice(20); }
int main() { int *o; hipMallocManaged(&o, 4); k<<<1, 1>>>(o); hipDeviceSynchronize(); printf("%d\n", *o + one()); }
END
hsaemu-hipcc -c one.c -o one.o
for file in part whole; do hsaemu-hipcc -fgpu-rdc -c $file.cpp -o $file.o; done
hsaemu-hipcc -fgpu-rdc --hip-link part.o whole.o one.o -o whole
[ "$(./whole)" = 41 ]

commands() { # ARGUMENT...
	hsaemu-hipcc '-###' "$@" 2>err || { cat err; exit 1; }
	sed -n 's/^#\$ \([^ =]*[ /].*\)/\1/p' err >commands
}
commands -c whole.cpp -o w.o -fPIC -ffast-math -Wno-unused,x -march=native -D A=1 -I dir -g
shows '--use_fast_math\|-fgpu-approx\|-use_fast_math' 'clang.* -fPIC.*-ffast-math.*-Wno-unused,x -march=native' '-DA=1.* -Idir'
hides 'hsaemu-cc.*-march=native' 'offload'
expect_status 2 hsaemu-hipcc -o
expect_line err "option '-o' needs a value"
expect_status 2 hsaemu-hipcc whole.cpp one.c -o x
expect_line err 'files of C and of HIP in one call'
expect_status 3 hsaemu-hipcc -S whole.cpp
expect_line err "unsupported: '-S'"
hsaemu-hipcc --version | grep -q '^HIP version: 6\.0'

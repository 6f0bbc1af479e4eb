# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels that are linked across files: -rdc=true, -dc, -dlink, archives and shared libraries; with nv_separate.c in place
# of CUDA's runtime.
. "$T/nvcc.subr"
gcc -fPIC -c "$T/nv_separate.c" -o runtime.o
cat >a.cu <<'C'
#include "common.h"
extern __device__ int shared;
extern __constant__ float c[2];
__device__ float twice(float);
static __device__ int own = 1;
static __constant__ int same[2] = {3, 4};
static __global__ void hidden(float *o) { o[0] = own + same[1]; }
__global__ void ka(float *o) { o[0] = twice(c[1]) + shared + own; }
void *seen_a[] = {&own, &same};
void launch_b();
#ifndef NO_MAIN
int main()
#else
extern "C" int entry()
#endif
{
	ka<<<1, 1>>>(0);
	hidden<<<1, 1>>>(0);
	each<int><<<1, 1>>>(0);
	launch_b();
	return 0;
}
C
cat >b.cu <<'C'
#include "common.h"
__device__ int shared = 10;
__constant__ float c[2] = {1, 2};
static __device__ int own = 100;
static __constant__ int same[2] = {30, 40};
__device__ float twice(float x) { return 2 * x; }
static __global__ void hidden(float *o) { o[0] = own + same[1]; }
void *seen_b[] = {&own, &same, &c};
void launch_b()
{
	hidden<<<1, 1>>>(0);
	each<int><<<1, 1>>>(0);
}
C
echo 'template <class T> __global__ void each(T *p) { *p = 1; }' >common.h
registered() { # PROGRAM: one image with all kernels, which are those that are registered
	rm -f registered.*
	"$@" >said
	[ "$(grep -c ^container said)" = 1 ] || { cat said; exit 1; }
	grep -qx 'container 466243b1 1 HSAcuda: 1 2 2' said
	[ "$(grep '^[elu]' said | uniq -c | tr -s ' \n' ' ')" = ' 1 end 5 launch 1 unregistered ' ] || { cat said; exit 1; }
	[ "$(grep -c '^function _ZL6hidden' said)" = 2 ] && [ "$(grep '^function _ZL6hidden' said | sort -u | wc -l)" = 2 ] || exit 1
	[ "$(grep -c '^variable _ZL3own' said)" = 2 ] && [ "$(grep -c '^constant _ZL4same' said)" = 2 ] || exit 1
	grep -qx 'variable shared 4' said && grep -qx 'constant c 8' said || exit 1
	for kernel in $(sed -n 's/^function //p' said); do
		hsa-run registered.1 -k "&$kernel" --grid 1 -a o=f32[1] --print o >value
		echo "${kernel%%__intern*} $(sed 's/.*[: ]//' value | tail -n 1)"
	done | grep -v each | sort >values
	diff - values <<-'V'
	_Z2kaPf 15
	_ZL6hiddenPf 140
	_ZL6hiddenPf 5
	V
}
none="runtime.o -cudart none"
hsaemu-nvcc -rdc=true a.cu b.cu $none -o whole
registered ./whole
for file in a b; do hsaemu-nvcc -dc $file.cu -o $file.o; done
readelf -SW a.o | grep -q '__nv_relfatbin .* 64$'
hsaemu-nvcc a.o b.o $none -o objects
registered ./objects
ar rc libb.a b.o
hsaemu-nvcc a.o libb.a $none -o archive
registered ./archive
hsaemu-nvcc a.o -L. -lb -lb $none -o library
registered ./library
hsaemu-nvcc a.o -L none -L. -l:libb.a $none -o library
registered ./library
hsaemu-nvcc -dlink a.o libb.a -o link.o
g++ a.o link.o libb.a runtime.o -o plain
registered ./plain
hsaemu-nvcc a.o link.o libb.a $none -o again # which is not linked twice
registered ./again
for file in a b; do hsaemu-nvcc -dc -DNO_MAIN -Xcompiler -fPIC $file.cu -o $file.pic.o; done
hsaemu-nvcc -shared a.pic.o b.pic.o $none -o libab.so
echo 'extern "C" int entry(); int main() { return entry(); }' >main.cpp
hsaemu-nvcc main.cpp libab.so -Xlinker -rpath,"$PWD" -cudart none -o shared
registered ./shared
# files of one name
mkdir x y
cp a.cu common.h x
cp b.cu y/a.cu
cp common.h y
for folder in x y; do
	cd $folder
	hsaemu-nvcc -dc a.cu
	cd ..
done
hsaemu-nvcc x/a.o y/a.o $none -o twins
registered ./twins
hsaemu-nvcc -rdc=true x/a.cu y/a.cu $none -o twins
registered ./twins
# what is missing is said of the file that needs it
expect_status 1 hsaemu-nvcc a.o $none -o new
grep -q "^a.o:.*error: undefined function 'twice(float)'" err && [ ! -e new ] || exit 1
expect_status 1 hsaemu-nvcc -rdc=true a.cu $none -o new
grep -q "^a.cu:.*error: undefined function 'twice(float)'" err
ar rc liba.a a.o
expect_status 1 hsaemu-nvcc -dlink liba.a -o new
grep -q "^liba.a:.*error: undefined function 'twice(float)'" err && [ ! -e new ] || exit 1
# nothing to link
echo 'int main() { return 0; }' >n.cpp
hsaemu-nvcc -c n.cpp
hsaemu-nvcc -dlink n.o -o n_link.o
hsaemu-nvcc n.o n_link.o -cudart none -o n
./n
# those that are not linked stay apart
cat >w.cu <<'C'
static __device__ int own = 7;
void *seen_w = &own;
__global__ void w(float *o) { *o = own; }
C
hsaemu-nvcc -c w.cu
hsaemu-nvcc a.o b.o w.o $none -o both
./both >said
[ "$(grep -c ^container said)" = 2 ] && grep -qx 'function _Z1wPf' said || exit 1
# damaged, and of another version
cp b.o d.o
perl -0777 -pi -e 's/(HSAcuda\0.{700})./$1\xa5/s' d.o
expect_status 1 hsaemu-nvcc a.o d.o $none -o new
expect_line err '^d.o: error: damaged container of kernels$'
cp b.o v.o
perl -0777 -pi -e 's/(HSAcuda\0.{4})./$1\x63/s' v.o
expect_status 1 hsaemu-nvcc a.o v.o $none -o new
expect_line err '^v.o: error: its kernels were compiled by another version of HSAEmu$'

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What tools say about code that a compiler made names the user's source, and so does its debug
# information: no temporary file, and the same each time.
. "$T/compile.subr"
. "$T/common.subr"
says() { # TEXT
	grep -q -- "$1" err || { echo "not said: $1"; cat err; exit 1; }
	! grep -e "${TMPDIR:-/tmp}/hsaemu-cc" err || exit 1
}
cat >bad.cu <<'C'
__device__ int twice(int x)
{
	asm volatile("tcgen05.wait::ld.sync.aligned;");
	return 2 * x;
}
__global__ void k(int *p) { p[0] = twice(p[0]); }
C
expect_status 3 hsaemu-cc bad.cu
says "^bad.cu:3:2: error: unsupported: 'tcgen05.wait"
says '^    	asm volatile'
expect_status 3 hsaemu-cc -g bad.cu
says '^bad.cu:3:2: error: unsupported'
expect_status 3 hsaemu-cc -x cuda - -o x.img <bad.cu
says '^<stdin>:3: error: unsupported'
mkdir inc
mv bad.cu inc/twice.h
echo '#include "inc/twice.h"' >including.cu
expect_status 3 hsaemu-cc including.cu
says 'inc/twice.h:3: error: unsupported'
expect_status 3 hsaemu-cc --save-temps including.cu
says 'twice.h:3: error: unsupported'
[ -e including.ptx ]

# a function that nobody has
echo '__device__ float area(float *, int); __global__ void k(float *p) { *p = area(p, 3); }' >two.cu
expect_status 1 hsaemu-cc two.cu
says "^two.cu:.*: error: undefined function 'area(float\*, int)' (&_Z4areaPfi)"

# -g: the same bytes each time, from wherever the steps are made
echo 'kernel void k(global int *p) { p[get_global_id(0)] = 1; }' >k.cl
printf '__global__ void k(int *p)\n{\n\tp[threadIdx.x] = 1;\n}\n' >k.cu
cp "$TOP/examples/vecadd.hsail" "$TOP/examples/ptx/saxpy.ptx" .
for source in k.cl k.cu vecadd.hsail saxpy.ptx; do
	hsaemu-cc -g "$source" -o a.img
	hsaemu-cc -g "$source" -o b.img
	cmp a.img b.img
	! grep -a hsaemu-cc. a.img || exit 1
	readelf --debug-dump=info a.img 2>/dev/null | grep -q "DW_AT_name .*: $source$"
done
hsaemu-cc -g -x cl - -o a.img <k.cl
! grep -a "hsaemu-cc\." a.img || exit 1
expect_status 126 hsa-run a.img --grid 1 -a 1
says '(<stdin>:1)'

# OpenCL C by clang and libclc: options, included files, printf, local memory, several files to an image.
. "$T/compile.subr"
. "$T/common.subr"
mkdir inc
echo '#define ADD 5' >inc/add.h
cat >a.cl <<'C'
#include "add.h"
kernel void k(global float *x, local float *part)
{
	size_t i = get_global_id(0), l = get_local_id(0);
	part[l] = x[i] + ADD + MORE;
	barrier(CLK_LOCAL_MEM_FENCE);
	x[i] = part[get_local_size(0) - 1 - l] * get_work_dim() + get_global_offset(0);
}
C
cat >b.cl <<'C'
kernel void native(global float *x)
{
	size_t i = get_global_id(0);
	float v = x[i];
	x[i] = native_sin(v) * native_sin(v) + native_cos(v) * native_cos(v) + native_log2(native_exp2(v)) +
	       native_powr(2.0f, 3.0f) + native_log(native_exp((float4)(v))).w;
}
C
hsaemu-cc -DMORE=2 -I inc a.cl b.cl -o two.img
runs two.img <<'R'
buffer x f32[64]: ramp(0, 1)
dispatch &k grid(64) group(32) dynamic(128) args(x, 0)
check x: each(i / 32 * 32 + 31 - i % 32 + 7)
buffer y f32[64]: ramp(0.5, 0.01)
dispatch &native grid(64) group(64) args(y)
check y: each(10 + i * 0.02) within abs=1e-4
R
cat >Makefile <<'M'
include $(shell hsaemu-cc --rules)
CLFLAGS = -DMORE=2 -Iinc
M
MAKEFLAGS='' make -s a.img
MAKEFLAGS='' make -q a.img
sleep 0.01
touch inc/add.h
! MAKEFLAGS='' make -q a.img
expect_status 1 hsaemu-cc -I inc a.cl -o new.img
grep -q "a.cl:5:.*error: use of undeclared identifier 'MORE'" err
[ ! -e new.img ]
echo 'kernel void k(global int *p) { *p = 1 / 0 * MORE; }' | hsaemu-cc -x cl -DMORE=1 -w - -S -o - | grep -q 'kernel &k'

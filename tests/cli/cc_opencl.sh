# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
cat >atom.cl <<'C'
kernel void atom(global long *q, global ulong *u, global int *p, local long *l)
{
	int i = get_global_id(0);
	atom_add(&q[0], (long)i);
	atom_min(&q[1], -(long)i);
	atom_cmpxchg(&q[2], 0, 5);
	atom_inc(&u[0]);
	atom_sub(&u[1], 2ul);
	atom_add(&p[0], 1);
	atomic_max(&p[1], i);
	if (i == 0)
		l[0] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atom_or(l, 1l << i);
	barrier(CLK_LOCAL_MEM_FENCE);
	q[3] = l[0];
	if (i == 1)
		printf("%d %.2f %s\n", i, 0.5f * i, "text");
}
C
hsaemu-cc atom.cl -o atom.img
runs atom.img >out <<'R'
buffer q s64[4]
buffer u u64[2]: 1000
buffer p s32[2]
dispatch &atom grid(40) group(40) dynamic(8) args(q, u, p, 0)
check q: list(780, -39, 5, 0xffffffffff)
check u: list(1040, 920)
check p: list(40, 39)
R
[ "$(cat out)" = '1 0.50 text' ]
cat >Makefile <<'M'
include $(shell hsaemu-cc --rules)
CLFLAGS = -DMORE=2 -Iinc
M
MAKEFLAGS='' make -s a.img
MAKEFLAGS='' make -q a.img
sleep 0.01
touch inc/add.h
! MAKEFLAGS='' make -q a.img || exit 1
expect_status 1 hsaemu-cc -I inc a.cl -o new.img
grep -q "a.cl:5:.*error: use of undeclared identifier 'MORE'" err
[ ! -e new.img ]
echo 'kernel void k(global int *p) { *p = 1 / 0 * MORE; }' | hsaemu-cc -x cl -DMORE=1 -w - -S -o - | grep -q 'kernel &k'

# -g: a fault is reported with the line of the source.
printf 'kernel void bad(global int *p)\n{\n\tif (get_global_id(0) == 3)\n\t\tp[1l << 40] = 5;\n}\n' >bad.cl
hsaemu-cc -g bad.cl -o bad.img
expect_status 126 hsa-run bad.img --kernel '&bad' --grid 8 --arg 's32[8]'
grep -q 'bad.cl:4' err

# Kernels that were written for PoCL use names of its headers.
cat >pocl.cl <<'END'
_CL_NOINLINE _CL_OVERLOADABLE long twice(long x) { return 2 * x; }
__IF_FP64(_CL_OVERLOADABLE double twice(double x) { return 2 * x; })
__IF_FP16(_CL_OVERLOADABLE _CL_READNONE half twice(half x) { return 2 * x; })
__IF_INT64(kernel void k(global double *o) { o[0] = twice(3L) + twice(0.25) + twice((half)0.5h); })
END
hsaemu-cc pocl.cl -o pocl.img
hsa-run pocl.img -k '&k' --grid 1 --group 1 -a 'o=f64[1]' --check 'o=list(7.5)'

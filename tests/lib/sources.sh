# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL C and CUDA C through hsaemu-cc, from files and from memory, what is said without it, and
# what kernels print.
program=$BUILD/tests/lib/load
HSAEMU_BINDIR=/nowhere "$program" "$TOP/examples/ptx/saxpy.cl" >out 2>&1 && exit 1
grep -q '/saxpy.cl: cannot run /nowhere/hsaemu-cc, which compiles OpenCL C: No such file' out
# What kernels print goes to the program's standard output.
cat >print.ptx <<'PTX'
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 said[7] = {72, 101, 108, 108, 111, 10, 0};
.visible .entry k()
{
	.reg .b64 %rd<3>;
	mov.u64 %rd1, said;
	cvta.global.u64 %rd2, %rd1;
	{
	.param .b64 p0;
	st.param.b64 [p0], %rd2;
	.param .b64 p1;
	st.param.b64 [p1], 0;
	.param .b32 v;
	call.uni (v), vprintf, (p0, p1);
	}
	ret;
}
PTX
[ "$("$program" print.ptx run)" = Hello ]
. "$TOP/tests/cli/compile.subr"
for source in saxpy.cl saxpy.cu; do
	for way in '' memory; do
		"$program" "$TOP/examples/ptx/$source" $way >out
		grep -qx 'saxpy: u32 f32 u64 u64' out
	done
done
echo 'kernel void k(global int *p) { *p = nothing; }' >bad.cl
"$program" bad.cl >out 2>err && exit 1
grep -q "^4 bad.cl:1:37: error: use of undeclared identifier 'nothing'" out
[ ! -s err ]
# A program whose standard streams are closed, and that ignores the ends of its children.
(trap '' CHLD; "$program" "$TOP/examples/ptx/saxpy.cl" closed) >out

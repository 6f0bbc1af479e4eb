# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL C and CUDA C through hsaemu-cc, from files and from memory, and what is said without it.
program=$BUILD/tests/lib/load
HSAEMU_BINDIR=/nowhere "$program" "$TOP/examples/ptx/saxpy.cl" >out 2>&1 && exit 1
grep -q '/saxpy.cl: cannot run /nowhere/hsaemu-cc, which compiles OpenCL C: No such file' out
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

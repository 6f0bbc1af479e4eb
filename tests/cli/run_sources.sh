# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run compiles OpenCL C and CUDA C itself, by hsaemu-cc.
. "$T/compile.subr"
. "$T/common.subr"
mkdir inc
echo '#define N 5' >inc/n.h
printf '#include "n.h"\nkernel void k(global int *p)\n{\n\tp[get_global_id(0) * WIDE] = N;\n}\n' >k.cl
hsa-run k.cl --cc=-Iinc --cc=-DWIDE=1 --grid 4 -a 'p=s32[4]' --check p=list:5 -O1 --simd=sse
printf 'image k.cl -Iinc -DWIDE=1 -O3 --simd=off\nbuffer p s32[4]\ndispatch grid(4) args(p)\ncheck p: 5\n' >k.run
hsa-run --run k.run --preempt none
# a fault has the line of the source
expect_status 126 hsa-run k.cl --cc=-Iinc --cc=-DWIDE=1000000000000l --grid 4 -a 'p=s32[4]'
grep -q '(.*k.cl:4)' err
printf '__global__ void k(int *p)\n{\n\tp[threadIdx.x] = blockDim.x;\n}\n' >k.cu
hsa-run k.cu -k k --grid 8 --group 8 -a 'p=s32[8]' --check p=list:8
echo 'kernel void k(global int *p) { *p = }' >wrong.cl
expect_status 125 hsa-run wrong.cl --grid 1 -a 's32[1]'
grep -q '^wrong.cl:1:.*error: expected expression' err
grep -q 'hsaemu-cc failed with status 1' err

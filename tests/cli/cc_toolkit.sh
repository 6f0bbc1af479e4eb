# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A CUDA toolkit on the machine changes nothing of what hsaemu-cc makes: here an old one, which clang would find by
# way of ptxas on the PATH and take its version of PTX from, has no shuffles and no half precision.
. "$T/compile.subr"
mkdir -p toolkit/bin toolkit/nvvm/libdevice toolkit/include
printf '#!/bin/sh\nexit 1\n' >toolkit/bin/ptxas
chmod +x toolkit/bin/ptxas
echo '#define CUDA_VERSION 7050' >toolkit/include/cuda.h
: >toolkit/nvvm/libdevice/libdevice.10.bc
cat >k.cu <<'C'
__global__ void k(unsigned *p, float *f)
{
	p[0] = __shfl_down_sync(~0u, p[1], 1) + __ballot_sync(~0u, p[2]) + __match_any_sync(~0u, p[3]);
	f[0] = __shfl_xor_sync(~0u, f[1], 4);
}
C
cat >k.cl <<'C'
kernel void k(global int *p) { p[0] = sub_group_reduce_add(p[1]) + sub_group_any(p[2]); }
C
for kernel in k.cu k.cl; do
	case $kernel in k.cl) standard=-cl-std=CL3.0 ;; *) standard=-std=c++17 ;; esac
	hsaemu-cc --emit=ptx $standard $kernel -o without.ptx
	PATH=$PWD/toolkit/bin:$PATH hsaemu-cc -v --emit=ptx $standard $kernel -o with.ptx 2>err
	cmp without.ptx with.ptx
	[ "$(grep -c clang err)" = "$(grep -c -e --cuda-path=/dev/null err)" ]
done
# That clang finds this one, so that the above says something.
PATH=$PWD/toolkit/bin:$PATH clang-19 -x cuda --cuda-device-only -nocudainc -nocudalib -### k.cu 2>&1 |
	grep -q 'target-feature" "+ptx4'

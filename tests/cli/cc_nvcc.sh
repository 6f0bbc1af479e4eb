# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C by nvcc, for who asks for it: HSAEMU_NVCC names it. What the tests say depends on no toolkit otherwise.
[ -n "${HSAEMU_NVCC-}" ] || { echo "HSAEMU_NVCC names no nvcc"; exit 77; }
cp "$TOP/examples/ptx/vecadd.cu" "$TOP/examples/ptx/vecadd.run" .
hsaemu-cc -v --cuda-compiler=nvcc --emit=ptx vecadd.cu -o vecadd-nvcc.ptx 2>err
grep -q 'nvcc -ptx .*-arch=compute_75' err
grep -q 'NVIDIA NVVM Compiler' vecadd-nvcc.ptx
printf 'CUDA_COMPILER = nvcc\ninclude $(shell hsaemu-cc --rules)\n' >Makefile
MAKEFLAGS='' make -s vecadd.img
[ -s vecadd.img ]
sed -n '/vecadd_nvcc/,$p' vecadd.run >nvcc.run
hsa-run --run nvcc.run
status=0
echo 'broken' >bad.cu
hsaemu-cc --cuda-compiler=nvcc bad.cu -o bad.img 2>err || status=$?
[ $status != 0 ] && [ ! -e bad.img ] || exit 1

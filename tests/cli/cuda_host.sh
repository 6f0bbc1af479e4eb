# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Host code of CUDA C++ by clang with our headers: what the runtime is called for, which it says itself.
. "$T/compile.subr"
command -v g++ >/dev/null || {
	echo "g++ is not installed"
	exit 77
}
cuda=$BUILD/share/hsaemu/cuda
echo kernels >kernels.fatbin
for_host() { # OPTION...
	clang-19 -x cuda --cuda-path=/dev/null --cuda-host-only -nocudainc -nocudalib -Xclang -target-sdk-version=12.0 -D__NVCC__ \
		-isystem "$cuda" -include "$cuda/cuda_runtime.h" -Xclang -fcuda-include-gpubinary -Xclang kernels.fatbin -O2 "$@"
}
for_host -c "$T/cuda_host/host.cu" -o host.o
g++ -std=c++17 -Wall -Wextra -Werror -I"$cuda" -c "$T/cuda_host/runtime.cc" -o runtime.o
g++ host.o runtime.o -o host
./host >out
diff "$T/cuda_host/host.ref" out

# A default stream for each thread: clang's option says so to the headers and to what it makes of <<<>>>.
for_host -Xclang -fgpu-default-stream=per-thread -c "$T/cuda_host/host.cu" -o threads.o
nm -u threads.o >names
[ "$(grep -o 'cudaLaunchKernel.*' names | tr '\n' ' ')" = 'cudaLaunchKernelExC_ptsz cudaLaunchKernel_ptsz ' ] || exit 1
# A library that is only declared is refused where it is called.
printf '#include <cudnn.h>\nint main() { cudnnHandle_t h; return cudnnCreate(&h); }\n' >dnn.cu
status=0
for_host -c dnn.cu -o dnn.o 2>err || status=$?
[ $status = 1 ] && grep -q "'cudnnCreate' is of a library that is not here" err || exit 1

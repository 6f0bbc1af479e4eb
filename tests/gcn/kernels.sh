# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels in OpenCL C, compiled by clang for tahiti: in the emulator they do what they do in plain C.
command -v clang-19 >/dev/null || { echo "clang-19 is not installed"; exit 77; }
for o in -O0 -O1 '-O2 -cl-fp32-correctly-rounded-divide-sqrt' -O3; do
	# shellcheck disable=SC2086
	clang-19 --target=amdgcn-amd-amdhsa -mcpu=tahiti -nogpulib -x cl -cl-std=CL1.2 \
		-cl-fp32-correctly-rounded-divide-sqrt $o -c "$T/kernels/kernels.cl" -o kernels.o
	"$BUILD/tests/gcn/kernels" kernels.o >report || { cat report; echo "with $o"; exit 1; }
	grep -q 'has trapped (2) at .text.*(traps+0x[0-9a-f]*)' report
done

command -v ld.lld-19 >/dev/null || exit 0
ld.lld-19 -shared kernels.o -o kernels.so
"$BUILD/tests/gcn/kernels" kernels.so >report || { cat report; exit 1; }

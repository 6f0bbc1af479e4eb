# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The quotients of a million pairs are those of IEEE 754, as the compiler's code for them is executed.
command -v clang-19 >/dev/null || { echo "clang-19 is not installed"; exit 77; }
clang-19 --target=amdgcn-amd-amdhsa -mcpu=tahiti -nogpulib -x cl -cl-std=CL1.2 -O2 -Xclang -fdenormal-fp-math-f32=ieee \
	-cl-fp32-correctly-rounded-divide-sqrt -c "$T/division/division.cl" -o division.o
"$BUILD/tests/gcn/division" division.o "${SEED:-1}" "${GCN_PAIRS:-1000000}" >report || { cat report; exit 1; }
cat report

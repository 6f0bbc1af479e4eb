# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code objects that clang makes for tahiti are loaded by the host's libraries when kernels run as machine code of that GPU, and
# refused by name when they run as the host's, or when the code is for another GPU.
command -v clang-19 >/dev/null || { echo "clang-19 is not installed"; exit 77; }
cc() { # CLANG'S ARGUMENTS, of which the last but one is the GPU
	clang-19 -target amdgcn-amd-amdhsa -nogpulib -x cl -cl-kernel-arg-info -g -c "$T/adopted/kernels.cl" "$@"
}
all() { # ARGUMENTS of the programs
	for program in library hsa opencl; do
		HSAEMU_LINT=1 "$BUILD/tests/gcn/adopted/$program" "$@" >log 2>&1 ||
			{ echo "$program $* with HSAEMU_DEEP=${HSAEMU_DEEP-}"; cat log; exit 1; }
		# what the status of the HSA runtime cannot say
		[ $# = 1 ] || [ $program != hsa ] || grep -qF "$2" log || { echo "hsa: not '$2'"; cat log; exit 1; }
	done
}

for version in 4 5; do
	cc -mcpu=tahiti -O0 -mcode-object-version=$version -o O0.o
	cc -mcpu=tahiti -O2 -mcode-object-version=$version -o O2.o
	for model in none tahiti; do
		export HSAEMU_DEEP=$model HSAEMU_DEEP_REPORT=report.txt
		all O0.o
		all O2.o
		[ $model = none ] || grep -q '^dispatch 1: kernel mix' report.txt
	done
done
lld=$(command -v ld.lld-19 || command -v ld.lld) || true
if [ -n "$lld" ]; then
	cc -mcpu=tahiti -O2 -mcode-object-version=4 -o O2.o
	"$lld" -shared O2.o -o k.so
	all k.so
fi

cc -mcpu=gfx900 -O2 -o other.o
all other.o 'unsupported: code for another GPU than gfx600 (its number is 0x2c)'
unset HSAEMU_DEEP
all O2.o 'unsupported: machine code for a GPU (gfx600), where kernels run as code of the host; HSAEMU_DEEP=tahiti runs it'

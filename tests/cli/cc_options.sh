# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wrong command lines of hsaemu-cc, and what it says when a compiler is missing.
. "$T/common.subr"
wrong() { # TEXT ARGUMENT...
	text=$1
	shift
	expect_status 2 hsaemu-cc "$@"
	expect_line err "^hsaemu-cc: error: $text; see hsaemu-cc --help$"
}
cp "$TOP"/examples/ptx/saxpy.cl "$TOP"/examples/ptx/saxpy.cu "$TOP"/examples/vecadd.hsail .
wrong 'no input files'
wrong "unknown option '--frobnicate=dxil'" --frobnicate=dxil vecadd.hsail
# a misspelt option or value is answered with what it may have been meant for, by the rule of the other tools
while read -r known argument; do
	expect_status 2 hsaemu-cc $argument saxpy.cu
	expect_line err "^hsaemu-cc: error: unknown option '${argument%%=*}'; did you mean '$known'?$"
done <<'A'
--emit --emti=hsail
--save-temps --save-tmeps
--verbose --verbos
-pthread -pthred
--use_fast_math --use_fast_maht
--expt-relaxed-constexpr --expt-relaxd-constexpr
--maxrregcount --maxregcount=32
A
choice() { # TEXT ARGUMENT...
	text=$1
	shift
	expect_status 2 hsaemu-cc "$@"
	[ "$(cat err)" = "hsaemu-cc: error: $text" ] || { cat err; exit 1; }
}
choice "'imgae' is no value of --emit (ptx|hsail|brig|obj|image|container); did you mean 'image'?" --emit=imgae vecadd.hsail
choice "'dxil' is no value of --emit (ptx|hsail|brig|obj|image|container)" --emit=dxil vecadd.hsail
choice "'cud' is no value of -x (cl|cuda|ptx|hsail|brig|obj); did you mean 'cuda'?" -x cud saxpy.cu
choice "'nvc' is no value of --cuda-compiler (clang|nvcc); did you mean 'nvcc'?" --cuda-compiler=nvc saxpy.cu
choice "'gcc' is no value of --cuda-compiler (clang|nvcc)" --cuda-compiler=gcc saxpy.cu
wrong "option '-o' needs a value" -o
choice "'f77' is no value of -x (cl|cuda|ptx|hsail|brig|obj)" -x f77 saxpy.cl
for level in O4x Oh O01; do
	choice "'-$level' is no optimization level (-O0|1|2|3|g|s|z|fast); see hsaemu-cc --help" -$level saxpy.cl
done
wrong "cannot tell what 'kernel.f' is from its name; -x says it" kernel.f
wrong 'standard input needs -x to say what it is' -
wrong '-o with --emit=obj takes one file' -c vecadd.hsail saxpy.cl -o x.o
wrong "'vecadd.hsail' is past --emit=ptx already" --emit=ptx vecadd.hsail
wrong "two files named 'saxpy' with --save-temps" --save-temps -x hsail vecadd.hsail -x ptx \
	"$TOP/examples/ptx/saxpy.ptx" "$TOP/examples/ptx/saxpy.ptx"
expect_status 4 hsaemu-cc missing.cl
expect_line err "error: cannot read 'missing.cl'"
expect_status 4 env HSAEMU_CLANG=no-clang hsaemu-cc saxpy.cl
expect_line err 'OpenCL C needs no-clang, which is not installed; it is in the Debian package clang-19'
expect_status 4 env HSAEMU_CLANG=no-clang hsaemu-cc saxpy.cu
expect_line err 'CUDA C needs no-clang, which is not installed'
expect_status 4 env HSAEMU_NVCC=no-nvcc hsaemu-cc --cuda-compiler=nvcc saxpy.cu
expect_line err 'needs no-nvcc, which is not installed; it is in the Debian package nvidia-cuda-toolkit'
for option in --version -V; do
	expect_status 0 hsaemu-cc "$option"
	[ "$(head -n 1 out)" = "$(hsail-as --version | head -n 1 | sed 's/hsail-as/hsaemu-cc/')" ]
done
expect_status 0 hsaemu-cc --help=env
grep -q '^HSAEMU_LIBCLC ' out
full() { hsaemu-cc "$@" >/dev/full; }
for arguments in --rules --help --help=env --version '-c vecadd.hsail -o -'; do
	expect_status 4 full $arguments
	expect_line err 'error: cannot write'
done

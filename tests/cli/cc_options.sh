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
wrong "unknown option '--emit=dxil'" --emit=dxil vecadd.hsail
wrong "unknown option '--cuda-compiler=gcc'" --cuda-compiler=gcc saxpy.cu
wrong "option '-o' needs a value" -o
wrong "'c' is no value of -x; expected cl, cuda, ptx, hsail, brig or obj" -x c saxpy.cl
wrong "cannot tell what 'kernel.c' is from its name; -x says it" kernel.c
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

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code objects that clang makes for tahiti of OpenCL C run as they are, and compute what the same kernels compute that
# hsaemu-cc compiles. What kernels may take and is not there is refused by name.
command -v clang-19 >/dev/null || { echo "clang-19 is not installed"; exit 77; }
. "$TOP/tests/cli/common.subr"
hidden() { # VERSION: where the offset is among hidden arguments
	if [ "$1" = 4 ]; then echo 0; else echo 40; fi
}
cc() { # VERSION CLANG'S ARGUMENTS
	version=$1
	shift
	clang-19 -target amdgcn-amd-amdhsa -mcpu=tahiti -nogpulib -x cl -mcode-object-version="$version" \
		-DHIDDEN="$(hidden "$version")" "$@"
}
same() { # OBJECT WHAT-IT-IS [OPTION]
	rm -f ids row local values calls
	sed "s/host.img/$1/" "$T/adopt.text" >gpu.run
	hsa-run "${3:---deep=none}" --run gpu.run >report
	for f in ids row local values calls; do
		cmp $f host.$f || { echo "$2"; exit 1; }
	done
}

hsaemu-cc "$T/adopt.cl" -o host.img
cp "$T/adopt.text" host.run
hsa-run --run host.run
for f in ids row local values calls; do
	mv $f host.$f
done
for version in 4 5; do
	for o in -O0 -O1 '-O3 -g'; do
		# shellcheck disable=SC2086
		cc $version $o -c "$T/adopt.cl" -o k.o
		same k.o "version $version, $o"
	done
done
same k.o timed --deep
grep -q 'kernel local_memory, .*, model tahiti' report
lld=$(command -v ld.lld-19 || command -v ld.lld) || true
if [ -n "$lld" ]; then
	cc 4 -O2 -c "$T/adopt.cl" -o k4.o # of version 5 older linkers do not know
	"$lld" -shared k4.o -o k.so
	same k.so linked
	llvm-strip-19 k.so
	same k.so stripped
fi

# Flags that it is too late for are told; that of --deep itself is not.
expect_status 0 hsa-run --deep=none -O1 k.o -k calls --grid 64 -a 'p=u32[64]' -a 1
expect_line err "k.o: warning: no effect on machine code that is made already: '-O1'"
expect_status 0 hsa-run --deep=none k.o -k calls --grid 64 -a 'p=u32[64]' -a 1
[ ! -s err ]

# Without --deep there is nothing to run.
expect_status 125 hsa-run k.o -k calls --grid 64
expect_line err 'k.o: error: this is a code object for a GPU of AMD, but hsa-run takes a linked image or program; hsa-run --deep takes it'

# Faults have lines, and names of the source.
cat >bad.cl <<'END'
kernel void bad(global int *p, int n)
{
	if (__builtin_amdgcn_workitem_id_x() == 70)
		p[0x200000000000 + n] = 1;
}
kernel void host_call(global int *p)
{
	p[__builtin_amdgcn_workitem_id_x()] = **(global int *constant *)((constant char *)__builtin_amdgcn_implicitarg_ptr() + 80);
}
END
cc 5 -O1 -g -c bad.cl -o bad.o
expect_status 126 hsa-run --deep=none bad.o -k bad --grid 128 --group 128 -a 'p=s32[4]' -a 5
expect_line err "kernel '&bad': segmentation fault at .* by code at 0x[0-9a-f]* (bad.cl:4) in work-group (0, 0, 0), work-item 70: buffer_store_dword"
# what has no value is known when it is used
expect_status 126 hsa-run --deep=none bad.o -k host_call --grid 64 --group 64 -a 'p=s32[64]'
expect_line err "kernel '&host_call': use of hidden_hostcall_buffer, which has no value here, by code at 0x[0-9a-f]* (bad.cl:8) in work-group (0, 0, 0), work-items 0 to 63: s_load_dword"

expect_status 126 hsa-run --deep bad.o -k host_call --grid 64 --group 64 -a 'p=s32[64]'
grep -q "kernel '&host_call': use of hidden_hostcall_buffer, which has no value here," err

# What cannot be: refused when it is loaded.
refused() { # MESSAGE: of x.o
	expect_status 125 hsa-run --deep=none x.o -k k --grid 1 --group 1 -a 'p=s32[1]'
	expect_line err "$1"
}
text() { # SED-SCRIPT: of the compiler's text
	sed "$1" good.s >x.s
	llvm-mc-19 -triple=amdgcn-amd-amdhsa -mcpu=tahiti -filetype=obj x.s -o x.o
	if cmp -s x.o good.o; then exit 1; fi
}
bytes() { # SED-SCRIPT: of the object
	sed "$1" good.o >x.o
	if cmp -s x.o good.o; then exit 1; fi
}
echo 'kernel void k(global int *p) { *p = __builtin_amdgcn_workgroup_size_x(); }' >good.cl
cc 5 -O1 -S good.cl -o good.s
llvm-mc-19 -triple=amdgcn-amd-amdhsa -mcpu=tahiti -filetype=obj good.s -o good.o
hsa-run --deep=none good.o -k k --grid 1 --group 1 -a 'p=s32[1]' --check 'p=list(1)'
text 's/global_buffer/image/'
refused "x.o: error: unsupported: argument of kernel 'k' that is a 'image'"
bytes 's/hidden_group_size_x/hidden_that_comes_x/'
refused "x.o: error: unsupported: 'hidden_that_comes_x' of kernel 'k'"
text '/\.offset: *22$/{n;s/2/4/;}'
refused "x.o: error: 'hidden_group_size_y' of kernel 'k' has 4 bytes at byte 22 of a kernarg segment of 264"
text '/\.offset: *0$/{n;s/8/8000/;}'
refused "x.o: error: argument 1 of kernel 'k' lies outside the kernarg segment"
text 's/\(\.symbol: *\)k\.kd/\1other.kd/'
refused "x.o: error: there is no code of kernel 'k'"
bytes 's/\.value_kind/.value_kine/'
refused "x.o:metadata note+0x[0-9a-f]*: error: the argument has no key '.value_kind'"
bytes 's/amdhsa\.kernels/amdhsa.kernelz/'
refused "x.o: error: it has no kernels, or no metadata that says what they take"
{ head -c 48 good.o; printf '\054'; tail -c +50 good.o; } >x.o
refused 'x.o:+0x30: error: unsupported: code for another GPU than gfx600'
head -c 1000 good.o >x.o
expect_status 125 hsa-run --deep=none x.o -k k --grid 1

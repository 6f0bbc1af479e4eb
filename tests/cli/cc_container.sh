# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsaemu-cc --emit=container, and the program that writes and reads containers.
. "$T/common.subr"
pack=$BUILD/lib/hsaemu/cuda-pack
cp "$TOP/examples/vecadd.hsail" "$TOP/examples/ptx/saxpy-cuda.ptx" .
rows() { # FILE: kind, virtual GPU, and whether the bytes are those of a file of the kind's name
	[ "$(tail -c +65 "$1" | sha256sum | cut -c1-64)" = "$(od -An -tx1 -j32 -N32 "$1" | tr -d ' \n')" ] || exit 1
	perl -0777 -e '
		$_ = <>;
		my ($magic, $version, $abi, $bytes, $count, $zero) = unpack "a8VVQVV", $_;
		die "head" if $magic ne "HSAcuda\0" || $version != 1 || $bytes != length || $zero;
		for my $i (0 .. $count - 1) {
			my ($kind, $arch, $first, $size, $none) = unpack "VVQQQ", substr $_, 64 + 32 * $i, 32;
			die "row $i" if $first % 64 || $none || !$size;
			open my $f, ">", "member.$i" or die;
			print $f substr $_, $first, $size;
			print "$kind $arch\n";
		}' "$1"
}
hsaemu-cc --emit=container saxpy-cuda.ptx
hsaemu-cc saxpy-cuda.ptx -o saxpy.img
[ "$(rows saxpy-cuda.fatbin | tr '\n' ' ')" = '1 75 2 75 ' ]
cmp member.0 saxpy.img
cmp member.1 saxpy-cuda.ptx
hsaemu-cc --emit=container -arch=sm_90a saxpy-cuda.ptx vecadd.hsail -o - >both
[ "$(rows both | tr '\n' ' ')" = '1 90 2 90 ' ] # of HSAIL there is no PTX
hsaemu-cc saxpy-cuda.ptx vecadd.hsail -o both.img
cmp member.0 both.img
hsaemu-cc --emit=container --unit=one saxpy-cuda.ptx -o one
[ "$(rows one | tr '\n' ' ')" = '3 75 2 75 ' ]
grep -q saxpy_cuda_ptx_one member.0 || grep -q '&saxpy_cuda_one.ptx' member.0
expect_status 2 hsaemu-cc --emit=container --unit=one saxpy-cuda.ptx vecadd.hsail
expect_line err '--unit takes one file'

# Containers are found in any file, those with objects only, each once, and not those that are linked.
hsaemu-cc --emit=container --unit=two saxpy-cuda.ptx -o two
mkdir into
id() { od -An -tx1 -j32 -N8 "$1" | tr -d ' \n'; }
{ printf 'HSAcuda\0 is no container. '; cat one saxpy-cuda.fatbin two one; } >many
"$pack" --unpack=into many one >list
printf '%s sm_75 many\n' "$(id one)" "$(id two)" | diff - list
rows two >/dev/null
cmp member.0 "into/$(id two).o"
cmp member.1 "into/$(id two).ptx"
printf 'hsaemu-linked:%s' "$(id one)" >linked
[ "$("$pack" --unpack=into many linked | wc -l)" = 1 ]
head -c 300 one >short
"$pack" --unpack=into short >list
[ ! -s list ]
cp one damaged
printf x | dd of=damaged bs=1 seek=200 conv=notrunc 2>/dev/null
expect_status 1 "$pack" --unpack=into damaged
expect_line err 'damaged: error: damaged container of kernels$'
expect_status 4 "$pack" --unpack=into missing
expect_status 4 "$pack" --unpack=none one
: >empty
expect_status 1 "$pack" --image=empty -o new
expect_line err 'empty: error: an empty file is no member$'
expect_status 2 "$pack" --image=one
expect_line err 'expected -o, and from 1 to 64 members$'
expect_status 2 "$pack" -arch=gfx90a --image=one -o new
expect_line err "'gfx90a' is no virtual GPU; expected sm_NN$"
[ ! -e new ]

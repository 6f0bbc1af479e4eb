# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run finds kernels by their HSAIL, C and C++ names, and the only one without a name.
. "$T/common.subr"
kernel() { # NAME STORED
	printf '.visible .entry %s(.param .u64 p)\n{\n\t.reg .u64 %%a;\n\tld.param.u64 %%a, [p];\n' "$1"
	printf '\tst.global.u32 [%%a], %s;\n\tret;\n}\n' "$2"
}
head='.version 7.0\n.target sm_70\n.address_size 64\n'
# other(int*); void scale<float>(float*); void scale<int>(int*); geo::area(int*)
# shellcheck disable=SC2059
{
	printf "/* a comment of\n * two lines */ // and one\n$head"
	kernel _Z5otherPi 1
	kernel _Z5scaleIfEvPT_ 2
	kernel _Z5scaleIiEvPT_ 3
	kernel _ZN3geo4areaEPi 4
	kernel plain 5
} >many.ptx
hsaemu-cc many.ptx
stores() { # NUMBER NAME
	[ "$(hsa-run many.img -k "$2" --grid 1 -a 'p=u32[1]' -p p)" = "p[0] $1" ] || {
		echo "'$2' stores no $1"
		exit 1
	}
}
stores 5 '&plain'
stores 5 plain
stores 1 '&_Z5otherPi'
stores 1 _Z5otherPi
stores 5 plain
if [ -e /usr/lib/x86_64-linux-gnu/libstdc++.so.6 ]; then
	stores 1 other
	stores 1 'other(int*)'
	stores 2 'scale<float>'
	stores 3 'void scale<int>(int*)'
	stores 4 geo::area
	expect_status 2 hsa-run many.img -k scale --grid 1 -a 'p=u32[1]'
	expect_line err "'scale' can be void scale<float>(float\*) or void scale<int>(int\*)"
	expect_status 127 hsa-run many.img -k othr --grid 1
	expect_line err "the image has no kernel 'othr'; did you mean 'other'?"
	expect_status 127 hsa-run many.img -k unlike --grid 1
	expect_line err "no kernel 'unlike'; it has other(int\*), void scale<float>(float\*), .*, geo::area(int\*), &plain"
fi
expect_status 2 hsa-run many.img --grid 1
expect_line err 'the image has 5 kernels, so one must be named; it has '
{
	printf 'image many.img\nbuffer p u32[1]\n'
	printf 'dispatch plain grid(1) args(p)\ncheck p: 5\ndispatch "&_Z5otherPi" grid(1) args(p)\ncheck p: 1\n'
} >names.run
hsa-run --run names.run
hsail-as "$TOP/examples/vecadd.hsail" -o one.brig
hsail-fin one.brig
hsa-ld one.o -o one.img
hsa-run one.img --grid 4 -a 'f32[4]:1' -a 'f32[4]:2' -a 'c=f32[4]' --check c=list:3:3:3:3
printf 'image one.img\nbuffer a f32[4]: 1\ndispatch grid(4) group(2) args(a, a, a)\ncheck a: 2\n' >only.run
hsa-run --run only.run
printf '.version 7.0\n.target sm_70\n.address_size 64\n' >none.ptx
expect_status 127 hsa-run none.ptx --grid 1
expect_line err 'error: the image has no kernel$'

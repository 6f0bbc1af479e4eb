# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A refusal about a size or a value says which one was asked for, and what there is.
. "$T/common.subr"
cat >k.hsail <<'K'
module &m:1:0:$full:$large:$near;
group_u32 &shared[4];
prog global_u32 &table[4] = u32[](1, 2, 3, 4);
prog kernel &k(kernarg_u64 %out, kernarg_u8 %small, kernarg_u32 %list[3])
{
	maxdynamicgroupsize 64;
	private_u32 %own[4];
	ret;
};
prog kernel &three()
{
	requiredworkgroupsize 4, 4, 4;
	ret;
};
prog kernel &two()
{
	requireddim 2;
	ret;
};
K
hsail-as k.hsail -o - | hsail-fin -O0 - -o - | hsa-ld - -o k.img
refuse() { # STATUS MESSAGE STATEMENT...
	wanted_status=$1 message=$2
	shift 2
	printf '%s\n' 'image k.img' 'buffer b u32[4]' "$@" >x.run
	expect_status $wanted_status hsa-run --run x.run
	grep -qF "error: $message" err || { echo "not: $message"; cat err; exit 1; }
}
args='args(b, 1, list(1, 2, 3))'
refuse 2 'expected an integer from 0 to 4294967295, found 4294967296' "dispatch &k grid(1 << 32) $args"
refuse 2 'expected an integer from 0 to 4294967295, found -1' "dispatch &k grid(-1) $args"
refuse 2 'expected an integer from 0 to 4294967295, found 2.5' "dispatch &k grid(2.5) $args"
refuse 2 'expected an integer from 0 to 65535, found 65536' "dispatch &k grid(64) group(65536) $args"
refuse 2 'at most three dimensions, found 5' "dispatch &k grid(1, 1, 1, 1, 1) $args"
refuse 2 'a grid or work-group has at least one work-item in each dimension, not 0 in z' \
	"dispatch &k grid(4, 4, 0) $args"
refuse 2 'expected an integer from 0 to 1048576, found 1048577' "dispatch &k grid(1) dynamic(1048577) $args"
refuse 125 "dispatch of '&k' refused: dynamic group memory exceeds the kernel's maxdynamicgroupsize: \
65 bytes asked for, at most 64" "dispatch &k grid(1) dynamic(65) $args"
refuse 125 "dispatch of '&three' refused: work-group is not the kernel's requiredworkgroupsize: \
4 x 4 x 2 asked for, 4 x 4 x 4 required" 'dispatch &three grid(4, 4, 4) group(4, 4, 2)'
refuse 125 "dispatch of '&two' refused: number of dimensions is not the kernel's requireddim: \
1 asked for, 2 required" 'dispatch &two grid(4)'
refuse 2 'value 256 does not fit into argument %small of type u8, which has integers from -128 to 255' \
	'dispatch &k grid(1) args(b, 256, list(1, 2, 3))'
refuse 2 'value 0.5 does not fit into argument %small of type u8, which has integers from -128 to 255' \
	'dispatch &k grid(1) args(b, 0.5, list(1, 2, 3))'
refuse 2 'argument %list has 3 elements, not 2' 'dispatch &k grid(1) args(b, 1, list(1, 2))'
refuse 2 "'b' is an address, but argument %list is u32 array" 'dispatch &k grid(1) args(b, 1, b)'
refuse 2 "kernel '&k' takes 3 arguments, not 1" 'dispatch &k grid(1) args(b)'
refuse 2 'value 70000 of c[0] does not fit into s16, which has integers from -32768 to 65535' \
	'buffer c s16[4] : 70000'
refuse 2 'value 1e+30 of c[0] does not fit into u64, which has integers from -9223372036854775808 to 18446744073709551615' \
	'buffer c u64[4] : 1e30'
refuse 2 'value 0.5 of b[1] does not fit into u32, which has integers from -2147483648 to 4294967295' \
	'fill b : ramp(0, 0.5)'
refuse 2 "index 4 of 'b', which has 4 elements" 'let x = b[4]'
refuse 2 "index -1 of 'b', which has 4 elements" 'let x = b[-1]'
refuse 2 'expected an integer from 0 to 274877906944, found 1152921504606846976' 'buffer c u32[1 << 60]'
refuse 2 "'b' has 4 elements, not 5" 'buffer c u32[5] : of(b)'
refuse 2 "a queue has room for a power of two of packets, not 12" 'queue q[12]'
refuse 2 "a signal's value is an integer, not 1.5" 'signal s = 1.5'
refuse 2 'more than 1024 arguments' "dispatch &k grid(1) args($(seq -s, 1025))"
printf 'abc' >three.bin
echo '1 2 3' >three.txt
refuse 2 'three.bin has 3 bytes, c needs 16' 'buffer c u32[4] : @three.bin'
refuse 2 'three.txt has 3 numbers, c needs 4' 'buffer c u32[4] : text@three.txt'
for value in 0 -1 2e9; do
	expect_status 2 hsa-run k.img -k three --grid 4,4,4 --timeout=$value
	grep -q "'$value' is no time-out in seconds, above 0 and at most 1e9$" err
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Pragmas about kernels: hsail-fin takes those that are right, and refuses all others with a place and status 1.
refused() { # MESSAGE PRAGMA...
	message=$1
	shift
	{
		echo 'module &m:1:0:$full:$large:$default; decl prog kernel &d(kernarg_u64 %a); function &f()() { ret; };'
		echo 'prog kernel &k(kernarg_u64 %a, kernarg_u32 %b, kernarg_u64 %c[2]) { ret; };'
		printf 'pragma %s;\n' "$@"
	} >x.hsail
	hsail-as x.hsail -o x.brig
	status=0
	hsail-fin x.brig -o x.o 2>err || status=$?
	[ "$status" = 1 ] && [ ! -e x.o ] || exit 1
	grep -E "^x\.brig:hsa_code\+0x[0-9a-f]+: error: pragma \"hsaemu\.kernel(_arg)?\": $message\$" err
}
arg='"hsaemu.kernel_arg"'
refused 'wants a kernel that the module defines' "$arg"
refused 'wants a kernel that the module defines' "$arg, &f, 0, \"is_const\""
refused 'wants a kernel that the module defines' "$arg, &d, 0, \"is_const\""
refused 'wants a kernel that the module defines' "$arg, \"k\", 0, \"is_const\""
refused 'wants a kernel, a number and properties' "$arg, &k, 0"
refused 'numbers are integer constants' "$arg, &k, \"0\", \"is_const\""
refused 'the kernel has no argument of this number' "$arg, &k, 3, \"is_const\""
refused 'the kernel has no argument of this number' "$arg, &k, 18446744073709551615, \"is_const\""
refused 'properties are strings' "$arg, &k, 0, 1"
refused "'access=none' has an unknown value" "$arg, &k, 0, \"access=none\""
refused "'name=.*' has a character that is in no name and no type" "$arg, &k, 0, \"name=a\\n\""
refused 'there is another one for this argument' "$arg, &k, 0, \"is_const\"" "$arg, &k, 0, \"is_volatile\""
refused "the argument's size is not that of its value_kind" "$arg, &k, 1, \"value_kind=image\""
refused "the argument's size is not that of its value_kind" "$arg, &k, 2, \"value_kind=global_buffer\""
refused 'wants a kernel and properties' '"hsaemu.kernel", &k'
refused 'there is another one for this kernel' '"hsaemu.kernel", &k, "vec_type_hint=int"' '"hsaemu.kernel", &k, "vec_type_hint=int"'
refused "'workgroup_size_hint=1,2,4294967296' has a number out of range" '"hsaemu.kernel", &k, "workgroup_size_hint=1,2,4294967296"'

cat >k.hsail <<'X'
module &m:1:0:$full:$large:$default;
pragma "another.tool", 1, "hsaemu.kernel_arg";
extension "IMAGE";
prog kernel &k(kernarg_u64 %a, kernarg_rwimg %b, kernarg_samp %c, kernarg_u16 %d) { ret; };
pragma "hsaemu.kernel_arg", &k, 0, "value_kind=global_buffer", "is_volatile", "name=src";
pragma "hsaemu.kernel", &k, "vec_type_hint=long2";
X
hsail-as k.hsail -o k.brig
hsail-fin k.brig -o k.o
hsa-ld k.o -o k.img
brig-dis --notes k.img >notes
grep -E 'value_kind|is_volatile|hint|source' notes | sed 's/^ *//' >facts
diff - facts <<'X'
.value_kind: global_buffer
.is_volatile: true
.hsaemu.source_name: "src"
.value_kind: image
.value_kind: sampler
.value_kind: by_value
.vec_type_hint: "long2"
X
# An image that calls an argument of 2 bytes a sampler is none.
LC_ALL=C sed 's/\xa8by_value/\xd9\x07sampler/' k.img >bad.img
! hsa-run bad.img -k '&k' --grid 1 2>err || exit 1
grep -F "kernel '&k': an argument's size is not that of its kind" err

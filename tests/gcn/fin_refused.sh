# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What hsail-fin -mcpu=gfx600 refuses, each by name and without a file.
. "$TOP/tests/cli/common.subr"
module() { # BODY, with formals before it; the kernel is &k
	cat >m.hsail <<-END
		module &m:1:0:\$full:${2-\$large}:\$default;
		${3-}
		prog kernel &k(kernarg_u64 %p) {
		$1
		ret;
		};
	END
	hsail-as m.hsail -o m.brig
}
refuse() { # STATUS TEXT [OPTION...]
	status=$1 text=$2
	shift 2
	expect_status "$status" hsail-fin -mcpu=gfx600 "$@" m.brig -o m.o
	expect_line err "$text"
	[ ! -e m.o ]
}
module ''
expect_status 0 hsail-fin -mcpu=gfx600 m.brig -o m.o
gcn-dis m.o | grep -q 's_endpgm'
expect_status 0 hsail-fin -mcpu=tahiti m.brig -o again.o
cmp m.o again.o
rm m.o
refuse 2 '^hsail-fin: error: --simd: there is no such code for a GPU$' --simd=avx2
refuse 2 '^hsail-fin: error: --profile: there is no such code for a GPU$' --profile
refuse 2 '^hsail-fin: error: -mattr: a GPU has no features to choose$' -mattr=+avx2
refuse 2 '^hsail-fin: error: -mcpu: the same GPU twice$' -mcpu=gfx600,tahiti
refuse 2 "^hsail-fin: error: -mcpu: '' is not a known processor\$" -mcpu=gfx600,
refuse 2 "^hsail-fin: error: -mcpu: '' is not a known processor\$" -mcpu=x86-64-v2,
refuse 3 "error: unsupported: detection of exceptions in code for a GPU (PRM 12.2)$" --detect=all

module 'fbarrier %f; initfbar %f; releasefbar %f;'
expect_status 3 hsail-fin -mcpu=gfx600 m.brig -o m.o
grep -q 'unsupported: fbarrier in code for a GPU (PRM 9.2)$' err
module 'getdetectexcept_u32 $s0;'
refuse 3 'm.brig:hsa_code+0x[0-9a-f]*: error: unsupported: operation on exceptions in code for a GPU (PRM 11.2)$'
module 'group_u32 %g[17000]; st_group_u32 1, [%g];'
refuse 3 'unsupported: more than 64 KiB of group memory in code for a GPU (PRM 4.2)$'
module '{ arg_u32 %a; call &f(%a)(); ld_arg_u32 $s0, [%a]; }' '$large' 'decl prog function &f(arg_u32 %r)();'
refuse 3 "unsupported: call of '&f' of another module in code for a GPU (PRM 10.3)\$"
module 'ld_global_u32 $s0, [&v]; st_group_u32 $s0, [&g];' '$large' 'decl prog group_u32 &g[]; decl prog global_u32 &v;'
refuse 3 "unsupported: array of another module in code for a GPU (PRM 4.3.5)\$"

# LLVM's generator runs in another program. What that one says, how it ends, and that it is missing.
module ''
mkdir -p here/bin here/lib/hsaemu
ln "$(command -v hsail-fin)" here/bin/hsail-fin 2>/dev/null || cp "$(command -v hsail-fin)" here/bin/hsail-fin
fake() {
	{ echo '#!/bin/sh'; cat; } >here/lib/hsaemu/gcn-codegen
	chmod +x here/lib/hsaemu/gcn-codegen
	expect_status "$1" here/bin/hsail-fin -mcpu=gfx600 m.brig -o m.o
	expect_line err "$2"
	[ ! -e m.o ]
}
fake 3 "^m.brig: error: unsupported: LLVM cannot make code for a GPU of 'k': Cannot select: t1: i32 = bad\$" <<'END'
echo 'LLVM ERROR: Cannot select: t1: i32 = bad' >&2
echo 'In function: k' >&2
kill -ABRT $$
END
fake 3 '^m.brig: error: unsupported: LLVM cannot make code for a GPU: no way$' <<'END'
echo 'error: no way' >&2
exit 1
END
fake 3 'gcn-codegen ends by signal 9: LLVM cannot make code for a GPU$' <<'END'
kill -KILL $$
END
fake 3 'gcn-codegen ends with status 23: LLVM cannot make code for a GPU$' <<'END'
exit 23
END
printf 'no program' >here/lib/hsaemu/gcn-codegen
expect_status 1 here/bin/hsail-fin -mcpu=gfx600 m.brig -o m.o
expect_line err '^[^ ]*/gcn-codegen: error: cannot be run: Exec format error$'

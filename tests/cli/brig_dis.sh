# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What brig-dis prints beside the whole text.
. "$T/common.subr"
cat >m.hsail <<'EOF'
module &m:1:0:$full:$large:$default;
global_u32 &used;
global_u32 &unused;
decl function &f()(arg_u32 %x);
function &f()(arg_u32 %x) { ret; };
kernel &k(kernarg_u64 %p)
{
	{ arg_u32 %a; st_arg_u32 1, [%a]; call &f ()(%a); }
	ld_global_u32 $s0, [&used];
	ret;
};
kernel &other() { ret; };
EOF
hsail-as m.hsail -o m.brig

brig-dis --kernel '&k' m.brig -o k.hsail
grep -q '&used' k.hsail
[ "$(grep -c 'function &f' k.hsail)" = 2 ]
[ "$(grep -cE '&unused|&other' k.hsail)" = 0 ]
hsail-as k.hsail -o k.brig
expect_status 1 brig-dis --kernel '&none' m.brig
expect_line err "m.brig: error: no kernel or function is named '&none'"

brig-dis --offsets m.brig -o - | hsail-as - -o o.brig
brig-dis --offsets m.brig | grep -q 'ld_global_u32 $s0, \[&used\]; // code+0x[0-9a-f]* operand+0x'

brig-dis --verify m.brig >out
[ ! -s out ]
expect_status 2 brig-dis --verify --dump m.brig
expect_status 2 brig-dis --json m.brig

: >empty
expect_status 1 brig-dis empty
brig-dis --dump empty >out
brig-dis --dump --json m.brig | grep -q '^{"file":"m.brig","bytes":[0-9]*,"items":\[$'
brig-dis - <m.brig | cmp - "$(brig-dis m.brig >all && echo all)"

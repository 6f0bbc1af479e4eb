# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --gc and --keep: what is offered stays with all that it needs, the rest goes.
cat >all.hsail <<'END'
module &all:1:0:$full:$large:$default;
prog global_u32 &shared[4] = u32[](1, 2, 3, 4);
prog global_u32 &lonely[100];
global_u32 &own = 7;
global_u32 &nobodys[1000];
function &fact(arg_u32 %r)(arg_u32 %n)
{
	ld_arg_u32 $s0, [%n];
	mov_b32 $s1, 1;
	cmp_lt_b1_u32 $c0, $s0, 2;
	cbr_b1 $c0, @end;
	sub_u32 $s2, $s0, 1;
	{
		arg_u32 %a;
		arg_u32 %b;
		st_arg_u32 $s2, [%a];
		call &fact(%b)(%a);
		ld_arg_u32 $s1, [%b];
	}
	mul_u32 $s1, $s1, $s0;
@end:
	st_arg_u32 $s1, [%r];
};
prog kernel &factorial(kernarg_u64 %out)
{
	{
		arg_u32 %a;
		arg_u32 %b;
		st_arg_u32 5, [%a];
		call &fact(%b)(%a);
		ld_arg_u32 $s1, [%b];
	}
	ld_global_u32 $s2, [&own];
	add_u32 $s1, $s1, $s2;
	ld_kernarg_u64 $d0, [%out];
	st_global_u32 $s1, [$d0];
};
prog kernel &other(kernarg_u64 %out)
{
	ld_global_u32 $s1, [&shared][4];
	ld_kernarg_u64 $d0, [%out];
	st_global_u32 $s1, [$d0];
};
END
hsail-as all.hsail -o all.brig
hsail-fin -O0 all.brig -o all.o
defined() {
	nm -D --defined-only "$1" | sed 's/.* //' | sort | tr '\n' ' '
}

hsa-ld all.o -o whole.hso --map whole.map
grep -q nobodys whole.map
hsa-ld --gc all.o -o gc.hso --map gc.map
[ "$(defined gc.hso)" = 'factorial factorial.kd hsa_static.all$.own lonely other other.kd shared ' ]
sed -n '/^left out/,/^$/p' gc.map | grep -q '^ *4000 all.o:.*nobodys$'
! readelf -sW gc.hso | grep -q nobodys || exit 1
[ "$(hsa-run gc.hso -k '&factorial' --grid 1 -a 'out=u32[1]' -p out)" = "out[0] 127" ]
[ "$(hsa-run gc.hso -k '&other' --grid 1 -a 'out=u32[1]' -p out)" = "out[0] 2" ]

hsa-ld --keep factorial all.o -o f.hso
[ "$(defined f.hso)" = 'factorial factorial.kd hsa_static.all$.own ' ]
[ "$(hsa-run f.hso -k '&factorial' --grid 1 -a 'out=u32[1]' -p out)" = "out[0] 127" ]
status=0
hsa-run f.hso -k '&other' --grid 1 -a 'out=u32[1]' 2>err || status=$?
[ $status = 127 ]
brig-dis --notes f.hso >notes
grep -q '&factorial' notes
! grep -q '&other' notes || exit 1
! grep -q '&shared' notes || exit 1

hsa-ld --keep '&other' --keep lonely all.o -o o.hso
[ "$(defined o.hso)" = "lonely other other.kd shared " ] || [ "$(defined o.hso)" = "lonely other other.kd " ]
[ "$(hsa-run o.hso -k '&other' --grid 1 -a 'out=u32[1]' -p out)" = "out[0] 2" ]
! readelf -sW o.hso | grep -q fact || exit 1
# the same again
hsa-ld --keep '&other' --keep lonely all.o -o - | cmp - o.hso

status=0
hsa-ld --keep nothing all.o -o n.hso 2>err || status=$?
[ $status = 1 ] && [ ! -e n.hso ] || exit 1
grep "error: --keep: no kernel, variable or function with program linkage is called 'nothing'" err

# what only lost code wants need not be there
cat >part.hsail <<'END'
module &part:1:0:$full:$large:$default;
decl prog function &far()();
prog kernel &wants() { { call &far()(); } };
prog kernel &content(kernarg_u64 %out) { ld_kernarg_u64 $d0, [%out]; st_global_u32 3, [$d0]; };
END
hsail-as part.hsail -o part.brig
hsail-fin part.brig -o part.o
! hsa-ld part.o -o p.hso 2>err || exit 1
grep "undefined function '&far'" err
hsa-ld --keep content part.o -o p.hso
[ "$(hsa-run p.hso -k '&content' --grid 1 -a 'out=u32[1]' -p out)" = "out[0] 3" ]

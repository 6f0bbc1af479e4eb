# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What code of a GPU asks the runtime for: printing from any segment, the heap, assertions, the clock.
cp "$TOP/tests/ptx/system.ptx" .
seq 1 3 99 | sed 's/.*/& hi! &/' >expected
hsa-run --deep=none system.ptx -k '&print' --grid 100 --group 100 -a 'o=u32[100]' --check "o=each((i % 3 == 1) * 3)" |
	sort -n | cmp - expected
cat >x.run <<X
image system.ptx
run heap { buffer o u32[1000]: 5
	dispatch &heap grid(1000) group(50) args(o) check o: list(0) }
run exhaust { buffer o u32[2]
	dispatch &exhaust grid(1) args(o) check o: list(256, 1) }
X
hsa-run --deep=none --run x.run -j 4
fails() { # TEXT OPTION...
	text=$1 status=0
	shift
	hsa-run --deep=none -j 1 "$@" >out 2>err || status=$?
	[ $status = 126 ]
	grep -F "$text" err
}
fails "kernel '&misuse': free of what is no block of the heap" system.ptx -k '&misuse' --grid 1 -a 'o=u32[1]'
hsa-run --deep=none system.ptx -k '&check' --grid 2,4 --group 1,4 -a 4
fails "kernel '&check': failed assertion, line 12 in work-group (0, 0, 0), work-item 3" \
	system.ptx -k '&check' --grid 2,4 --group 1,4 -a 3
grep -F 'a.cu:12: void k(): block: [0,0,0], thread: [0,3,0] Assertion `i < n` failed.' err

# Values in private memory, of a kernel and of functions that it calls, and in group memory; and the clock, which goes on
# from one work-group to the next.
cat >p.hsail <<'END'
module &m:1:0:$full:$large:$default;
decl prog function &hsaemu.vprintf(arg_u32 %r)(arg_u64 %f, arg_u64 %a);
prog global_u8 &format[13] = u8[](37, 100, 32, 37, 108, 108, 120, 32, 37, 115, 10, 0, 0);
prog global_u8 &word[3] = u8[](111, 107, 0);
prog global_u64 &last = 0;

function &show()(arg_u32 %n)
{
	align(8) private_u8 %args[24];
	ld_arg_u32 $s0, [%n];
	cmp_eq_b1_u32 $c0, $s0, 0;
	cbr_b1 $c0, @end;
	st_private_align(8)_u32 $s0, [%args];
	st_private_align(8)_u64 0x123456789abcdef, [%args][8];
	lda_global_u64 $d0, [&word];
	st_private_align(8)_u64 $d0, [%args][16];
	lda_private_u32 $s1, [%args];
	stof_private_u64_u32 $d1, $s1;
	lda_global_u64 $d0, [&format];
	{
		arg_u64 %f;
		arg_u64 %a;
		arg_u32 %r;
		st_arg_u64 $d0, [%f];
		st_arg_u64 $d1, [%a];
		call &hsaemu.vprintf(%r)(%f, %a);
	}
	sub_u32 $s0, $s0, 1;
	{
		arg_u32 %m;
		st_arg_u32 $s0, [%m];
		call &show()(%m);
	}
@end:
	ret;
};

prog kernel &prints()
{
	align(8) group_u8 %args[24];
	workitemabsid_u32 $s0, 0;
	cmp_ne_b1_u32 $c0, $s0, 67;
	cbr_b1 $c0, @end;
	{
		arg_u32 %m;
		st_arg_u32 3, [%m];
		call &show()(%m);
	}
	st_group_align(8)_u32 $s0, [%args];
	st_group_align(8)_u64 255, [%args][8];
	lda_global_u64 $d0, [&word];
	st_group_align(8)_u64 $d0, [%args][16];
	lda_group_u32 $s1, [%args];
	stof_group_u64_u32 $d1, $s1;
	lda_global_u64 $d0, [&format];
	{
		arg_u64 %f;
		arg_u64 %a;
		arg_u32 %r;
		st_arg_u64 $d0, [%f];
		st_arg_u64 $d1, [%a];
		call &hsaemu.vprintf(%r)(%f, %a);
	}
@end:
	ret;
};

// o is how often the clock went back
prog kernel &clock(kernarg_u64 %o)
{
	ld_kernarg_u64 $d0, [%o];
	clock_u64 $d1;
	atomic_max_global_scar_agent_u64 $d2, [&last], $d1;
	cmp_ge_b1_u64 $c0, $d1, $d2;
	cbr_b1 $c0, @end;
	atomicnoret_add_global_rlx_agent_u32 [$d0], 1;
@end:
	ret;
};
END
hsa-run --deep=none p.hsail -k '&prints' --grid 128 --group 128 >out
printf '%s 123456789abcdef ok\n' 3 2 1 >want
printf '67 ff ok\n' >>want
cmp out want
hsa-run p.hsail -k '&prints' --grid 128 --group 128 | cmp - want
# the timing model serves wavefronts of several work-groups, too
hsa-run --deep p.hsail -k '&prints' --grid 128 --group 128 | head -4 | cmp - want
hsa-run --deep --run x.run >out
hsa-run --deep=none p.hsail -k '&clock' --grid 64 --group 1 -j 1 --cus=1 -a 'o=u32[1]' --check 'o=list(0)'

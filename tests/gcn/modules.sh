# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code of a GPU in an image of two modules: variables of the other module, and group memory that the packet adds, behind
# 36 KB that the kernel has itself.
cat >m.hsail <<'END'
module &m:1:0:$full:$large:$default;
decl prog global_u32 &total;
decl prog readonly_u32 &three;
decl prog group_u32 &theirs[50];
decl prog private_u64 &spare;
decl prog group_u8 &hsaemu.dynamic_group[];

// group memory behind all others, from a function that stays one
function &sum(arg_u32 %r)(arg_u32 %n)
{
	ld_arg_u32 $s0, [%n];
	mov_b32 $s1, 0;
	cmp_eq_b1_u32 $c0, $s0, 0;
	cbr_b1 $c0, @end;
	sub_u32 $s0, $s0, 1;
	{
		arg_u32 %m;
		arg_u32 %x;
		st_arg_u32 $s0, [%m];
		call &sum(%x)(%m);
		ld_arg_u32 $s1, [%x];
	}
	shl_u32 $s0, $s0, 2;
	ld_group_u32 $s2, [&hsaemu.dynamic_group][$s0];
	add_u32 $s1, $s1, $s2;
@end:
	st_arg_u32 $s1, [%r];
	ret;
};

prog kernel &k(kernarg_u64 %o)
{
	group_u32 %own[9000];
	workitemid_u32 $s0, 0;
	shl_u32 $s1, $s0, 2;
	add_u32 $s2, $s0, 1;
	mul_u32 $s3, $s0, 140;
	st_group_u32 $s2, [%own][$s3];
	ld_readonly_u32 $s4, [&three];
	mul_u32 $s4, $s4, $s2;
	st_group_u32 $s4, [&theirs][$s1];
	st_group_u32 $s0, [&hsaemu.dynamic_group][$s1];
	cvt_u64_u32 $d2, $s0;
	st_private_u64 $d2, [&spare];
	barrier;
	xor_b32 $s5, $s0, 1;
	shl_u32 $s6, $s5, 2;
	mul_u32 $s7, $s5, 140;
	ld_group_u32 $s2, [%own][$s7];
	ld_group_u32 $s4, [&theirs][$s6];
	{
		arg_u32 %m;
		arg_u32 %x;
		st_arg_u32 50, [%m];
		call &sum(%x)(%m);
		ld_arg_u32 $s8, [%x];
	}
	ld_private_u64 $d2, [&spare];
	cvt_u32_u64 $s9, $d2;
	atomicnoret_add_global_rlx_agent_u32 [&total], $s9;
	ld_kernarg_u64 $d0, [%o];
	workitemabsid_u64 $d1, 0;
	mul_u64 $d1, $d1, 12;
	add_u64 $d0, $d0, $d1;
	st_global_u32 $s2, [$d0];
	st_global_u32 $s4, [$d0 + 4];
	st_global_u32 $s8, [$d0 + 8];
};
END
cat >n.hsail <<'END'
module &n:1:0:$full:$large:$default;
prog global_u32 &total = 0;
prog readonly_u32 &three = 3;
prog group_u32 &theirs[50];
prog private_u64 &spare;
END
for f in m n; do
	hsail-as $f.hsail -o $f.brig
	hsail-fin -mcpu=native,gfx600 $f.brig -o $f.o
done
hsa-ld m.o n.o -o x.img
cat >x.run <<'END'
image "x.img"
run x {
	buffer o u32[300]
	dispatch &k grid(100) group(50) dynamic(200) args(o)
	buffer k u32[300]: each(((i / 3 % 50) + 1 - i / 3 % 2 * 2) + 1)
	check o: each((i % 3 == 0) * k[i] + (i % 3 == 1) * 3 * k[i] + (i % 3 == 2) * 1225)
	check &total: list(2450)
}
END
hsa-run --run x.run
hsa-run --deep=none --run x.run

# Handles: those of the module's functions lead to code, also more than are compared with; one of another module's is
# a trap where it is called.
{
	echo 'module &a:1:0:$full:$large:$default;'
	for i in $(seq 20); do
		echo "indirect function &f$i(arg_u32 %r)(arg_u32 %x) { ld_arg_u32 \$s0, [%x]; mul_u32 \$s0, \$s0, $i;"
		echo 'st_arg_u32 $s0, [%r]; ret; };'
	done
	cat <<-'END'
		signature &one(arg_u32 %r)(arg_u32 %x);
		prog kernel &call(kernarg_u64 %o, kernarg_u64 %t)
		{
			workitemabsid_u64 $d0, 0;
			cvt_u32_u64 $s0, $d0;
			shl_u64 $d1, $d0, 3;
			ld_kernarg_u64 $d2, [%t];
			add_u64 $d2, $d2, $d1;
			ld_global_u64 $d2, [$d2];
			{
				arg_u32 %x;
				arg_u32 %r;
				st_arg_u32 $s0, [%x];
				icall_u64 $d2(%r)(%x) &one;
				ld_arg_u32 $s1, [%r];
			}
			shl_u64 $d1, $d0, 2;
			ld_kernarg_u64 $d2, [%o];
			add_u64 $d2, $d2, $d1;
			st_global_u32 $s1, [$d2];
			ret;
		};
	END
} >a.hsail
cat >b.hsail <<'END'
module &b:1:0:$full:$large:$default;
indirect function &other(arg_u32 %r)(arg_u32 %x) { ld_arg_u32 $s0, [%x]; st_arg_u32 $s0, [%r]; ret; };
END
for f in a b; do
	hsail-as $f.hsail -o $f.brig
	hsail-fin -mcpu=native,gfx600 $f.brig -o $f.o
done
hsa-ld a.o b.o -o y.img
table=$(seq -s , -f '&f%g' 20)
cat >y.run <<END
image "y.img"
run all {
	buffer o u32[20]
	buffer t u64[20]: list($table)
	dispatch &call grid(20) args(o, t)
	check o: each(i * (i + 1))
}
END
cat >z.run <<END
image "y.img"
run wrong {
	buffer o u32[2]
	buffer t u64[2]: list(&f1, &other)
	dispatch &call grid(2) group(2) args(o, t)
}
END
hsa-run --run y.run
hsa-run --run z.run
hsa-run --deep=none --run y.run
status=0
hsa-run --deep=none --run z.run 2>err || status=$?
[ $status = 126 ]
grep -q "kernel '&call': indirect call of no function.* in work-group (0, 0, 0), work-item 1" err

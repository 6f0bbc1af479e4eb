# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Modules may have kernels, variables and indirect functions of one name, of which at most one has
# program linkage (PRM 4.12.1). "&m::&k" is that of module &m.
. "$T/../cli/common.subr"

module() { # NAME NUMBER LINKAGE: the kernel gives NUMBER by a variable, 10 x NUMBER by a function
	cat >"$1.hsail" <<-END
		module &$1:1:0:\$full:\$large:\$default;
		global_u32 &v = $2;
		indirect function &f(arg_u32 %r)()
		{
			st_arg_u32 ${2}0, [%r];
		};
		global_u64 &h;
		pragma "hsaemu.address", &h, 0, &f, 0;
		signature &s(arg_u32 %r)();
		$3 kernel &k(kernarg_u64 %out)
		{
			ld_kernarg_u64 \$d0, [%out];
			ld_global_u32 \$s1, [&v];
			st_global_u32 \$s1, [\$d0];
			ld_global_u64 \$d1, [&h];
			{
				arg_u32 %r;
				icall_u64 \$d1(%r)() &s;
				ld_arg_u32 \$s1, [%r];
			}
			st_global_u32 \$s1, [\$d0+4];
		};
	END
	hsail-as "$1.hsail" -o "$1.brig"
	hsail-fin "$1.brig" -o "$1.o"
}
module a 1 ''
module b 2 ''
module c 3 prog

kernel() { # IMAGE KERNEL: what it gives
	hsa-run "$1" --kernel "$2" --grid 1 --arg 'out=u32[2]' --print out
}
exported() {
	nm -D --defined-only "$1" | sed 's/.* //' | sort | tr '\n' ' '
}

# no name is longer than it must be
hsa-ld a.o -o one.hso
[ "$(exported one.hso)" = 'fd.f hsa_static.a$.h hsa_static.a$.v k k.kd ' ]

hsa-ld a.o b.o -o two.hso
[ "$(exported two.hso)" = 'fd.f fd.hsa_static.b$.f hsa_static.a$.h hsa_static.a$.v hsa_static.b$.h hsa_static.b$.k hsa_static.b$.k.kd hsa_static.b$.v k k.kd ' ]
[ "$(kernel two.hso '&a::&k')" = "out[0] 1 10" ]
[ "$(kernel two.hso '&b::&k')" = "out[0] 2 20" ]
[ "$(kernel two.hso 'b::&k')" = "out[0] 2 20" ]
expect_status 2 hsa-run two.hso --kernel '&k' --grid 1 --arg 'out=u32[2]'
grep "error: '&k' can be &a::&k or &b::&k$" err
expect_status 127 hsa-run two.hso --kernel '&c::&k' --grid 1 --arg 'out=u32[2]'
grep "error: the image has no kernel '&c::&k'; it has &a::&k, &b::&k$" err
brig-dis --notes two.hso | grep -c '^    .hsaemu.module: "&[ab]"$' | grep -x 2

# in run files, for kernels and for variables
cat >two.run <<'EOF'
image two.hso
buffer out u32[2]
fill &b::&v : 5
dispatch &b::&k grid(1) args(out)
check out : list(5, 20)
print &a::&v
EOF
[ "$(hsa-run --run two.run)" = "&a::&v[0] 1" ]

expect_status 2 hsa-run two.hso --kernel '&b::&k' --grid 1 --arg 'out=u32[2]' --print '&v'
grep "error: '&v' can be &a::&v or &b::&v$" err

# what has program linkage has the plain name, wherever it stands
for order in "a.o b.o c.o" "c.o b.o a.o"; do
	# shellcheck disable=SC2086
	hsa-ld $order -o three.hso
	[ "$(kernel three.hso '&k')" = "out[0] 3 30" ]
	for k in 'a 1' 'b 2' 'c 3'; do
		[ "$(kernel three.hso "&${k% *}::&k")" = "out[0] ${k#* } ${k#* }0" ]
	done
done

# twice the same module is an error as before, and so are two kernels with program linkage
expect_status 1 hsa-ld a.o a.o -o a.hso
grep "a.o:.text.k+0x0: error: kernel '&k' is defined more than once" err
sed 's/&c/\&d/' c.hsail | hsail-as - -o - | hsail-fin - -o d.o
expect_status 1 hsa-ld c.o d.o -o a.hso
grep "d.o:.text.k+0x0: error: kernel '&k' is defined more than once" err

# for several processors, and without what is not kept
for m in a b; do hsail-fin -mcpu=x86-64-v2,x86-64-v3 $m.brig -o $m.o; done
hsa-ld a.o b.o -o two.hso
[ "$(kernel two.hso '&a::&k')" = "out[0] 1 10" ]
[ "$(kernel two.hso '&b::&k')" = "out[0] 2 20" ]
hsail-fin b.brig -o b.o # for one processor only
for order in "a.o b.o" "b.o a.o"; do
	# shellcheck disable=SC2086
	hsa-ld $order -o two.hso
	[ "$(kernel two.hso '&a::&k')" = "out[0] 1 10" ]
	[ "$(kernel two.hso '&b::&k')" = "out[0] 2 20" ]
done
hsa-ld --gc --keep '&b::&k' a.o b.o -o kept.hso
[ "$(kernel kept.hso '&k')" = "out[0] 2 20" ]

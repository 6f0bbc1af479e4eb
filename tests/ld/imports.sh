# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-ld --imports leaves variables that nobody defines to the loader, and only variables.
. "$T/../cli/common.subr"

cat >user.hsail <<'EOF'
module &user:1:0:$full:$large:$default;
decl prog global_u32 &table[];
decl prog alloc(agent) global_u32 &agents;
decl prog readonly_u64 &limits[2];
decl prog global_u32 &host;
decl prog global_u32 &unused;
prog global_u64 &pointers[2];
prog readonly_u64 &fixed;
pragma "hsaemu.address", &pointers, 0, &table, 8;
pragma "hsaemu.address", &pointers, 8, &host, 0;
pragma "hsaemu.address", &fixed, 0, &limits, 8;
prog kernel &look(kernarg_u64 %out)
{
	ld_kernarg_u64 $d0, [%out];
	ld_global_u32 $s0, [&table][4];
	st_global_u32 $s0, [$d0];
	ld_global_u32 $s0, [&agents];
	st_global_u32 $s0, [$d0+4];
	ld_readonly_u64 $d1, [&limits][8];
	cvt_u32_u64 $s0, $d1;
	st_global_u32 $s0, [$d0+8];
	ld_global_u32 $s0, [&host];
	st_global_u32 $s0, [$d0+12];
	ld_global_u64 $d1, [&pointers];
	ld_u32 $s0, [$d1];
	st_global_u32 $s0, [$d0+16];
	ld_global_u64 $d1, [&pointers][8];
	ld_u32 $s0, [$d1];
	st_global_u32 $s0, [$d0+20];
	ld_readonly_u64 $d1, [&fixed];
	ld_u64 $d1, [$d1];
	cvt_u32_u64 $s0, $d1;
	st_global_u32 $s0, [$d0+24];
	lda_global_u64 $d1, [&table];
	st_global_u32 77, [$d1+12];
};
EOF
cat >definer.hsail <<'EOF'
module &definer:1:0:$full:$large:$default;
prog global_u32 &table[4] = u32[](10, 11, 12, 13);
prog alloc(agent) global_u32 &agents = 20;
prog readonly_u64 &limits[2] = u64[](30, 31);
prog kernel &look(kernarg_u64 %out)
{
	ld_kernarg_u64 $d0, [%out];
	ld_global_u32 $s0, [&table][12];
	st_global_u32 $s0, [$d0];
	st_global_u32 55, [&table][4];
};
EOF
cat >small.hsail <<'EOF'
module &low:1:0:$full:$small:$default;
decl prog global_u32 &host;
prog kernel &look(kernarg_u32 %out)
{
	ld_kernarg_u32 $s0, [%out];
	ld_global_u32 $s1, [&host];
	st_global_u32 $s1, [$s0];
};
EOF
for m in user definer small; do
	hsail-as $m.hsail -o - | hsail-fin - -o $m.o
done

# without the option they are undefined
expect_status 1 hsa-ld user.o -o a.hso
grep "error: undefined variable '&table'$" err
grep "error: undefined variable '&limits'$" err
[ ! -e a.hso ]

hsa-ld --imports user.o -o user.hso --map user.map
hsa-ld --imports small.o -o small.hso
hsa-ld --imports definer.o -o definer.hso
hsa-ld definer.o -o - | cmp - definer.hso # nothing is imported
readelf -rW user.hso >relocs
for s in table agents limits host; do grep "R_X86_64_GLOB_DAT .* $s + 0" relocs; done
for s in 'table + 8' 'host + 0' 'limits + 8'; do grep "R_X86_64_64 .* $s$" relocs; done
[ "$(grep -c R_X86_64_ relocs)" = 7 ]
[ "$(nm -D --undefined-only user.hso | sed 's/.* //' | sort | tr '\n' ' ')" = "agents host limits table " ]
sed -n '/^imports/,/^$/p' user.map | grep "variable '&agents', used [0-9]* time"
[ "$(brig-dis --notes user.hso | grep -c 'imported: true')" = 4 ]

# all modules must agree, and one that defines a variable ends the import
hsa-ld --imports user.o definer.o -o two.hso 2>err && exit 1
grep "kernel '&look' is defined more than once" err
sed 's/&look/\&other/' definer.hsail | hsail-as - -o - | hsail-fin - -o other.o
hsa-ld --imports user.o other.o -o two.hso
[ "$(nm -D --undefined-only two.hso | sed 's/.* //')" = host ]
cat >bad.hsail <<'EOF'
module &bad:1:0:$full:$large:$default;
decl prog global_s32 &host;
EOF
hsail-as bad.hsail -o - | hsail-fin - -o bad.o
expect_status 1 hsa-ld --imports user.o bad.o -o bad.hso
grep "^bad.o: error: '&host' does not match its other declaration: another type$" err

# with --gc, what is not used is not imported
hsa-ld --imports --keep pointers user.o -o gc.hso
[ "$(nm -D --undefined-only gc.hso | sed 's/.* //' | sort | tr '\n' ' ')" = "host table " ]
brig-dis --notes gc.hso >notes
[ "$(grep -c 'imported: true' notes)" = 2 ]
! grep -q '&limits' notes || exit 1

# hsa-run has nothing to bind
expect_status 125 hsa-run user.hso --kernel '&look' --grid 1 -a 'out=u32[7]'
grep "^user.hso: error: global variable '&host' is imported, and nothing defines it$" err
grep "^user.hso: error: readonly variable '&limits' is imported, and nothing defines it$" err

# nor has the library
"$BUILD/tests/lib/load" all user.hso definer.hso >out
grep '^1 loaded, 1 refused$' out

# functions, and memory of work-groups and work-items, cannot be imported
cat >parts.hsail <<'EOF'
module &parts:1:0:$full:$large:$default;
decl prog function &far()();
decl prog group_u32 &shared;
prog kernel &k()
{
	st_group_u32 1, [&shared];
	{ call &far()(); }
};
EOF
hsail-as parts.hsail -o - | hsail-fin - -o parts.o
expect_status 1 hsa-ld --imports parts.o -o parts.hso
grep "undefined function '&far'" err
grep "undefined variable '&shared'" err

# code that needs the variable close by
cat >near.s <<'EOF'
	.globl near
	.text
near:	lea host(%rip), %rax
	.quad host
EOF
as near.s -o near.o
expect_status 1 hsa-ld --imports user.o near.o -o near.hso
grep "^near.o:.text+0x3: error: R_X86_64_PC32 cannot reach variable '&host', which is imported and may lie anywhere$" err
grep "^near.o:.text+0x7: error: R_X86_64_64 against variable '&host' would change code while loading" err

"$BUILD/tests/ld/imports" user.hso definer.hso small.hso

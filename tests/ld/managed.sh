# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# &x that is declared, and defined as &x.managed only, is an import that the image itself has, also with --gc and in
# another module.
cat >use.hsail <<'END'
module &use:1:0:$full:$large:$default;
decl prog global_u32 &x;
decl prog global_u32 &y;
prog global_u32 &lonely.managed[100];
prog kernel &k(kernarg_u64 %out)
{
	ld_kernarg_u64 $d0, [%out];
	ld_global_u32 $s0, [&x];
	ld_global_u32 $s1, [&y];
	add_u32 $s0, $s0, $s1;
	st_global_u32 $s0, [&y];
	st_global_u32 $s0, [$d0];
};
END
cat >define.hsail <<'END'
module &define:1:0:$full:$large:$default;
prog global_u32 &x.managed = 5;
prog global_u32 &y.managed = 7;
END
for m in use define; do
	hsail-as $m.hsail
	hsail-fin $m.brig
done
for options in '' --gc '--keep=&k'; do
	hsa-ld $options use.o define.o -o k.img
	hsa-run k.img --grid 1 --arg 'o=u32[1]' --set '&x=30' --print o --print '&y' >out
	printf '%s\n' 'o[0] 37' '&y[0] 37' | diff - out
done
! readelf -Ws k.img | grep lonely || exit 1
hsa-ld use.o -o none.img 2>err && exit 1
grep -q "undefined variable '&x'" err

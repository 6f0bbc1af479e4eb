# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# -O0 -g: every line of HSAIL that can be reached has code, and scalar code has it once; calls put in
# place are inlined functions. Line numbers of `have` are those of rows where a statement begins.
wanted() { # the lines of a module that have instructions
	brig-dis "$1" -o - | sed -n 's/^[[:space:]]*loc \([0-9]*\).*/\1/p' | sort -u
}
have() {
	readelf --debug-dump=decodedline "$1" 2>err | awk '$2 ~ /^[0-9]+$/ && $2 > 0 { print $2 }'
}
for f in vecadd gcd histogram reduction scan; do
	hsail-as -g "$TOP/examples/$f.hsail" -o $f.brig
	for simd in auto avx2; do
		hsail-fin -O0 -g -mcpu=x86-64-v3 --simd=$simd --verify-ir $f.brig -o $f.o
		llvm-dwarfdump-19 --verify $f.o >verified || { cat verified; exit 1; }
		wanted $f.brig >wanted
		have $f.o | sort -u >have
		diff wanted have
	done
done

# Scalar code is the default then. The first line also has the code before the first work-item.
hsail-fin -O0 -g -mcpu=x86-64-v3 vecadd.brig -o a.o
have a.o | tail -n +2 | sort >lines
sort -u lines | diff - lines
hsail-fin -O0 -g -mcpu=x86-64-v3 -Rpass-missed=simd vecadd.brig -o a.o 2>remarks
grep -F "is scalar code: --simd=off, -O0 -g" remarks || { cat remarks; exit 1; }

# A vector form that was asked for has one body, not one for rows, too.
bodies() { # loops over gangs
	hsail-fin -O0 "$@" -mcpu=x86-64-v3 --simd=avx2 --emit=llvm-ir vecadd.brig -o - | grep -c '^gangs[0-9]*:'
}
[ "$(bodies)" = 3 ] # whole gangs in rows are there twice, for stores past the caches, then come ends of rows
[ "$(bodies -g)" = 1 ]

cat >calls.hsail <<'END2'
module &calls:1:0:$full:$large:$default;
function &twice(arg_u32 %r)(arg_u32 %a)
{
	ld_arg_u32 $s0, [%a];
	add_u32 $s0, $s0, $s0;
	st_arg_u32 $s0, [%r];
};
prog kernel &k(kernarg_u64 %p)
{
	ld_kernarg_u64 $d0, [%p];
	{
		arg_u32 %x; arg_u32 %y;
		st_arg_u32 1, [%x];
		call &twice(%y)(%x);
		ld_arg_u32 $s0, [%y];
	}
	{
		arg_u32 %x; arg_u32 %y;
		st_arg_u32 $s0, [%x];
		call &twice(%y)(%x);
		ld_arg_u32 $s0, [%y];
	}
	nop;
	st_global_u32 $s0, [$d0];
};
END2
hsail-as -g calls.hsail -o calls.brig
hsail-fin -O0 -g calls.brig -o calls.o
llvm-dwarfdump-19 --verify calls.o >verified || { cat verified; exit 1; }
llvm-dwarfdump-19 --debug-info calls.o >info
[ "$(grep -c DW_TAG_inlined_subroutine info)" = 2 ]
[ "$(grep -c 'DW_AT_call_line.*(\(14\|20\))' info)" = 2 ]
[ "$(grep -c 'DW_AT_name.*("k")' info)" = 1 ]
wanted calls.brig >wanted
have calls.o | sort -u >have
diff wanted have

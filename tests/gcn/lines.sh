# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The lines of code that is loaded are those of the object's line table, wherever its sections lie, and code objects have
# those of HSAIL, or of what HSAIL was made from, as code for the host has.
. "$T/common.subr"
. "$TOP/tests/cli/common.subr"
command -v llvm-dwarfdump-19 >/dev/null || { echo "llvm-dwarfdump-19 is not installed"; exit 77; }

places() { # OBJECT: FUNCTION+OFFSET FILE:LINE of each instruction
	"$BUILD/tests/gcn/lines" "$1" >"$1.all"
	if grep -v '^\.text' "$1.all"; then exit 1; fi
	sed -n 's/^[^ ]* (\([^)]*\)) (\([^)]*\)): .*/\1 \2/p' "$1.all" | sort
}
table() { # OBJECT: OFFSET FILE:LINE of each dword, where line 0 is that before it
	llvm-dwarfdump-19 --debug-line "$1" | awk '
		function hex(s, n, k) { for (k = 3; k <= length(s); k++) n = n * 16 + index("123456789abcdef", substr(s, k, 1)); return n + 0 }
		/name: / { gsub(/"/, ""); name[++files] = $2 }
		/^file_names\[ *1\]/ { files = 0 }
		$1 ~ /^0x/ && NF >= 6 {
			for (; known && at < hex($1); at += 4) printf "0x%x %s\n", at, line
			at = hex($1)
			if ($2 != 0) { line = name[$4] ":" $2; known = 1 }
			if (/end_sequence/) known = 0
		}' | sort
}

cat >k.hsail <<'X'
module &m:1:0:$full:$large:$default;
prog kernel &a(kernarg_u64 %p) {
	workitemabsid_u32 $s1, 0;
	cmp_ne_b1_u32 $c0, $s1, 37;
	cbr_b1 $c0, @end;
	st_global_align(4)_u32 $s1, [4096];
@end:
	ret;
};
prog kernel &b(kernarg_u64 %p) {
	ld_kernarg_align(8)_u64 $d0, [%p];
	st_global_align(4)_u32 7, [$d0];
	ret;
};
X
hsail-as -g k.hsail -o k.brig
hsail-fin -g -mcpu=gfx600 k.brig -o k.o
# all code of kernels comes one after the other in .text
"$BUILD/tests/gcn/lines" k.o | sed -n 's/^\.text+\(0x[0-9a-f]*\) ([^)]*) (\(k.hsail:[0-9]*\)): .*/\1 \2/p' | sort >ours
table k.o >theirs
grep -q ':6$' ours
grep -q ':12$' ours
# theirs has each dword, ours each instruction
[ "$(join ours theirs | awk '$2 != $3')" = "" ]
[ "$(join -v 1 ours theirs)" = "" ]
gcn-dis --lines k.o -o k.s
grep -q '^// "k.hsail:6"$\|^// k.hsail:6$' k.s
# embedded in an object for the host, whose lines are the same
hsail-fin -g -mcpu=native,gfx600 k.brig -o fat.o
hsa-ld fat.o -o fat.img
for f in fat.o fat.img; do
	gcn-dis --lines $f | sed -n 's/^\/\/ k.hsail:/&/p' >in_it
	sed -n 's/^\/\/ k.hsail:/&/p' k.s | cmp - in_it
done
# lines of what HSAIL was made from
sed 's/^	ret;/	loc 77 "src\/x.cl";\n&/' k.hsail | hsail-as - -o loc.brig
hsail-fin -g -mcpu=gfx600 loc.brig -o loc.o
gcn-dis --lines loc.o | grep -q '^// x.cl:77$'
hsail-fin -mcpu=gfx600 k.brig -o plain.o
[ "$(places plain.o)" = "" ]

# Sections of code that all begin at 0.
command -v clang-19 >/dev/null || exit 0
for o in '' -ffunction-sections; do
	# shellcheck disable=SC2086
	clang-19 --target=amdgcn-amd-amdhsa -mcpu=tahiti -nogpulib -x cl -cl-std=CL1.2 -O1 -gdwarf-4 $o \
		-c "$T/objects/arithmetic.cl" -o c.o
	places c.o >"places$o"
	gcn-dis --lines c.o | sed -n 's/^\([a-z_0-9]*\):$/\1/p; s/^\(\/\/ .*:[0-9]*\)$/\1/p' | sort >"listed$o"
done
[ "$(wc -l <places)" -ge 300 ]
cmp places places-ffunction-sections
cmp listed listed-ffunction-sections
command -v ld.lld-19 >/dev/null || exit 0
ld.lld-19 -shared c.o -o c.so
places c.so | cmp places -


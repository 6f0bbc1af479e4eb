# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code objects that are not what they say, each by the one thing that is wrong with it.
. "$T/common.subr"
. "$TOP/tests/cli/common.subr"
refused() { # STATUS TEXT, of ./x.o
	expect_status "$1" gcn-dis x.o -o listing
	expect_line err "$2"
	[ ! -e listing ]
}
kernel() { # the descriptor's bytes as directives; the code is what follows
	cat <<-END
		.section .rodata,"a"
		.type k.kd,@object
		k.kd:
		$1
		.size k.kd, 64
		.text
		.globl k
		.type k,@function
		k: s_endpgm
		.size k, 4
	END
}
poke() { # FILE OFFSET BYTES (as \ooo)
	# shellcheck disable=SC2059
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
kernel '.skip 64' >good.s
assemble good.s good.o
gcn-dis good.o | grep -q '^// kernel k, descriptor at .rodata+0x0:$'
gcn-dis good.o | grep -q '// 000000: bf810000$'
expect_status 1 gcn-dis --kernel none good.o
expect_line err "good.o: error: there is no kernel 'none'"

cp good.o x.o
poke x.o 7 '\0'
refused 3 'x.o:+0x7: error: unsupported: code for another system than amdhsa'
cp good.o x.o
poke x.o 48 '\057'
refused 3 'x.o:+0x30: error: unsupported: code for another GPU than gfx600 (its number is 0x2f)'
kernel '.skip 12
.byte 7
.skip 51' >x.s
assemble x.s x.o
refused 1 "x.o:.rodata+0xc: error: a reserved byte of the descriptor of kernel 'k' is 0x07"
kernel '.skip 60' >x.s
assemble x.s x.o
refused 1 "x.o: error: the descriptor of kernel 'k' is not in the file"
kernel '.skip 64' | sed 's/^k: /other: /; s/size k,/size other,/; /globl k/d; /type k,/d' >x.s
assemble x.s x.o
refused 1 "x.o:.rodata+0x0: error: the code of kernel 'k' is not in the file"
kernel '.skip 64' | sed 's/s_endpgm/.long 0xffffffff/' >x.s
assemble x.s x.o
refused 1 'x.o:.text+0x0: error: not an instruction of gfx600: no encoding begins'

# Relocations: of an unknown type, behind the end of the code, without a symbol.
relocation() { # TYPE-BYTE SYMBOL-BYTE OFFSET-BYTE: changes the first one of .rela.text
	cp r.o x.o
	at=$(llvm-readelf-19 -SW r.o | sed -n 's/.* \.rela\.text *RELA *[0-9a-f]* \([0-9a-f]*\) .*/\1/p')
	poke x.o $((0x$at)) "$3"
	poke x.o $((0x$at + 8)) "$1"
	poke x.o $((0x$at + 12)) "$2"
}
printf '\ts_add_u32 s0, s0, far@rel32@lo+4\n\ts_endpgm\n' >r.s
assemble r.s r.o
gcn-dis r.o | grep -q '^	s_add_u32 s0, s0, far@rel32@lo+4 '
symbol=$(llvm-readelf-19 -sW r.o | sed -n 's/^ *\([0-9]\):.* far$/\\\1/p')
relocation '\015' "$symbol" '\4'
refused 1 'x.o:.rela.text+0x0: error: unknown relocation 13 of code'
relocation '\012' "$symbol" '\011'
refused 1 "x.o:.rela.text+0x0: error: a relocation outside of section '.text'"
relocation '\012' '\0' '\4'
refused 1 'x.o:.rela.text+0x0: error: a relocation without a symbol'

printf '\t.section .debug_line,"",@progbits\n\t.quad far\n' >>r.s
assemble r.s r.o
cp r.o x.o
at=$(llvm-readelf-19 -SW r.o | sed -n 's/.* \.rela\.debug_line *RELA *[0-9a-f]* \([0-9a-f]*\) .*/\1/p')
poke x.o $((0x$at)) '\1'
expect_status 1 gcn-dis --lines x.o
expect_line err 'x.o:.rela.debug_line+0x0: error: a relocation that line tables do not have'

# Two sections of the same bytes, which together are longer than the file.
{
	printf '\t.text\n\t.fill 2000, 4, 0xbf800000\n'
	printf '\t.section .more,"ax",@progbits\n\t.long 0xbf800000\n'
} >o.s
assemble o.s x.o
header=$(perl -e 'local $/; open F, "x.o"; $_ = <F>; $off = unpack "x40Q<", $_; $n = unpack "x60S<", $_;
	for $i (0 .. $n - 1) { @f = unpack "L<L<Q<Q<Q<Q<", substr $_, $off + 64 * $i, 40;
		push @x, [$off + 64 * $i, @f[4, 5]] if $f[1] == 1 && $f[2] & 4 }
	@x = sort { $b->[2] <=> $a->[2] } @x; print "$x[1][0] $x[0][1] $x[0][2]"')
perl -e '($at, $off, $size) = @ARGV; open F, "+<", "x.o"; seek F, $at + 24, 0;
	print F pack "Q<Q<", $off, $size' $header
refused 1 'x.o: error: sections of code overlap'

# A linked object whose descriptor leads elsewhere.
command -v ld.lld-19 >/dev/null || exit 0
kernel '.skip 16
.quad 4096
.skip 40' >l.s
assemble l.s l.o
ld.lld-19 -shared l.o -o x.o
refused 1 "the descriptor of kernel 'k' leads to other code"

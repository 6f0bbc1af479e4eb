# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Bare code, and words that are no instructions: what is wrong with them and where; nothing is printed.
. "$TOP/tests/cli/common.subr"
show() { # WORDS TEXT: the listing without white space before and behind
	[ "$(echo "$1" | gcn-dis --raw=hex --no-bytes - | sed 's/^[[:space:]]*//' | paste -sd'|')" = "$2" ] || {
		echo "$1: expected $2"
		echo "$1" | gcn-dis --raw=hex -
		exit 1
	}
}
show '7e000280 0xbf810000' 'v_mov_b32_e32 v0, 0|s_endpgm'
show 'd2060000,4002fffe' 'v_add_f32_e64 v0, v254, -v127'
# the assembler would take the constant
show 'be8003ff 1' '.long 0xbe8003ff, 0x00000001 // s_mov_b32 s0, lit(0x1)'
show 'bf800000 bf800000 bf800000 bf800000 bf810000' '.fill 4, 4, 0xbf800000 // s_nop 0|s_endpgm'
# a branch out of the code, and one to no instruction
show 'bf82ffff bf820010' '.L0:|s_branch .L0|s_branch 16'
show 'be8003ff 12345678 bf82fffe' 's_mov_b32 s0, 0x12345678|s_branch 65534'
printf '\200\002\000~' | gcn-dis --raw - | grep -q 'v_mov_b32_e32 v0, 0  *// 000000: 7e000280$'

wrong() { # WORDS PLACE TEXT
	echo "$1" >words
	expect_status 1 gcn-dis --raw=hex words -o listing
	grep -qF "words:+$2: error: not an instruction of gfx600: $3" err || { cat err; exit 1; }
	[ ! -e listing ]
}
wrong 'bf810000 ffffffff' 0x4 'no encoding begins with these bits (0xffffffff)'
wrong 'bf810000 be8003ff' 0x8 'the literal is cut off'
wrong 'd2060000' 0x4 'the second half of the instruction is cut off'
wrong 'bfff0000' 0x0 'no instruction has this opcode: OP is 0x7f'
wrong 'be800369' 0x0 'no scalar registers of this size begin here: SRC0 is 0x69'
wrong 'be800401' 0x0 'no scalar registers of this size begin here: SRC0 is 0x1'
wrong 'be8003f8' 0x0 'no operand has this code here: SRC0 is 0xf8'
wrong 'be800001' 0x0 'no instruction has this opcode: OP is 0x0'
wrong '7e000401' 0x0 'this operand is a vector register: SRC0 is 0x1'
# two scalar registers in a vector instruction
wrong 'd2060000 00000802' 0x0 'the instruction reads more than one scalar value'
# fields that are not used, bits of no field
wrong 'd3020000 00020301' 0x4 'the instruction does not use this field: SRC1 is 0x101'
wrong 'd2061000 00020301' 0x0 'reserved bits are set (0x1000)'
wrong 'd2d20000 20020301' 0x4 'only floats have a sign to change: NEG is 0x1'
wrong 'e030b000 80020200' 0x0 'ADDR64 excludes OFFEN and IDXEN'
wrong 'd8640000 00000001' 0x0 'the instruction is one of GDS only: GDS is 0x0'

echo 'bf810000 zz' >words
expect_status 1 gcn-dis --raw=hex words
expect_line err '^words:+0x9: error: not a hexadecimal number of 32 bits$'
echo '123456789' >words
expect_status 1 gcn-dis --raw=hex words
printf '\0\0\201' >words
expect_status 1 gcn-dis --raw words
expect_line err 'words:+0x0: error: not an instruction of gfx600: the instruction is cut off (0x3)'
expect_status 2 gcn-dis --raw --kernel k words
expect_status 2 gcn-dis --raw --lines words
expect_status 4 gcn-dis none.o
: >words
expect_status 1 gcn-dis words
expect_line err 'words:+0x0: error: not an ELF file'
hsail-as "$TOP/examples/vecadd.hsail" -o v.brig
hsail-fin v.brig -o v.o
expect_status 1 gcn-dis v.o
expect_line err 'v.o: error: there is no code for a GPU in it'
printf '\050' | dd of=v.o bs=1 seek=18 conv=notrunc 2>/dev/null
expect_status 1 gcn-dis v.o
expect_line err 'v.o:+0x12: error: not for a GPU of AMD'

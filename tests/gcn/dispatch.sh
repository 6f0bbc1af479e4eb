# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the emulator does not run it refuses before; what goes wrong in a wavefront is told with its place.
. "$T/common.subr"
kernel() { # CODE [RSRC1 RSRC2 PROPERTIES LDS PRIVATE]: a kernel k, by default of 4 VGPRs and 16 SGPRs
	cat <<-END
		.section .rodata,"a"
		.type k.kd,@object
		k.kd: .long ${5:-0}, ${6:-0}, 8, 0
		.quad k-k.kd
		.skip 20
		.long 0, ${2:-0x00ac0040}, ${3:-0x84}, ${4:-8}
		.long 0
		.size k.kd, 64
		.text
		.globl k
		.type k,@function
		k:
		$1
		.text
		.size k, .-k
	END
}
runs() { # STATUS TEXT ARGUMENT...: of ./x.s
	status=0
	want=$1
	text=$2
	shift 2
	assemble x.s x.o
	"$BUILD/tests/gcn/dispatch" x.o k "$@" >out || status=$?
	[ "$status" = "$want" ] && grep -qE -e "$text" out || {
		echo "status $status, expected $want with '$text':"
		cat out x.s
		exit 1
	}
}
END=s_endpgm

kernel "$END" >x.s
runs 0 'work-group has ended'

# ---- before the dispatch
kernel "image_load v0, v1, s[0:7] dmask:0x1
$END" 0x00ac0000 >x.s
runs 1 "x.o:.text\+0x0: error: unsupported: image_load of kernel 'k': the instruction is not implemented"
kernel "ds_add_u32 v0, v1 gds
$END" >x.s
runs 1 "ds_add_u32 of kernel 'k': the global data share is not implemented"
kernel "s_getreg_b32 s0, hwreg(HW_REG_HW_ID)
$END" >x.s
runs 1 'a register of the hardware other than MODE is not implemented'
kernel "buffer_load_dword off, s[0:3], 0 lds
$END" >x.s
runs 1 'a load into LDS is not implemented'
kernel "buffer_load_dword v[0:1], off, s[0:3], 0 tfe
$END" >x.s
runs 1 'TFE is not implemented'
kernel "tbuffer_load_format_x v0, off, s[0:3], 0 format:[BUF_DATA_FORMAT_8,BUF_NUM_FORMAT_UNORM]
$END" >x.s
runs 1 'the format of a typed buffer is not implemented'
kernel "v_add_f32 v0, src_lds_direct, v1
$END" >x.s
runs 1 'LDS_DIRECT is not implemented'
kernel "v_cvt_f16_f32 v0, v1 clamp
$END" >x.s
runs 1 'a modifier of this result is not implemented'
kernel "s_cbranch_scc0 1f
$END
1: v_mov_b32 v4, v3
s_mov_b32 s16, 0
$END" >x.s
runs 1 "v_mov_b32 of kernel 'k' uses v4, but its wavefronts have 4 vector registers"
runs 1 "s_mov_b32 of kernel 'k' uses s16, but its wavefronts have 16 scalar registers"
# it is not reached, so it may be anything
kernel "$END
v_mov_b32 v4, v3
$END" >x.s
runs 0 ended
kernel 's_nop 0' >x.s
runs 1 "kernel 'k' runs where there is no instruction"
kernel '.long 0xffffffff' >x.s
runs 1 "kernel 'k' runs where there is no instruction"
kernel "s_cbranch_scc0 4096
$END" >x.s
runs 1 "s_cbranch_scc0 of kernel 'k' leads to where there is no instruction"
kernel "$END" | sed 's/.quad .*/.quad 4096/' >x.s
runs 1 "the descriptor of kernel 'k' leads to no code"
kernel "s_getpc_b64 s[0:1]
s_add_u32 s0, s0, f@rel32@lo+4
s_addc_u32 s1, s1, f@rel32@hi+12
s_swappc_b64 s[2:3], s[0:1]
$END
f: v_mov_b32 v9, 0
s_setpc_b64 s[2:3]" >x.s
runs 1 "uses v9"
sed 's/@rel32/&/; s/ f@/ g@/' x.s >y.s
mv y.s x.s
runs 1 "symbol 'g' is not defined"
kernel "s_mov_b32 s0, l@abs32@lo
$END
.globl l
.amdgpu_lds l, 4, 4" >x.s
runs 1 "symbol 'l' has no address in memory, but one of LDS"
kernel "$END
.section .big,\"aw\",@nobits
.skip 0x50000000" >x.s
runs 1 "section '.big' cannot be placed in memory"
kernel "$END
.section .big,\"aw\",@nobits
.skip 0x30000000
.section .more,\"aw\",@nobits
.skip 0x30000000" >x.s
runs 1 'the object needs more than 1024 MiB of memory'

# ---- packets
kernel "$END" >x.s
runs 1 "the grid or work-groups of kernel 'k' are empty" 0
runs 1 "the grid or work-groups of kernel 'k' are empty" 64 0
runs 1 "work-groups of kernel 'k' have 2048 work-items, but may have 1024" 2048
runs 1 "work-groups of kernel 'k' need 70000 bytes of LDS, but there are 65536" 64 64 70000
runs 1 "work-items of kernel 'k' need 2000000 bytes of scratch, but may have 1048576" 64 64 0 2000000
kernel "$END" 0x00ac0040 0x80 0xf >x.s
runs 1 "kernel 'k' asks for more user registers than there are"

# ---- in wavefronts
kernel "s_mov_b64 s[0:1], 0
s_setpc_b64 s[0:1]" >x.s
runs 5 'branches to where there is no instruction at .text\+0x4 \(k\+0x4\): s_setpc_b64 s\[0:1\]'
kernel "s_mov_b32 m0, -1
v_lshlrev_b32 v0, 2, v0
ds_read_b32 v1, v0
$END" >x.s
runs 0 ended 64 64 256
runs 5 'accesses LDS beyond what its work-group has \(lane 40, 0xa0\) at .text\+0x8 \(k\+0x8\): ds_read_b32' 64 64 160
kernel "s_mov_b32 m0, 128
v_lshlrev_b32 v0, 2, v0
ds_write2_b32 v0, v1, v1 offset1:1
$END" >x.s
runs 5 'LDS beyond what its work-group has \(lane 31, ' 64 64 1024
# lanes that are off do not count
kernel "s_mov_b32 m0, -1
s_mov_b64 exec, 0xff
v_lshlrev_b32 v0, 2, v0
ds_read_b32 v1, v0
$END" >x.s
runs 0 ended 64 64 32
kernel "s_movk_i32 m0, 0x7fff
v_movrels_b32 v0, v1
$END" >x.s
runs 5 'uses a register beyond those it has at .text\+0x4'
kernel "s_mov_b32 m0, -2
v_movreld_b32 v1, v0
$END" >x.s
runs 5 'uses a register beyond those it has'
kernel "s_mov_b32 m0, 20
s_movreld_b64 s[0:1], 0
$END" >x.s
runs 5 'uses a register beyond those it has'
kernel "s_load_dwordx2 s[0:1], s[0:1], 0x0
s_mov_b64 s[2:3], 0xf000
v_mov_b32 v1, 0
buffer_atomic_add v2, v[0:1], s[0:3], 0 addr64 offset:2
$END" 0x00ac0040 0x84 8 >x.s
runs 5 'accesses memory at an address that is not aligned \(lane 0, 0x[0-9a-f]*2\)'
kernel "s_trap 3
$END" >x.s
runs 5 'has trapped \(3\) at .text\+0x4'
kernel "s_sendmsg 2
s_sleep 1
$END" >x.s
runs 0 ended
# one wavefront halts, the others wait for it
kernel "v_readfirstlane_b32 s0, v0
s_cmp_eq_u32 s0, 64
s_cbranch_scc0 1f
s_sethalt 1
1: s_barrier
$END" >x.s
runs 5 'work-group waits at a barrier' 192 192
grep -q '^wavefront 0 of work-group 0, 0, 0 waits at a barrier at .text+0x14 (k+0x14): s_endpgm$' out
grep -q '^wavefront 1 of work-group 0, 0, 0 has halted at .text+0x10 (k+0x10): s_barrier$' out
# those that have ended do not keep the others
sed 's/s_sethalt 1/s_endpgm/' x.s >y.s
mv y.s x.s
runs 0 ended 192 192
kernel "v_readfirstlane_b32 s0, v0
s_cmp_eq_u32 s0, 64
s_cbranch_scc0 2f
1: s_branch 1b
2: s_barrier
$END" >x.s
runs 5 'work-group has used up its share' 192 192 0 0 1000000
grep -q '^wavefront 1 .* has used up its share at .text+0xc (k+0xc): s_branch' out
grep -q '^wavefront 2 .* waits at a barrier' out
# a wavefront waits in a loop for another one
kernel "s_mov_b32 m0, -1
v_mov_b32 v1, 0
v_readfirstlane_b32 s0, v0
s_cmp_eq_u32 s0, 0
s_cbranch_scc0 2f
1: ds_read_b32 v2, v1
v_readfirstlane_b32 s1, v2
s_cmp_eq_u32 s1, 0
s_cbranch_scc1 1b
$END
2: v_mov_b32 v3, 7
ds_write_b32 v1, v3
$END" >x.s
runs 0 ended 128 128 4

# ---- relocations
poke() { # OFFSET BYTES (as \ooo), of ./x.o
	# shellcheck disable=SC2059
	printf "$2" | dd of=x.o bs=1 seek="$1" conv=notrunc 2>/dev/null
}
kernel "$END" >x.s
assemble x.s good.o
rela=$((0x$(llvm-readelf-19 -SW good.o | sed -n 's/.* \.rela\.rodata *RELA *[0-9a-f]* \([0-9a-f]*\) .*/\1/p')))
refused() { # TEXT
	! "$BUILD/tests/gcn/dispatch" x.o k >out || exit 1
	grep -q -e "$1" out || { cat out; exit 1; }
}
cp good.o x.o
poke $((rela + 8)) '\143'
refused 'x.o:.rela.rodata+0x0: error: relocation 99 is not known'
cp good.o x.o
poke "$rela" '\377'
refused 'a relocation of what is not in the object'
cp good.o x.o
poke $((rela + 12)) '\377'
refused 'a relocation of what is not in the object'
# a symbol that need not be there, by the table of addresses
kernel "s_getpc_b64 s[0:1]
s_add_u32 s0, s0, far@gotpcrel32@lo+4
s_addc_u32 s1, s1, far@gotpcrel32@hi+12
s_load_dwordx2 s[2:3], s[0:1], 0x0
s_or_b32 s2, s2, s3
s_cbranch_scc0 1f
s_trap 1
1: $END
.weak far" >x.s
runs 0 ended

# ---- linked objects
command -v yaml2obj-19 >/dev/null || { echo "yaml2obj-19 is not installed"; exit 77; }
# code at 0x1100 reads by a pointer at 0x1200, which is relocated, what is behind the pointer
cat >code.s <<-END
	s_getpc_b64 s[0:1]
	s_add_u32 s0, s0, 0xfc
	s_addc_u32 s1, s1, 0
	s_load_dwordx2 s[2:3], s[0:1], 0x0
	s_load_dword s4, s[2:3], 0x0
	s_cmp_eq_u32 s4, 0x12345678
	s_cbranch_scc1 1f
	s_trap 1
	1: s_endpgm
END
assemble code.s code.o
code code.o code
linked() { # SEGMENT-ADDRESS DATA-ADDRESS
	descriptor=$(printf '%032d%s%048d4000ac00840000000800%012d' 0 c000000000000000 0 0)
	cat >x.yaml <<-END
		--- !ELF
		FileHeader: {Class: ELFCLASS64, Data: ELFDATA2LSB, OSABI: ELFOSABI_AMDGPU_HSA, ABIVersion: 3, Type: ET_DYN, Machine: EM_AMDGPU, Flags: [EF_AMDGPU_MACH_AMDGCN_GFX600]}
		ProgramHeaders:
		  - {Type: PT_LOAD, Flags: [PF_R, PF_X], VAddr: $1, FirstSec: .rodata, LastSec: .dynstr}
		Sections:
		  - {Name: .rodata, Type: SHT_PROGBITS, Flags: [SHF_ALLOC], Address: 0x1040, Offset: 0x1040, AddressAlign: 64, Content: $descriptor}
		  - {Name: .text, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_EXECINSTR], Address: 0x1100, Offset: 0x1100, AddressAlign: 256, Content: $(od -An -tx1 -v code | tr -d ' \n')}
		  - {Name: .data, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_WRITE], Address: $2, Offset: 0x1200, AddressAlign: 256, Content: 000000000000000078563412}
		  - Name: .rela.dyn
		    Type: SHT_RELA
		    Link: .dynsym
		    Flags: [SHF_ALLOC]
		    Relocations: [{Offset: 0x1200, Type: 13, Addend: 0x1208}]
		  - {Name: .dynsym, Type: SHT_DYNSYM, Link: .dynstr}
		  - {Name: .dynstr, Type: SHT_STRTAB}
		Symbols:
		  - {Name: k, Type: STT_FUNC, Binding: STB_GLOBAL, Section: .text, Value: 0x1100, Size: $(wc -c <code)}
		  - {Name: k.kd, Type: STT_OBJECT, Binding: STB_GLOBAL, Section: .rodata, Value: 0x1040, Size: 64}
		DynamicSymbols: []
	END
	yaml2obj-19 x.yaml -o x.o
}
linked 0x1040 0x1200
"$BUILD/tests/gcn/dispatch" x.o k >out || { cat out; exit 1; }
# only the linker makes tables of addresses
sed -i 's/Type: 13, Addend: 0x1208/Type: 8/' x.yaml
yaml2obj-19 x.yaml -o x.o
refused 'a relocation of what is not in the object'
linked 0x1040 0x900000
refused "section '.data' is in no segment"
linked 0x40000000000 0x1200
refused 'a segment cannot be placed in memory'

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A tool that is given another stage's file says what it is and what to run.
. "$T/common.subr"
for source in cl cu ptx; do cp "$TOP/examples/ptx/saxpy.$source" .; done
cp "$TOP/examples/vecadd.hsail" x.hsail
hsail-as x.hsail
hsail-fin x.brig
hsa-ld x.o -o x.img
ar rc x.a x.o
printf 'BC\300\336' >x.bc
printf '\003\002\043\007' >x.spv
printf '\177ELF\002\001\001\0\0\0\0\0\0\0\0\0\001\0\276\0\0\0\0\0' >x.cubin
says() { # TOOL FILE TEXT
	expect_status 1 "$1" "$2" -o out.file
	grep -q -- "^$2: error: this is $3" err || { echo "$1 $2:"; cat err; exit 1; }
	[ ! -e out.file ]
}
says hsail-as saxpy.cl 'OpenCL C, but hsail-as takes HSAIL text; run hsaemu-cc --emit=hsail first'
says hsail-as saxpy.ptx 'PTX, but hsail-as takes HSAIL text; run ptx2hsail first'
says hsail-as x.brig 'BRIG, but .* brig-dis makes HSAIL text of it'
says ptx2hsail saxpy.cu 'CUDA C, but ptx2hsail takes PTX; run hsaemu-cc --emit=ptx first'
says ptx2hsail x.hsail 'HSAIL text, but ptx2hsail takes PTX; hsail-as takes it'
says ptx2hsail x.bc 'LLVM IR, but .*; make PTX of it, with llc -march=nvptx64'
says ptx2hsail x.cubin 'machine code for a GPU, but .*; no tool takes it'
says hsail-fin saxpy.ptx 'PTX, but hsail-fin takes BRIG; run ptx2hsail, hsail-as first'
says hsail-fin x.o 'an object file, but hsail-fin takes BRIG; hsa-ld takes it'
says brig-dis x.img 'a linked image or program, but brig-dis takes BRIG; hsa-run takes it'
says hsa-ld x.brig 'BRIG, but hsa-ld takes an object file; run hsail-fin first'
says hsa-ld saxpy.ptx 'PTX, but hsa-ld takes an object file; run ptx2hsail, hsail-as, hsail-fin first'
expect_status 125 hsa-run x.spv --grid 1
grep -q '^x.spv: error: this is SPIR-V, but hsa-run takes' err
expect_status 125 hsa-run x.a --grid 1
grep -q '^x.a: error: this is an archive, but .*; hsa-ld takes it' err
# comments and a byte order mark hide nothing
{ printf '\357\273\277/* a\n.version */ // b\n'; cat saxpy.ptx; } >commented.ptx
says hsail-as commented.ptx 'PTX, but'

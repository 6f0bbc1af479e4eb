# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Files that were right until a few of their bytes changed: objects, images and the notes in them.
. "$T/../cli/common.subr"
as_is() { # ARGUMENTS...: an object of the example with them
	hsail-as "$TOP/examples/vecadd.hsail" -o - | hsail-fin -O1 -mcpu=x86-64-v2 "$@" - -o -
}
patch() { # FILE OFFSET BYTES: a copy, x
	cp "$1" x
	printf "$3" | dd of=x bs=1 seek="$2" conv=notrunc status=none
}
refuses() { # MESSAGE COMMAND...
	message=$1
	shift
	status=0
	"$@" >out 2>err || status=$?
	[ $status != 0 ] && grep -qF -e "error: $message" err || { echo "not: $message"; cat out err; exit 1; }
}
place_of() { grep -abo -m 1 -e "$2" "$1" | head -n 1 | cut -d: -f1; } # FILE TEXT
as_is >v.o
as_is --profile >p.o
hsa-ld v.o -o v.img
hsa-ld p.o -o p.img
headers=$(readelf -h v.o | sed -n 's/.*Start of section headers: *\([0-9]*\).*/\1/p')
section=$(readelf -SW v.o | sed -n 's/^ *\[ *\([0-9]*\)\] \.symtab.*/\1/p')
patch v.o $((headers + 64 * section + 39)) '\1'
refuses 'damaged symbol table' hsa-ld x -o x.img
patch v.o $((headers + 64 * 2)) '\377\377\377'
refuses 'damaged ELF file: ' hsa-ld x -o x.img
patch v.o "$(place_of v.o x86-64-v2)" '\0'
refuses 'ill-formed note about the required processor' brig-dis --notes x
dynamic=$(readelf -dW v.img | sed -n 's/^Dynamic section at offset \(0x[0-9a-f]*\).*/\1/p')
patch v.img $((dynamic)) '4\022'
refuses 'dynamic tag 0x1234 is not for an image' hsa-run x -k vecadd --grid 1
patch p.img "$(place_of p.img KPF)" '?'
refuses "damaged profile map 'hsa_profile.vecadd_example'" hsa-run --profile x -k vecadd --grid 1 \
	-a 'f32[1]' -a 'f32[1]' -a 'f32[1]'
# as many sections as ELF has numbers for; those of known names become one
{ seq -f '.section my%g,"a",@progbits' 33000; echo .text; } >many.s
as many.s -o many.o
refuses 'more than 32637 sections in the image' hsa-ld many.o -o x.img
sed 's/ my/ .rodata.my/' many.s >few.s
as few.s -o few.o
hsa-ld v.o few.o -o few.img

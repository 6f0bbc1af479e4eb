# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loads from the GOT become address computations where they can, and slots where they cannot.
cat >a.s <<'END'
	.globl start, var
	.text
start:	mov var@GOTPCREL(%rip), %rax
	call *fun@GOTPCREL(%rip)
	jmp *fun@GOTPCREL(%rip)
fun:	cmp var@GOTPCREL(%rip), %rax
	push var@GOTPCREL(%rip)
	movabs $var@GOTOFF, %rdx
	lea _GLOBAL_OFFSET_TABLE_(%rip), %rcx
	mov weak@GOTPCREL(%rip), %rbx
	.weak weak
	.bss
var:	.skip 8
END
as a.s -o a.o
hsa-ld --no-default-helpers a.o -o a.hso
objdump -dw --no-show-raw-insn a.hso >text
for want in 'lea .*<var>' 'addr32 call .*<fun>' 'jmp .*<fun>' 'cmp .*<_*.*>' 'push .*(%rip)' 'mov .*,%rbx'; do
	grep -q "$want" text || { echo "no '$want'"; cat text; exit 1; }
done
# a slot for var, which the loader adjusts, and one for weak, which stays 0
[ "$(readelf -SW a.hso | sed -n 's/.* \.got *PROGBITS *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\) .*/\1/p')" = 000010 ]
[ "$(readelf -rW a.hso | grep -c R_X86_64_RELATIVE)" = 1 ]

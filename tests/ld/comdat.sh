# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Of COMDAT groups the first is kept; references from other objects and debug information follow.
for n in 1 2; do
	as -o $n.o - <<END
	.section .text.f,"axG",@progbits,f,comdat
	.weak f
f:	mov \$$n, %eax
	ret
	.text
	.globl start$n
start$n:	call f@PLT
	ret
	.section .debug_x,"",@progbits
	.quad .text.f
END
done
hsa-ld --no-default-helpers 1.o 2.o -o a.hso
[ "$(readelf -sW a.hso | grep -c ' f$')" = 2 ]        # in .dynsym and .symtab
objdump -d a.hso | grep 'mov *$0x1,%eax'
[ "$(objdump -d a.hso | grep -c 'mov *$0x2,%eax')" = 0 ]
# both words of .debug_x are the address of the kept function
[ "$(readelf -x .debug_x a.hso | grep -c '0x00000000 \([0-9a-f]* [0-9a-f]*\) \1')" = 1 ]

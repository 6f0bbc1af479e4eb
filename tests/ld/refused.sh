# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What cannot be linked is refused by name, with object, section and offset.
. "$T/../cli/common.subr"
refuses() { # MESSAGE, the assembly on standard input
	as -o a.o -
	expect_status 1 hsa-ld --no-default-helpers a.o -o a.hso
	[ ! -e a.hso ] && grep -qF -e "$1" err || { echo "not: $1"; cat err; exit 1; }
}
refuses "a.o:.text+0x1: error: R_X86_64_32 cannot hold the address of section '.text'" <<'END'
x:	mov $x, %eax
END
refuses "a.o:.text+0x2: error: R_X86_64_64 against section '.text' would change code" <<'END'
x:	movabs $x, %rax
END
refuses "a.o: error: thread-local variables cannot be used in kernels: symbol 2 'x'" <<'END'
	mov %fs:x@tpoff, %rax
END
refuses "a.o:.text+0x1: error: R_X86_64_TPOFF32: thread-local variables cannot be used" <<'END'
	.globl x
x:	.quad 0
	.reloc 1, R_X86_64_TPOFF32, x
END
refuses "a.o:.tdata+0x0: error: thread-local data cannot be used in kernels" <<'END'
	.section .tdata,"awT",@progbits
x:	.quad 1
END
refuses "a.o:.init_array+0x0: error: constructors and destructors cannot run in an image" <<'END'
	.section .init_array,"aw",@init_array
x:	.quad x
END
refuses "a.o:.wx+0x0: error: section that is writable and executable" <<'END'
	.section .wx,"awx",@progbits
	ret
END
refuses "indirect functions (STT_GNU_IFUNC) cannot be used in kernels: symbol" <<'END'
	.type f, @gnu_indirect_function
	.globl f
f:	ret
END
refuses "symbol 'far' is too far away or too large (0x8000000f)" <<'END'
	.globl far, start
start:	lea far+0x7fffffff(%rip), %rax
	.skip 16
far:	ret
END
expect_status 1 hsa-ld --no-default-helpers /dev/null
grep "^/dev/null: error: neither an ELF object nor an archive" err
echo 'x: ret' | as -o whole.o -
head -c 150 whole.o >a.o
expect_status 1 hsa-ld --no-default-helpers a.o -o a.hso
[ ! -e a.hso ] && grep -qF "section headers are missing or outside the file" err || exit 1

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsahelpers.a is found without being named; HSAEMU_LIBDIR comes first.
. "$T/../cli/common.subr"
cat >main.s <<'END'
	.globl start
start:	call fma@PLT
	ret
END
as main.s -o main.o
hsa-ld main.o --map map -o a.hso
grep 'libhsahelpers.a(fma.o) for fma' map
[ "$(grep -c 'libhsahelpers.a(.*) for' map)" = 1 ]
readelf -sW a.hso | grep 'LOCAL *DEFAULT .* fma$'   # helpers stay inside the image

expect_status 1 hsa-ld --no-default-helpers main.o
grep "^main.o:.text+0x1: error: undefined symbol 'fma'$" err

printf '	.globl fma\nfma:	ret\n' | as -o mine.o -
mkdir lib
ar rc lib/libhsahelpers.a mine.o
HSAEMU_LIBDIR=lib hsa-ld main.o --map map -o a.hso
grep '^  lib/libhsahelpers.a(mine.o) for fma$' map

mkdir -p alone/bin
cp "$(command -v hsa-ld)" alone/bin
expect_status 1 env -u HSAEMU_LIBDIR alone/bin/hsa-ld main.o
expect_line err "'libhsahelpers.a' not found; set HSAEMU_LIBDIR or use --no-default-helpers"

# what the device library has for finalized code only carries its version
printf '	.globl start\nstart:	call hsa_trap.v1@PLT\n	ret\n' | as -o old.o -
expect_status 1 hsa-ld old.o
grep "^old.o:.text+0x1: error: undefined function 'hsa_trap' of the device library, version 1$" err
grep "libhsahelpers.a(trap.o): note: has version [0-9]*: finalize again, or use the library of the finalizer's version$" err

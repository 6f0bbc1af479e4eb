# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is undefined, defined twice or declared differently is named as in HSAIL.
. "$T/../cli/common.subr"
. "$T/program.subr"

expect_status 1 hsa-ld main.o -o a.hso
grep "^main.o:.text[.a-z$]*+0x[0-9a-f]*: error: undefined variable '&table'$" err
grep "^main.o:.text[.a-z$]*+0x[0-9a-f]*: error: undefined function '&twice'$" err
expect_status 1 hsa-ld main.o part.o other.o -o a.hso
grep "^other.o:.text[.a-z$]*+0x0: error: function '&twice' is defined more than once$" err
grep "^part.o:.text[.a-z$]*+0x0: note: previous definition is here$" err
expect_status 1 hsa-ld main.o bad.o -o a.hso
grep "^bad.o: error: '&table' does not match its other declaration: another type$" err
[ ! -e a.hso ]

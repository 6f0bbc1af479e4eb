# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Processors and features that hsail-fin refuses.
. "$T/common.subr"
hsail-as "$TOP/examples/vecadd.hsail" -o v.brig
expect_status 2 hsail-fin -mcpu=pentium99 v.brig -o v.o
expect_line err "-mcpu: 'pentium99' is not a known processor"
expect_status 2 hsail-fin -mattr=+nonsense v.brig -o v.o
expect_line err "-mattr: '"
[ ! -e v.o ]
# Standard input is called that.
expect_status 1 hsail-fin - -o v.o </dev/null
grep -q '^<stdin>:+0x0: error: not a BRIG module' err

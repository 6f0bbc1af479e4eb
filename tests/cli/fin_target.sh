# Processors and features that hsail-fin refuses.
. "$T/common.subr"
hsail-as "$TOP/examples/vecadd.hsail" -o v.brig
expect_status 1 hsail-fin -mcpu=pentium99 v.brig -o v.o
expect_line err "-mcpu: 'pentium99' is not a known processor"
expect_status 1 hsail-fin -mattr=+nonsense v.brig -o v.o
expect_line err "-mattr: '"
[ ! -e v.o ]

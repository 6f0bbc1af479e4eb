# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Of archives alone nothing is needed: that is said, as the image is empty.
. "$T/../cli/common.subr"
hsail-as "$TOP/examples/vecadd.hsail" -o v.brig
hsail-fin v.brig -o v.o
ar rc libv.a v.o
expect_status 0 hsa-ld libv.a -o v.img
expect_line err '^libv.a: warning: no object is among the files, and none of an archive is needed: the image is empty$'
[ -s v.img ]
expect_status 1 hsa-ld -Werror libv.a -o w.img
[ ! -e w.img ]
expect_status 0 hsa-ld v.o libv.a -o v.img
[ ! -s err ]

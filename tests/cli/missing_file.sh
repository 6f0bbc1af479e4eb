# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A file that is not there is an I/O error that names it; nothing is written.
. "$T/common.subr"
for tool in hsail-as brig-dis hsail-fin hsa-ld ptx2hsail gcn-dis; do
	expect_status 4 "$tool" none/x.in -o x.out
	expect_line err '^none/x.in: error: cannot open: No such file or directory$'
	[ ! -e x.out ]
done
expect_status 127 hsa-run none/x.img --kernel '&k' --grid 1
grep -q 'none/x.img' err

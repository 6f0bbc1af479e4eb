# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An image for a processor with more features is refused by the name of one that is missing.
. "$T/common.subr"
if grep -q avx512vl /proc/cpuinfo && grep -q avx512_vbmi2 /proc/cpuinfo; then
	echo "this machine lacks no feature that an image can need"
	exit 77
fi
hsail-as "$TOP/examples/vecadd.hsail" -o - | hsail-fin -mcpu=icelake-server - -o - | hsa-ld - -o v.hso
expect_status 125 hsa-run v.hso -k '&vecadd' --grid 1 -a 0 -a 0 -a 0
expect_line err "^v.hso: error: its code is for x86-64-v4 and needs 'avx512.*', which this machine lacks$"

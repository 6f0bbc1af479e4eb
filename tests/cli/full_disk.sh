# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A full disk or a closed standard output is status 4, whatever is being written.
. "$T/common.subr"
hsail-as "$TOP/examples/vecadd.hsail" -o v.brig
hsail-fin v.brig -o v.o
for command in \
	"hsail-as $TOP/examples/vecadd.hsail" "brig-dis v.brig" "brig-dis --dump v.brig" \
	"hsail-fin v.brig" "hsa-ld v.o"; do
	# shellcheck disable=SC2086
	expect_status 4 $command -o /dev/full
	expect_line err '^/dev/full: error: cannot write: No space left on device$'
	status=0
	$command -o - >/dev/full 2>err || status=$?
	[ $status = 4 ]
	status=0
	$command -o - >&- 2>err || status=$?
	[ $status = 4 ]
done
for tool in $tools; do
	status=0
	"$tool" --help >/dev/full 2>err || status=$?
	[ $status = 4 ]
done

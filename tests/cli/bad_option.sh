# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A wrong option is one line on standard error with a suggestion, and status 2.
. "$T/common.subr"
for tool in $tools; do
	expect_status 2 "$tool" --hepl
	expect_line err "^$tool: error: unknown option '--hepl'; did you mean '--help'?$"
	[ ! -s out ]
	expect_status 2 "$tool" --help=me
	expect_line err "no help on 'me'; expected one of env, examples, man, completion"
	expect_status 2 "$tool" --version=3
	expect_line err "option '--version' takes no value"
	expect_status 2 "$tool" --color=pink x
	expect_line err "'pink' is no value of --color"
	expect_status 2 "$tool" -ferror-limit
	expect_line err "option '-ferror-limit' needs a value"
done
# a value that only the tool itself can judge
for name in m '&' '&1' '&a b' '&__hsa_x' ''; do
	expect_status 2 ptx2hsail --module="$name" "$TOP/examples/ptx/saxpy-cuda.ptx" -o -
	expect_line err "^ptx2hsail: error: --module: '$name' is no name: '&', a letter or '_', then letters, digits, '_' or '.', and not '&__hsa'$"
	[ ! -s out ]
done
expect_status 0 ptx2hsail --module='&a1_.b' "$TOP/examples/ptx/saxpy-cuda.ptx" -o -

# A wrong option is one line on standard error with a suggestion, and status 2.
. "$T/common.subr"
for tool in $tools; do
	expect_status 2 "$tool" --hepl
	expect_line err "^$tool: error: unknown option '--hepl'; did you mean '--help'?$"
	[ ! -s out ]
	expect_status 2 "$tool" --color=pink x
	expect_line err "'pink' is no value of --color"
	expect_status 2 "$tool" -ferror-limit
	expect_line err "option '-ferror-limit' needs a value"
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What both compilations of a file of CUDA C have to say, each message once: the first file's, then those of the
# second's that are not among them. A message is the lines from its head, or from where its file was included, to the
# next one's; how many there were is counted anew.
function plain(line) {
	gsub(/\033\[[0-9;]*[mK]/, "", line)
	return line
}
function flush() {
	if (head != "" && second && said[head] > 0)
		said[head]--
	else if (text != "") {
		printf "%s", text
		if (head != "" && !second)
			said[head]++
		warnings += head ~ /(^|: )warning: /
		errors += head ~ /(^|: )(fatal )?error: /
	}
	text = head = before = ""
}
function number(n, what) { return n " " what (n == 1 ? "" : "s") }
FNR == 1 { flush(); second = FILENAME == ARGV[2] }
{ now = plain($0) }
now ~ /^[0-9]+ (warning|error)s?( and [0-9]+ errors?)? generated/ { flush(); next }
now ~ /^In file included from / || now ~ /^ +from .*[:,]$/ {
	if (before == "")
		flush()
	before = before $0 "\n"
	text = before
	next
}
now ~ /(^|: )(warning|(fatal )?error|remark): / {
	if (before == "")
		flush()
	before = ""
	head = now
}
{ text = text $0 "\n" }
END {
	flush()
	if (errors + warnings > 0)
		print (warnings ? number(warnings, "warning") : "") (warnings && errors ? " and " : "") \
			(errors ? number(errors, "error") : "") " generated."
}

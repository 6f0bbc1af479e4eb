# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions and files that grew too long: awk -f functions.awk large FILE...
# By kernel-style layout a body stands between "{" and "}" in the first column. -v function_lines= and
# -v file_lines= are the bounds; `large` names what may be longer.
function found(key, what) {
	if (key in may)
		seen[key] = 1
	else
		print what
}

function end_of_file() {
	if (file != "" && total > file_lines)
		found(file " -", file ": " total " lines")
}

FNR == NR { if (/^[^#]/) may[$1 " " $2] = 1; next }
FNR == 1 { end_of_file(); file = FILENAME; begin = 0 }
{ total = FNR }
/^[a-zA-Z_].*\(/ && /^[a-zA-Z_]/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
/^\{/ { begin = FNR }
/^\}/ && begin {
	if (FNR - begin - 1 > function_lines)
		found(FILENAME " " name, FILENAME ":" begin ": " name "() has " FNR - begin - 1 " lines")
	begin = 0
}
END {
	end_of_file()
	for (key in may)
		if (!(key in seen))
			print "tests/lint/large: " key " is not that large"
}

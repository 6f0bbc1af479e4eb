# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Files and functions in backquotes that are not there: awk -f doc_names.awk FILES NAMES DOC...
# FILES lists all files; NAMES has all names before a parenthesis in the sources.
FILENAME == ARGV[1] {
	n = split($0, part, "/")
	path = ""
	for (i = n; i > 0; i--) { # by any end of its path
		path = part[i] (path == "" ? "" : "/") path
		file[path] = 1
	}
	next
}
FILENAME == ARGV[2] { name[$0] = 1; next }
/^(    |```)/ { next } # what is typed and printed
{
	line = $0
	while (match(line, /`[^`]*`/)) {
		word = substr(line, RSTART + 1, RLENGTH - 2)
		line = substr(line, RSTART + RLENGTH)
		if (word ~ /^[a-z_][A-Za-z0-9_.\/-]*\.(c|h|l|y|def|mk|awk|subr)$/ && word !~ /(^|\/)x\.c$/ && !(word in file))
			print FILENAME ":" FNR ": no file " word
		if (word ~ /^[a-z_][a-z0-9_]*\(\)$/ && !(substr(word, 1, length(word) - 1) in name))
			print FILENAME ":" FNR ": no function " word
	}
}

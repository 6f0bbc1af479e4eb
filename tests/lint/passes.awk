# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The table of passes in docs/ARCHITECTURE.md, from the finalizer's: awk -f passes.awk passes.def
BEGIN {
	print "| pass | for | what it does |"
	print "|---|---|---|"
	text["PASS_ALL"] = "all"
	text["PASS_S"] = "S"
	text["PASS_V"] = "V"
	text["PASS_W"] = "W"
	text["PASS_I"] = "I"
	text["PASS_FW"] = "FW"
	text["PASS_FI"] = "FI"
	text["PASS_E"] = "E"
}
/^PASS\(/ { row = ""; open = 1 }
open { row = row $0 }
open && /"\)$/ {
	open = 0
	split(row, quoted, "\"")
	split(quoted[3], column, ",")
	m = split(column[3], product, "|")
	list = ""
	for (i = 1; i <= m; i++) {
		gsub(/[ \t]/, "", product[i])
		list = list (i > 1 ? " " : "") text[product[i]]
	}
	print "| `" quoted[2] "` | " list " | " quoted[4] " |"
}

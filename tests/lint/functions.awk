# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions and files that grew too long; by kernel-style layout a body stands between "{" and "}" in
# the first column. -v function_lines= -v file_lines= are the bounds.
FNR == 1 { if (previous != "" && total > file_lines) print previous ": " total " lines"; begin = 0 }
{ previous = FILENAME; total = FNR }
/^\{/ { begin = FNR }
/^\}/ && begin { if (FNR - begin - 1 > function_lines) print FILENAME ":" begin ": function of " FNR - begin - 1 " lines"; begin = 0 }
END { if (total > file_lines) print previous ": " total " lines" }

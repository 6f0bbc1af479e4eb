# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints the commands of test scripts whose failure `set -e` does not see: "! A", and "A && B", of which A may fail.
# Each is checked when "||" follows. What B does where A holds, as an assignment does, is no check.

FNR == 1 { end = line = ""; quoted = 0 }
/^[ \t]*#/ { next }
end != "" { # a here-document
	t = $0
	sub(/^\t+/, "", t)
	if (t == end)
		end = ""
	next
}
quoted { # a program of awk or perl
	quoted = $0 !~ /'/
	next
}
{
	line = line $0
	if (sub(/\\$/, "", line) || line ~ /(&&|\|)$/)
		next
	if (match(line, /<<-?'?[A-Z_]+'?/)) {
		end = substr(line, RSTART, RLENGTH)
		gsub(/[<'-]/, "", end)
	}
	gsub(/"([^"\\]|\\.)*"/, "S", line)
	gsub(/'[^']*'/, "S", line)
	sub(/[ \t]# .*/, "", line)
	quoted = line ~ /'/
	if (!quoted && line !~ /\|\|/ && (line ~ /^[ \t]*! / || (line ~ /^[ \t]*([^ \t]+\) |\{ )?(\[|[a-z0-9_-]+) .* && / &&
	    line !~ /^[ \t]*(if|elif|while|until|case) / && line !~ /&& ([a-z_]+=|continue|break|return|\{|:)|&& exit 1$/)))
		print FILENAME ":" FNR ": no failure is seen: " line
	line = ""
}

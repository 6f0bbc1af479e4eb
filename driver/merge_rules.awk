# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rules for make that clang wrote for the two sides of a file of CUDA C, as one rule: the files of both, each once.
# -v phony=1: and a rule without prerequisites for each but the source. Files in the environment's `skip` are left out.
BEGIN { skip = ENVIRON["skip"] }
{
	continued = sub(/\\$/, "")
	gsub(/\\ /, "\001")
	if (!within) {
		if (!match($0, /: /) && !match($0, /:$/)) # of the target's name there may be parts with colons
			next
		target = target == "" ? substr($0, 1, RSTART) : target
		$0 = substr($0, RSTART + 1)
	}
	within = continued
	for (i = 1; i <= NF; i++)
		if (!($i in known) && (skip == "" || index(unescaped($i), skip) != 1)) {
			known[$i] = 1
			file[++n] = $i
		}
}
function unescaped(name) {
	gsub(/\001/, " ", name)
	return name
}
END {
	line = target
	for (i = 1; i <= n; i++)
		line = line (i == 1 ? " " : " \\\n  ") file[i]
	gsub(/\001/, "\\ ", line)
	print line
	for (i = 2; phony && i <= n; i++) {
		gsub(/\001/, "\\ ", file[i])
		print file[i] ":"
	}
}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Mends PTX that clang made with -fgpu-rdc. Variables that are static and that host code names get the unit's name
# behind their own, but where code stands before that host code, clang 19 has it use the name without. And the list of
# what host code uses is none of the program's variables.
/__clang_gpu_used_external/ { next }
{
	line[++n] = $0
	if (match($0, /[A-Za-z_$][A-Za-z0-9_$]*__static__[0-9a-f]+/) && $0 !~ /^[ \t]*\.extern/ && $0 ~ /^[ \t]*\.(visible|weak)/) {
		name = substr($0, RSTART, RLENGTH)
		short = name
		sub(/__static__[0-9a-f]+$/, "", short)
		full[short] = name
	}
}
function renamed(text,   out) { # each whole word that is a short name
	while (match(text, /[A-Za-z_$%.][A-Za-z0-9_$.]*/)) {
		word = substr(text, RSTART, RLENGTH)
		out = out substr(text, 1, RSTART - 1) (word in full ? full[word] : word)
		text = substr(text, RSTART + RLENGTH)
	}
	return out text
}
END {
	for (name in full)
		any = 1
	for (i = 1; i <= n; i++) {
		if (any && line[i] ~ /^[ \t]*\.extern/ && match(line[i], /[A-Za-z_$][A-Za-z0-9_$]*(\[[0-9]*\])?;$/)) {
			name = substr(line[i], RSTART, RLENGTH)
			sub(/[[;].*/, "", name)
			if (name in full)
				continue
		}
		print any ? renamed(line[i]) : line[i]
	}
}

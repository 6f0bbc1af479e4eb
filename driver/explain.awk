# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang's messages in words of what hsaemu-cc supports: constructs of CUDA C and OpenCL C that are not supported are
# said to be so, and the exit status is then 3; and a header that is not there is said to be in its package.
# Goes with opencl/unsupported.awk.
function plain(line) {
	gsub(/\033\[[0-9;]*[mK]/, "", line)
	return line
}
function quoted_name(line) {
	return match(line, /\047[^\047]*\047/) ? substr(line, RSTART, RLENGTH) : ""
}
function unknown_of_opencl(head, name) { # versions that do not have a construct do not know its names
	return head ~ /undeclared|unknown type name/ ? unsupported(substr(name, 2, length(name) - 2)) : ""
}
function note_variable(type) { # whose declaration is dropped for its type: where it is used is no mistake of its own
	type = substr(type, 2, length(type) - 2)
	if (match(block, "[^a-z_]" type "[ *]+[A-Za-z_][A-Za-z_0-9]*")) {
		type = substr(block, RSTART, RLENGTH)
		sub(/^.*[ *]/, "", type)
		dropped["\047" type "\047"] = 1
	}
}
function flush(   place, name, what) {
	place = head
	sub(/: (fatal )?error: .*/, "", place)
	name = quoted_name(head)
	if (name ~ /^\047cu(da)?[A-Z]/) # as programs call it
		sub(/(_v[0-9])?(_pt[ds]z?)?\047$/, "\047", name)
	if (block ~ /__global__ function [^\n]*in __(global|device|host__ __device)__ function/ ||
		block ~ /call to __global__ function from __(global|device|host__ __device)__ function/)
		printf "%s: error: unsupported: dynamic parallelism, device code that launches the kernel %s\n", place, name
	else if (name ~ /^\047cu(da)?[A-Z]/ && block ~ /call to __host__ function from __(global|device)__ function/)
		printf "%s: error: unsupported: %s of the CUDA runtime in device code\n", place, name
	else if ((what = unknown_of_opencl(head, name)) != "") {
		printf "%s: error: unsupported: %s of OpenCL C\n", place, what
		note_variable(name)
	} else if (head !~ /undeclared identifier/ || !(name in dropped)) {
		printf "%s", text
		if (head ~ /file not found/ && name ~ /^\047(cub|thrust)\//)
			printf "%s: note: it is in the Debian package lib%s-dev\n", place, name ~ /cub/ ? "cub" : "thrust"
		else if (head ~ /file not found/ && name ~ /^\047cuda\//)
			printf "%s: note: libcu++ is in the Debian package libcu++-dev\n", place
		if (head != "" && head !~ /blocks support disabled/) others = 1 # what is done with them says more
		text = block = head = ""
		return
	}
	has_unsupported = 1
	text = block = head = ""
}
{ now = plain($0) }
now ~ /: (fatal )?error: / { flush(); head = now }
now ~ /: warning: |^In file included from |errors? generated|warnings? generated/ { if (head != "") flush() }
{ text = text $0 "\n"; block = block now "\n" }
END {
	flush()
	exit has_unsupported && !others ? 3 : 1
}

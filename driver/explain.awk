# clang's messages about CUDA C, in words of what hsaemu-cc supports: constructs that are of CUDA, and not supported, are
# said to be so, and the exit status is then 3; and a header that is not there is said to be in its package.
function plain(line) {
	gsub(/\033\[[0-9;]*[mK]/, "", line)
	return line
}
function quoted_name(line) {
	return match(line, /\047[^\047]*\047/) ? substr(line, RSTART, RLENGTH) : ""
}
function flush(   place, name) {
	place = head
	sub(/: (fatal )?error: .*/, "", place)
	name = quoted_name(head)
	if (block ~ /__global__ function [^\n]*in __(global|device|host__ __device)__ function/ ||
		block ~ /call to __global__ function from __(global|device|host__ __device)__ function/)
		printf "%s: error: unsupported: dynamic parallelism, device code that launches the kernel %s\n", place, name
	else if (name ~ /^\047cu(da)?[A-Z]/ && block ~ /call to __host__ function from __(global|device)__ function/)
		printf "%s: error: unsupported: %s of the CUDA runtime in device code\n", place, name
	else {
		printf "%s", text
		if (head ~ /file not found/ && name ~ /^\047(cub|thrust)\//)
			printf "%s: note: it is in the Debian package lib%s-dev\n", place, name ~ /cub/ ? "cub" : "thrust"
		else if (head ~ /file not found/ && name ~ /^\047cuda\//)
			printf "%s: note: libcu++ is in the Debian package libcu++-dev\n", place
		if (head != "") others = 1
		text = block = head = ""
		return
	}
	unsupported = 1
	text = block = head = ""
}
{ now = plain($0) }
now ~ /: (fatal )?error: / { flush(); head = now }
now ~ /: warning: |^In file included from |errors? generated|warnings? generated/ { if (head != "") flush() }
{ text = text $0 "\n"; block = block now "\n" }
END {
	flush()
	exit unsupported && !others ? 3 : 1
}

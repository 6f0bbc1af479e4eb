#!/bin/sh
# Verifies every example against its C loop: small sizes; optimisation levels, CPU levels, threads
# and both schedulers. usage: bench/verify.sh BUILD [full]
set -eu
build=$1
size=--small
[ "${2-}" = full ] && size=
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cpus="x86-64-v2 x86-64-v3"
grep -q avx512vl /proc/cpuinfo && cpus="$cpus x86-64-v4"

for level in 0 2; do
	for cpu in $cpus; do
		for source in "$top"/examples/*.hsail; do
			name=$(basename "$source" .hsail)
			"$build/bin/hsail-as" "$source" -o - |
				"$build/bin/hsail-fin" -O$level -mcpu=$cpu - -o "$work/$name.o"
			"$build/bin/hsa-ld" "$work/$name.o" -o "$work/$name.img"
		done
		for threads in 1 2 64; do
			for scheduler in static dynamic; do
				printf -- '-O%s -mcpu=%s --threads %s --scheduler %s: ' \
					$level $cpu $threads $scheduler
				"$build/bin/hsaemu-bench" --verify $size --images "$work" \
					--threads $threads --scheduler $scheduler
			done
		done
	done
done

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Verifies every kernel of the suite against its C loop: small sizes; scalar code at two optimisation
# levels, vector code of every width, CPU levels, threads and both schedulers.
# usage: bench/verify.sh BUILD [full]
set -eu
build=$1
size=${2-small}
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cpu_has() { grep -qw "$1" /proc/cpuinfo; }

for source in "$top"/examples/*.hsail "$top"/bench/kernels/*.hsail; do
	"$build/bin/hsail-as" "$source" -o "$work/$(basename "$source" .hsail).brig"
done

build_images() { # options of hsail-fin
	rm -f "$work"/*.img
	for brig in "$work"/*.brig; do
		name=$(basename "$brig" .brig)
		"$build/bin/hsail-fin" "$@" "$brig" -o "$work/$name.o"
		"$build/bin/hsa-ld" "$work/$name.o" -o "$work/$name.img"
	done
}
verify() { # words for what was built, threads, scheduler
	printf '%s --threads %s --scheduler %s: ' "$1" "$2" "$3"
	"$build/bin/hsaemu-bench" --suite hsail --verify "$work" --size "$size" --threads "$2" --scheduler "$3"
}

build_images -mcpu=x86-64-v2 --simd=off
printf 'deferred: '
"$build/bin/hsaemu-bench" --suite hsail --verify "$work" --size "$size" --threads 2 --deferred

threads_and_schedulers="1:static 2:dynamic 64:static"
[ "$size" = small ] || threads_and_schedulers="1:static 1:dynamic 2:static 2:dynamic 64:static 64:dynamic"
cpus="x86-64-v2 x86-64-v3"
! cpu_has avx512vl || cpus="$cpus x86-64-v4"
for level in 0 2; do
	for cpu in $cpus; do
		[ "$level $size" != "0 small" ] || [ $cpu = x86-64-v2 ] || continue
		build_images -O$level -mcpu=$cpu --simd=off
		for with in $threads_and_schedulers; do
			verify "-O$level -mcpu=$cpu --simd=off" "${with%:*}" "${with#*:}"
		done
	done
done

levels="x86-64-v2:sse"
! cpu_has avx2 || levels="$levels x86-64-v3:avx2"
! cpu_has avx512vl || levels="$levels x86-64-v4:avx512"
for level in $levels; do
	build_images -mcpu="${level%:*}" --simd="${level#*:}"
	for threads in 1 2; do
		verify "--simd=${level#*:}" $threads dynamic
	done
done
build_images
verify "as by default" 2 dynamic

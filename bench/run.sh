#!/bin/sh
# What `make bench` runs: every case with one thread and with all of them, medians of five.
# usage: bench/run.sh BUILD [options of hsaemu-bench]
set -eu
build=$1
shift
cpus=$(nproc)
echo "machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $cpus CPUs"
echo "kernels: hsail-fin -O2 -mcpu=native; C loops: clang -O3 -march=native, one thread"
for threads in 1 $([ "$cpus" -gt 1 ] && echo "$cpus"); do
	echo
	echo "threads: $threads"
	"$build/bin/hsaemu-bench" --images "$build/examples" --threads "$threads" "$@"
done

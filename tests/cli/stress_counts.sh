# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make stress-programs gives its test numbers, not the makefile's own list of programs.
make -n -C "$TOP" stress-programs >out
grep -q '^PROGRAMS=1000 PROCESSES=8 ' out
make -n -C "$TOP" stress-programs COUNT=20 PROCESSES=2 >out
grep -q '^PROGRAMS=20 PROCESSES=2 ' out

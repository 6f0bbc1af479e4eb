# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions and variables across modules: each module is finalized alone, then linked.
hsail-as "$T/linked_calls.hsail" -o main.brig
hsail-as "$T/linked_calls.lib" -o library.brig
for level in 0 2; do
	hsail-fin -O$level main.brig -o main.o
	hsail-fin -O$level library.brig -o library.o
	hsa-ld main.o library.o -o a.img
	hsa-run a.img --kernel '&k' --grid=8 --group=4 --arg 'o=u32[8]' \
		--check 'o=list(100,102,105,111,119,130,144,162)'
	# the host sets the variable, the code reads it
	hsa-run a.img --kernel '&k' --grid=8 --group=4 --set '&base=list(200)' --arg 'o=u32[8]' \
		--check 'o=list(200,202,205,211,219,230,244,262)'
done

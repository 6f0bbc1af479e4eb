# Functions and variables across modules: each module is finalized alone, then linked.
for level in 0 2; do
	for m in library main; do
		hsail-as "$T/linked/$m.hsail" -o $m.brig
		hsail-fin -O$level $m.brig -o $m.o
	done
	hsa-ld main.o library.o -o a.img
	hsa-run a.img --kernel '&k' --grid=8 --group=4 --arg 'o=u32[8]' \
		--check 'o=list(100,102,105,111,119,130,144,162)'
	# by address of a program variable, as the host sees it
	hsa-run a.img --kernel '&k' --grid=8 --group=4 --set '&base=list(200)' --arg 'o=u32[8]' \
		--check 'o=list(200,202,205,211,219,230,244,262)'
done

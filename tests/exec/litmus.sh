# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Litmus tests of the memory model: with one thread and two, where roles that wait share a thread, and
# with one for each (--preempt=none).
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
python3 "$T/../diff/litmus.py" . 50000
hsail-as litmus.hsail -o litmus.brig
for level in off auto; do
	hsail-fin -O1 --simd=$level litmus.brig -o litmus.o
	hsa-ld litmus.o -o litmus.img
	hsail-fin -O1 --simd=$level --preempt=none litmus.brig -o threads.o
	hsa-ld threads.o -o threads.img
	for run in "litmus -j 1" "litmus -j 2" "threads -j 64"; do
		hsa-run --run "${run%% *}.run" ${run#* } --timeout=200 >out 2>&1 || { cat out; echo "$level, $run" && exit 1; }
		echo "$level, $run: without order, stores overtaken by loads: $(tr '\n' ' ' <out)"
	done
done

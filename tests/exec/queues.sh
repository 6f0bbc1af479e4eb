# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Signals, and kernels that enqueue kernels and wait for them, with fewer threads than kernels and
# with many more.
for f in signals queues; do
	for threads in 1 2 64; do
		hsa-run -j $threads --timeout=60 --run "$T/$f.run" || { echo "$f, $threads threads" && exit 1; }
	done
done

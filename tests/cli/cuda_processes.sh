# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two processes by the runtime's functions, in either form, and by HIP's names: memory, events, pools and files.
. "$T/nvcc.subr"
needs_runtime
for cudart in shared static; do
	hsaemu-nvcc -std=c++17 -cudart=$cudart "$T/cuda_processes/app.cu" -o app
	./app >out 2>err || { cat out err; exit 1; }
	diff "$T/cuda_processes/app.ref" out
	[ ! -s err ] || { cat err; exit 1; }
done
hsaemu-hipcc "$T/cuda_processes/app.hip" -o app
./app >out
printf '%s\n' 'other: 5 0' 'this: 105 3 0 801' | diff - out

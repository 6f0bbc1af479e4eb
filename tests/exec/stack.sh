# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Vectors behind each other: chosen at each --simd level, right at each, and a work-item that stops is told.
hsail-as "$T/stack.hsail" -o a.brig
for level in sse avx2 avx512; do
	hsail-fin -mcpu=x86-64-v4 --simd=$level -Rpass=simd a.brig -o a.o 2>err
	for k in product tiled apart leave; do
		grep -F "kernel '&$k' runs 4 vectors at once along y" err
	done
	hsail-fin -mcpu=x86-64-v4 --simd=$level --stack=4 -Rpass=simd a.brig -o a.o 2>err
	grep -F "kernel '&stop' runs 4 vectors at once along y" err
	hsail-fin -mcpu=x86-64-v4 --simd=$level --stack=off -Rpass=simd a.brig -o a.o 2>err
	! grep -F "at once along y" err || exit 1
done
for level in off sse avx2; do
	for stack in auto 2 8; do
		hsa-run -mcpu=x86-64-v3 --simd=$level --fin=--stack=$stack -r "$T/stack.run"
	done
done
cat >stop.run <<EOF
image "$T/stack.hsail"
buffer from u32[64]
buffer to u32[1024]
dispatch &stop grid(32, 32) group(16, 16) args(from, to, 32, 19, 22)
EOF
status=0
hsa-run --fin=--stack=4 -r stop.run 2>err || status=$?
[ $status = 126 ]
grep -F 'in work-group (1, 1, 0)' err

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Lanes along y or z: chosen at each --simd level, right at each, and work-items that stop are told.
hsail-as "$T/across.hsail" -o a.brig
for level in sse avx2 avx512; do
	hsail-fin -mcpu=x86-64-v4 --simd=$level -Rpass=simd a.brig -o a.o 2>err
	for k in rows exchange apart stop; do
		grep -F "kernel '&$k' has lanes along y" err
	done
	grep -F "kernel '&deep' has lanes along z" err
done
for level in off sse avx2; do
	hsa-run -mcpu=x86-64-v3 --simd=$level -r "$T/across.run"
done
cat >stop.run <<EOF
image "$T/across.hsail"
buffer to u32[1024]
dispatch &stop grid(32, 32) group(16, 16) args(to, 32, 19, 21)
EOF
status=0
hsa-run -r stop.run 2>err || status=$?
[ $status = 126 ]
grep -F 'in work-group (1, 1, 0), work-item 83 (3, 5, 0)' err

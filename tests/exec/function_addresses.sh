# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Addresses of functions cross from one module to another, in arguments, results and memory; what is
# behind them has shared memory and barriers of its own. Dynamic shared memory is one for both.
ptx2hsail "$T/function_addresses.ptx" -o first.hsail
ptx2hsail "$T/function_addresses.lib" -o second.hsail
grep '^module &function_addresses_lib.ptx:' second.hsail
for m in first second; do
	hsail-as $m.hsail -o $m.brig
done
want=
for i in $(seq 0 63); do
	want="$want,$((63 - i)),$((i % 2 == 0 ? i * 3 : i + 2)),1211,7,$(((63 - i) * 2000 + 10)),$(((i ^ 1) * 7)),$((i != 60)),0"
done
for level in off sse auto; do
	for m in first second; do
		hsail-fin --simd=$level $m.brig -o $m.o
	done
	hsa-ld first.o second.o -o a.img
	hsa-run a.img --kernel '&k' --grid=64 --group=64 --dynamic-group=256 \
		--arg 'o=u32[512]' --check "o=list(${want#,})"
done

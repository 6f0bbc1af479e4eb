# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# PTX with addresses of 32 bits is of the small machine model.
want=
for i in $(seq 0 63); do
	wide=$((i * 0x80000001))
	want="$want,$((i + (i % 4 + 1) * 10 + 8)),$((i ^ 1)),3,$((i + 1000)),302,711,256,$((i + 5))"
	want="$want,$((wide & 0xffffffff)),$((wide >> 32))"
done
for level in off sse auto; do
	hsa-run "$T/addresses_32.ptx" --simd=$level -k '&memory' --grid=64 --group=64 --dynamic-group=64 \
		-a 'in=u32[64]: each(i)' -a 'out=u32[640]' -a 'list(2,0,0,0,3,0,0,0)' --check "out=list(${want#,})"
	hsa-run "$T/addresses_32.ptx" --simd=$level -k '&print' --grid=1 | grep -x 'e 42 0x1234'
done
# files without the directive are too, unless they have registers of 64 bits
printf '.version 1.4\n.target sm_10\n.entry k(.param .u32 o) { .reg .u32 a%s; ld.param.u32 a, [o];
	st.global.u32 [a], 5; exit; }\n' '' >old.ptx
hsa-run old.ptx -k '&k' --grid=1 -a 'o=u32[1]' --check 'o=list(5)'
ptx2hsail old.ptx -o - | grep 'module.*:\$small:'
sed 's/reg .u32 a;/& .reg .u64 b;/' old.ptx | ptx2hsail | grep 'module.*:\$large:'

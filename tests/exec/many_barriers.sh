# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels of hundreds of regions have one body in vector code, for work-items with any ids: results are
# the same at every level, for groups of whole rows, odd ones, and with what is left of a grid.
awk 'BEGIN {
	print "module &m:1:0:$full:$large:$default; prog kernel &k(kernarg_u64 %in, kernarg_u64 %out) {"
	print "align(4) group_u32 %tile[512]; ld_kernarg_u64 $d0, [%in]; ld_kernarg_u64 $d1, [%out];"
	print "workitemflatabsid_u32 $s0; currentworkitemflatid_u32 $s1; currentworkgroupsize_u32 $s2, 0;"
	print "currentworkgroupsize_u32 $s3, 1; mul_u32 $s2, $s2, $s3; workitemid_u32 $s4, 1; workitemabsid_u32 $s5, 0;"
	print "cvt_u64_u32 $d2, $s0; shl_u64 $d2, $d2, 2; add_u64 $d0, $d0, $d2; add_u64 $d1, $d1, $d2;"
	print "ld_global_u32 $s6, [$d0]; shl_u32 $s7, $s1, 2; mad_u32 $s8, $s4, 1000, $s5;"
	for (k = 0; k < 260; k++) {
		print "st_group_u32 $s6, [%tile][$s7+" k % 2 * 1024 "]; barrier;"
		print "add_u32 $s9, $s1, " k "; rem_u32 $s9, $s9, $s2; shl_u32 $s9, $s9, 2;"
		print "ld_group_u32 $s10, [%tile][$s9+" k % 2 * 1024 "]; mad_u32 $s6, $s6, 3, $s10; add_u32 $s6, $s6, $s8;"
		if (k % 50 == 7) print "and_b32 $s11, $s6, 1; cmp_eq_b1_u32 $c0, $s11, 0; cbr_b1 $c0, @e" k "; add_u32 $s6, $s6, $s4; @e" k ":"
	}
	print "st_global_u32 $s6, [$d1]; };"
}' >a.hsail
hsail-as a.hsail
levels="sse"
for f in avx2 avx512vl; do ! grep -qw $f /proc/cpuinfo || levels="$levels ${f%vl}"; done
for level in off $levels; do
	hsail-fin --simd=$level a.brig -o a.o
	hsa-ld a.o -o a.img
	for size in '100 64' '128 16' '37 37' '30,12 10,6' '20,7 16,3'; do
		hsa-run a.img --grid "${size% *}" --group "${size#* }" -a 'i=u32[400]:random:7:0:100000' -a 'o=u32[400]' \
			--out=o="$level-$size" >log || { cat log; exit 1; }
		cmp "$level-$size" "off-$size"
	done
done

# A region is one loop over the gangs.
hsail-fin --simd=sse -mcpu=x86-64-v2 -O0 --emit=llvm-ir a.brig -o a.ll
[ "$(grep -c '^gangs[0-9]*:' a.ll)" -lt 300 ] || { echo "$(grep -c '^gangs[0-9]*:' a.ll) loops"; exit 1; }

# A switch of hundreds of labels takes the right one, first and last of each group of them included.
{
	echo 'module &m:1:0:$full:$large:$default; prog kernel &k(kernarg_u64 %out) {'
	echo 'ld_kernarg_u64 $d0, [%out]; workitemflatabsid_u32 $s0; cvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 2;'
	echo 'add_u64 $d0, $d0, $d1; sbr_u32 $s0 ['"$(seq -s, 0 599 | sed 's/[0-9][0-9]*/@l&/g')"'];'
	for n in $(seq 0 599); do echo "@l$n: mov_b32 \$s1, $((n * 7919 % 65521)); br @end;"; done
	echo '@end: st_global_u32 $s1, [$d0]; };'
} >a.hsail
seq 0 599 | awk '{ printf "%s%d", (NR > 1 ? "," : ""), $1 * 7919 % 65521 }' >values
hsail-as a.hsail
hsail-fin --simd=off --emit=llvm-ir -O0 a.brig -o a.ll
[ "$(grep -c '^  switch i32' a.ll)" -ge 5 ] || { echo "one switch with all labels"; exit 1; }
for level in off sse auto; do
	hsa-run a.hsail --fin=--simd=$level --grid=600 --group=64 -k '&k' -a 'o=u32[600]' --check="o=list($(cat values))"
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops that wait for what a function of another module, or one that a handle stands for, reads.
head='module &NAME:1:0:$full:$large:$default;'
{
	echo "$head" | sed s/NAME/main/
	echo 'decl prog function &read(arg_u32 %r)(arg_u64 %p); signature &reader(arg_u32 %r)(arg_u64 %p);'
	for how in "k:call &read(%r)(%q);" "h:icall_u64 \$d2(%r)(%q) &reader;"; do
		# all but the last work-item wait for the one after them
		echo "prog kernel &${how%%:*}(kernarg_u64 %o, kernarg_u32 %n, kernarg_u64 %h) {"
		echo 'ld_kernarg_u64 $d0, [%o]; ld_kernarg_u32 $s1, [%n]; ld_kernarg_u64 $d2, [%h];'
		echo 'workitemabsid_u32 $s0, 0; cvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 2; add_u64 $d0, $d0, $d1;'
		echo 'mov_b32 $s2, 1; add_u32 $s3, $s0, 1; cmp_ge_b1_u32 $c0, $s3, $s1; cbr_b1 $c0, @go;'
		echo 'add_u64 $d1, $d0, 4;'
		echo '@again: { arg_u32 %r; arg_u64 %q; st_arg_u64 $d1, [%q];'
		echo "${how#*:} ld_arg_u32 \$s2, [%r]; }"
		echo 'cmp_eq_b1_u32 $c1, $s2, 0; cbr_b1 $c1, @again; add_u32 $s2, $s2, 1;'
		echo '@go: atomicnoret_st_global_screl_agent_b32 [$d0], $s2; };'
	done
} >main.hsail
{
	echo "$head" | sed s/NAME/library/
	for what in "function &read" "indirect function &peek"; do
		echo "prog $what(arg_u32 %r)(arg_u64 %p) {"
		echo 'ld_arg_u64 $d0, [%p]; atomic_ld_global_scacq_agent_b32 $s0, [$d0]; st_arg_u32 $s0, [%r]; };'
	done
} >library.hsail
hsail-as main.hsail && hsail-as library.hsail || exit 1
levels="off sse"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	hsail-fin --simd=$level main.brig && hsail-fin --simd=$level library.brig || exit 1
	hsa-ld main.o library.o -o a.hso
	for kernel in k h; do
		for j in 1 3; do
			hsa-run a.hso -k "&$kernel" --grid 100 --group 20 -j $j --timeout=60 -a 'o=u32[100]' \
				-a 100 -a '&peek' --check 'o=each(100 - i)'
		done
	done
done

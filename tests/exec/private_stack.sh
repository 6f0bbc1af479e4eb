# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Recursion that needs more private stack than there is ends the dispatch, not the process' memory.
{
	echo 'module &m:1:0:$full:$large:$default;'
	echo 'function &deep(arg_u32 %r)(arg_u32 %n) { private_u32 %p[64]; ld_arg_u32 $s0, [%n];'
	echo 'and_b32 $s1, $s0, 63; shl_u32 $s1, $s1, 2; st_private_u32 $s0, [%p][$s1];'
	echo 'cmp_eq_b1_u32 $c0, $s0, 0; cbr_b1 $c0, @end; sub_u32 $s2, $s0, 1;'
	echo '{ arg_u32 %x; arg_u32 %y; st_arg_u32 $s2, [%x]; call &deep(%y)(%x); }'
	echo '@end: ld_private_u32 $s4, [%p][$s1]; st_arg_u32 $s4, [%r]; };'
	echo 'prog kernel &k(kernarg_u64 %o, kernarg_u32 %n) { ld_kernarg_u32 $s0, [%n];'
	echo '{ arg_u32 %x; arg_u32 %y; st_arg_u32 $s0, [%x]; call &deep(%y)(%x);'
	echo 'ld_arg_u32 $s3, [%y]; } ld_kernarg_u64 $d0, [%o]; st_global_u32 $s3, [$d0]; };'
} >a.hsail
hsa-run a.hsail -k '&k' --grid=1 -a 'o=u32[1]' -a 4 --check 'o=list(4)'
status=0
hsa-run a.hsail -k '&k' --grid=1 -a 'o=u32[1]' -a 100 2>err || status=$?
[ $status = 126 ]
grep -F "kernel '&k': private stack full, bytes wanted: 256 in work-group (0, 0, 0), work-item 0" err

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A switch of many labels takes the right one, first and last of each group of them included, and is compiled
# in a time in proportion to them: 20,000 took half a minute.
labels() { # COUNT: a.hsail and values
	{
		echo 'module &m:1:0:$full:$large:$default; prog kernel &k(kernarg_u64 %out) {'
		echo 'ld_kernarg_u64 $d0, [%out]; workitemflatabsid_u32 $s0; cvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 2;'
		echo 'add_u64 $d0, $d0, $d1; mul_u32 $s2, $s0, 3;'
		echo 'sbr_u32 $s0 ['"$(seq -s, 0 $(($1 - 1)) | sed 's/[0-9][0-9]*/@l&/g')"'];'
		seq 0 $(($1 - 1)) | awk '{ printf "@l%d: add_u32 $s1, $s2, %d; br @end;\n", $1, $1 * 7919 % 65521 }'
		echo '@end: st_global_u32 $s1, [$d0]; };'
	} >a.hsail
	seq 0 $(($1 - 1)) | awk '{ printf "%s%d", (NR > 1 ? "," : ""), $1 * 7919 % 65521 + 3 * $1 }' >values
}
check() { # COUNT LEVEL
	hsa-run a.hsail --fin=--simd=$2 --grid=$1 --group=64 -k '&k' -a "o=u32[$1]" --check="o=list($(cat values))"
}
labels 600
hsail-as a.hsail
hsail-fin --simd=off --emit=llvm-ir -O0 a.brig -o a.ll
[ "$(grep -c '^  switch i32' a.ll)" -ge 5 ] || { echo "one switch with all labels"; exit 1; }
for level in off sse auto; do
	check 600 $level
done
labels 20000
hsail-as a.hsail
(ulimit -t 15 && hsail-fin --simd=off a.brig -o a.o)
labels 6000
check 6000 off
check 6000 sse

# On a value that all work-items share it is one jump of the vector, too; labels may be there twice, and
# the first one gets what is beyond the list. The dispatcher does the same.
{
	echo 'module &m:1:0:$full:$large:$default; prog kernel &k(kernarg_u64 %out, kernarg_u32 %n) {'
	echo 'ld_kernarg_u64 $d0, [%out]; ld_kernarg_u32 $s5, [%n]; workitemflatabsid_u32 $s0; cvt_u64_u32 $d1, $s0;'
	echo 'shl_u64 $d1, $d1, 2; add_u64 $d0, $d0, $d1;'
	echo 'sbr_u32 $s5 [@l1,@l0,@l1,'"$(seq -s, 3 99 | sed 's/[0-9][0-9]*/@l&/g')"'];'
	seq 0 99 | grep -vx 2 | awk '{ printf "@l%d: add_u32 $s1, $s0, %d; br @end;\n", $1, $1 * 100 }'
	echo '@end: st_global_u32 $s1, [$d0]; };'
} >u.hsail
hsail-as u.hsail
hsail-fin --simd=sse --emit=llvm-ir -O0 u.brig -o u.ll
[ "$(grep -c 'icmp eq i32' u.ll)" -lt 60 ] || { echo "labels are compared one after the other"; exit 1; }
for level in off sse auto; do
	for flow in auto dispatcher; do
		for n in 0:100 1:0 2:100 3:300 98:9800 99:9900 100:100 4294967295:100; do
			hsa-run u.hsail --fin=--simd=$level --fin=--flow=$flow --grid=100 --group=64 -a 'o=u32[100]' \
				-a ${n%:*} --check="o=ramp(${n#*:}, 1)"
		done
	done
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions that call each other several times in a chain are not all put in place: time and memory stay in
# proportion to the text. What stays a call works as ever, with barriers, variables in group memory, and
# private memory for all frames.
chain() { # CALLS BODY: kernel &k adds the sum of what the leaves return, which &f0 does by BODY
	echo 'module &chain:1:0:$full:$large:$default; alloc(agent) global_u32 &leaves; group_u32 &shared;'
	echo "function &f0(arg_u32 %r)(arg_u32 %a) { ld_arg_u32 \$s0, [%a]; $2 st_arg_u32 \$s0, [%r]; };"
	for n in $(seq 12); do
		echo "function &f$n(arg_u32 %r)(arg_u32 %a) { private_u32 %kept[80]; ld_arg_u32 \$s1, [%a];"
		echo 'and_b32 $s2, $s1, 7; shl_u32 $s2, $s2, 2; st_private_u32 $s1, [%kept][$s2]; mov_b32 $s3, 0;'
		for _ in $(seq "$1"); do
			echo "{ arg_u32 %x; arg_u32 %y; st_arg_u32 \$s1, [%x]; call &f$((n - 1))(%y)(%x);"
			echo 'ld_arg_u32 $s4, [%y]; add_u32 $s3, $s3, $s4; }'
		done
		echo 'ld_private_u32 $s4, [%kept][$s2]; cmp_eq_b1_u32 $c0, $s4, $s1; cmov_b32 $s3, $c0, $s3, 0;'
		echo 'st_arg_u32 $s3, [%r]; };'
	done
	echo 'prog kernel &k(kernarg_u64 %out) { workitemabsid_u32 $s0, 0; ld_kernarg_u64 $d0, [%out];'
	echo '{ arg_u32 %x; arg_u32 %y; st_arg_u32 $s0, [%x]; call &f12(%y)(%x); ld_arg_u32 $s0, [%y]; }'
	echo 'workitemabsid_u32 $s1, 0; cvt_u64_u32 $d1, $s1; shl_u64 $d1, $d1, 2; add_u64 $d0, $d0, $d1;'
	echo 'st_global_u32 $s0, [$d0]; };'
}
compiles() { # FILE: with 1 GiB of memory, to less than 300,000 lines at any level
	hsail-as "$1" -o a.brig
	for level in off sse avx2 avx512; do
		(ulimit -v 1000000 && hsail-fin --simd=$level -mcpu=x86-64-v4 --emit=llvm-ir -O0 a.brig -o a.ll)
		[ "$(wc -l <a.ll)" -lt 300000 ] || { echo "$1 $level: $(wc -l <a.ll) lines"; exit 1; }
	done
}
deep() { # a chain of functions that each call the next one, longer than what can be put in place
	echo 'module &deep:1:0:$full:$large:$default; group_u32 &shared;'
	seq 0 2500 | sed 's/.*/decl function \&f&(arg_u32 %r)();/'
	seq 0 2499 | awk '{ print "function &f" $1 "(arg_u32 %r)() { { arg_u32 %x; call &f" $1 + 1 "(%x)(); " \
		"ld_arg_u32 $s0, [%x]; } add_u32 $s0, $s0, 1; st_arg_u32 $s0, [%r]; };" }'
	echo 'function &f2500(arg_u32 %r)() { ld_group_u32 $s0, [&shared]; st_arg_u32 $s0, [%r]; };'
	echo 'prog kernel &k(kernarg_u64 %out) { st_group_u32 7, [&shared]; { arg_u32 %x; call &f0(%x)(); ld_arg_u32 $s0, [%x]; }'
	echo 'ld_kernarg_u64 $d0, [%out]; workitemabsid_u32 $s1, 0; cvt_u64_u32 $d1, $s1; shl_u64 $d1, $d1, 2;'
	echo 'add_u64 $d0, $d0, $d1; st_global_u32 $s0, [$d0]; };'
}
case $BUILD in *asan|*tsan) ulimit() { :; } ;; esac
chain 4 'add_u32 $s0, $s0, 1;' >arith.hsail
chain 3 'atomicnoret_add_global_rlx_agent_u32 [&leaves], 1; add_u32 $s0, $s0, 1;' >atomic.hsail
chain 2 'st_group_u32 $s0, [&shared]; barrier; ld_group_u32 $s0, [&shared]; barrier;' >barrier.hsail
for f in arith atomic barrier; do compiles $f.hsail; done
run() { # FILE CHECK
	for level in off auto; do
		hsa-run "$1.hsail" --fin=--simd=$level --grid=40 --group=20 -k '&k' -a 'o=u32[40]' --check="$2"
	done
}
run arith 'o=each:(i+1)*16777216'
run atomic 'o=each:(i+1)*531441'
sed 's/ld_group_u32 $s0, \[&shared\]; barrier;/ld_group_u32 $s0, [\&shared]; and_b32 $s0, $s0, 0; add_u32 $s0, $s0, 1; barrier;/' \
	barrier.hsail >same.hsail
run same 'o=each:4096'
deep >deep.hsail
run deep 'o=each:2507'

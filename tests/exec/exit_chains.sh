# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Many branches to one place, each taken by some work-items: early returns, breaks, continues and ways out
# with a block of their own, in nested loops and ifs, give what scalar code gives; and a register that did
# not change between two of them is not selected again.
kernel() { # SEED: a kernel of random statements, $s10 to $s17 with values, $s9 the same for all, exits to labels around them
	awk -v seed="$1" '
	function r(n) { seed = seed * 16807 % 2147483647; return int(seed / 64) % n }
	function reg() { return "$s" (10 + r(8)) }
	function say(line) { text = text "\t" line "\n" }
	function test(to,   m) {
		m = r(5) ? reg() : "$s9"; say("shr_u32 $s4, " m ", " r(9) "; and_b32 $s4, $s4, " (2 ^ (1 + r(4)) - 1) ";")
		say("cmp_" (r(4) ? "eq" : "ne") "_b1_u32 $c0, $s4, " r(4) "; cbr_b1 $c0, @" to ";")
	}
	function assign() {
		if (r(3)) say("mad_u32 " reg() ", " reg() ", " (2 * r(50) + 1) ", " reg() ";")
		else say("xor_b32 " reg() ", " reg() ", " reg() ";")
	}
	function exit_of(depth,   to, way) { # to a label around: the end, behind a loop or its next turn
		to = r(2) ? around[depth - r(depth < 3 ? depth : 3)] : around[depth]
		if (r(3)) { test(to); return }
		way = "w" ++labels; test(way)
		ways = ways "@" way ":\tmad_u32 " reg() ", " reg() ", 3, " reg() ";\n\tbr @" to ";\n"
	}
	function statements(n, depth,   here) {
		while (n-- > 0) {
			here = r(12)
			if (here < 5) assign()
			else if (here < 9 || depth > 6) exit_of(depth)
			else if (here == 9) branch(depth)
			else loop(depth)
		}
	}
	function branch(depth,   over) {
		over = "i" ++labels; test(over); statements(1 + r(3), depth); say("@" over ":")
	}
	function loop(depth,   name, count) {
		if (loops == 8) { assign(); return }
		name = ++labels; count = "$s" (20 + loops++)
		say("mov_b32 " count ", 0;"); say("@h" name ":")
		around[depth + 1] = "o" name; around[depth + 2] = "n" name
		statements(4 + r(6), depth + 2)
		say("@n" name ":"); say("add_u32 " count ", " count ", 1; cmp_lt_b1_u32 $c1, " count ", " 2 + r(3) ";")
		say("cbr_b1 $c1, @h" name ";"); say("@o" name ":")
	}
	BEGIN {
		for (k = 0; k < 20; k++) r(2)
		print "module &m:1:0:$full:$large:$default;"
		print "prog kernel &k(kernarg_u64 %out, kernarg_u32 %n) {\n\tworkitemflatabsid_u32 $s0; ld_kernarg_u32 $s9, [%n]; ld_kernarg_u64 $d0, [%out];"
		print "\tcvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 2; add_u64 $d0, $d0, $d1;"
		for (k = 10; k < 18; k++) print "\tmad_u32 $s" k ", $s0, " 1013904223 + 40503 * k ", " k ";"
		if (r(2)) say("cmp_ge_b1_u32 $c0, $s0, 990; cbr_b1 $c0, @end;")
		around[1] = "end"; statements(30, 1); printf "%s\tbr @end;\n%s@end:\n", text, ways
		for (k = 11; k < 18; k++) print "\tmad_u32 $s10, $s10, 31, $s" k ";"
		print "\tst_global_u32 $s10, [$d0];\n};"
	}'
}
run() { # LEVEL OPTION
	hsa-run a.hsail --fin=--simd="$1" "$2" --grid=1000 --group=64 -k '&k' -a 'o=u32[1000]' \
		-a n=u32:1234567
}
first=${SEED:-1}
for seed in $(seq "$first" $((first + ${SEEDS:-12} - 1))); do
	kernel "$seed" >a.hsail
	run off --out=o=expected
	for level in sse auto; do
		run "$level" --check=o=expected || { echo "seed $seed, $level"; exit 1; }
	done
done

exits() { # COUNT: each register is written at one exit in eight
	echo 'module &m:1:0:$full:$large:$default; prog kernel &k(kernarg_u64 %out) { workitemflatabsid_u32 $s0;'
	echo 'ld_kernarg_u64 $d0, [%out]; cvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 2; add_u64 $d0, $d0, $d1;'
	for n in $(seq 0 7); do echo "mad_u32 \$s1$n, \$s0, $((n * 977 + 3)), $n;"; done
	for n in $(seq "$1"); do
		echo "and_b32 \$s4, \$s1$((n % 8)), 255; cmp_eq_b1_u32 \$c0, \$s4, 7; cbr_b1 \$c0, @end;"
		echo "add_u32 \$s1$((n % 8)), \$s1$((n * 3 % 8)), $n;"
	done
	echo '@end:'
	for n in $(seq 7); do echo "xor_b32 \$s10, \$s10, \$s1$n;"; done
	echo 'st_global_u32 $s10, [$d0]; };'
}
exits 80 >a.hsail # at most eight for each, in four parts of a wave
hsail-as a.hsail
hsail-fin --simd=avx512 -mcpu=x86-64-v4 -O0 --emit=llvm-ir a.brig -o a.ll
selects=$(grep -c 'select <16 x i1>' a.ll)
[ "$selects" -lt 640 ] || { echo "$selects selects for 80 exits"; exit 1; }

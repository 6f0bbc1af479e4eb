# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code is in proportion to the text at every level: twice as many of one thing become about twice as many
# instructions of LLVM IR, and vector code is not out of proportion to scalar code, or is so little that
# LLVM takes no more than seconds for it.
lines() { # SHAPE COUNT LEVEL
	"$TOP/bench/gen_shape" "$1" "$2" >a.hsail
	hsail-as a.hsail
	hsail-fin "--simd=$3" -mcpu=x86-64-v4 --emit=llvm-ir -O0 a.brig -o - | wc -l
}
for shape in atomics breaks st.rows.u8.3 st.group.u8.4 twice; do
	scalar=$(lines $shape 500 off)
	for level in off sse avx512; do
		few=$(lines $shape 500 $level)
		many=$(lines $shape 1000 $level)
		[ "$many" -lt $((few * 5 / 2 + 2000)) ] || { echo "$shape, $level: $few lines, then $many"; exit 1; }
		[ "$few" -lt $((scalar * 6 + 2000)) ] || [ "$few" -lt 300000 ] ||
			{ echo "$shape: $scalar lines, with $level $few"; exit 1; }
	done
done

# Where vector code would be a million instructions it is too long, whatever it gains.
# Also where waves of work-items wait on fibers.
for shape in atomics loaded_barrier_ifs; do
	few=$(lines $shape 4000 sse)
	scalar=$(lines $shape 4000 off)
	[ "$few" -lt $((scalar * 6 + 2000)) ] || { echo "4000 $shape: $scalar lines, with sse $few"; exit 1; }
done

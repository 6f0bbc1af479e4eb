# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Regions between barriers have code for the registers that they read or write, not for all that live
# across them; in large kernels their loops over work-items stay as they are. Vector code that is hopeless
# by its labels, its tangle of blocks or its depth of loops is not made. Sums of divided ids are visited once.
lines() { # SHAPE COUNT OPTIONS...
	"$TOP/bench/gen_shape" "$1" "$2" >a.hsail
	shift 2
	hsail-as a.hsail
	hsail-fin "$@" -mcpu=x86-64-v4 --emit=llvm-ir a.brig -o - 2>err | wc -l
}
for level in off avx512; do
	few=$(lines live 100 -O0 --simd=$level)
	many=$(lines live 200 -O0 --simd=$level)
	[ "$many" -lt $((few * 22 / 10)) ] || { echo "$level: 100 live values $few lines, 200 $many"; exit 1; }
done
# Each of these sums is made of two before it, so there are more ways down to the quotient than can be walked.
n=$(lines quotients 100 -O0 --simd=avx512)
[ "$n" -lt 20000 ] || { echo "100 sums of quotients: $n lines"; exit 1; }
n=$(lines ands 100 -O0 --simd=avx512)
[ "$n" -lt 20000 ] || { echo "100 ands: $n lines"; exit 1; }
n=$(lines barriers 100 -O2 --simd=off)
[ "$n" -lt 4000 ] || { echo "100 barriers: $n lines"; exit 1; }
for shape in switch tangle interpreter irreducible nested_loops; do
	scalar=$(lines $shape 500 -O0 --simd=off)
	n=$(lines $shape 500 -O0 --simd=sse -Rpass-missed=simd)
	[ "$n" = "$scalar" ] || { echo "$shape: $scalar lines, with sse $n"; exit 1; }
	grep -q 'is scalar code: vector code would be too long' err || { cat err; exit 1; }
done

# How often a loop runs is told in terms of all loops before it: of very many, nobody asks.
code() { # COUNT LEVEL
	"$TOP/bench/gen_shape" loops "$1" >a.hsail
	hsail-as a.hsail
	hsail-fin --simd=off "-O$2" --emit=llvm-ir a.brig -o - | grep -v "^@" # the options are in a note
}
code 200 1 >plain
code 200 2 | cmp plain -
code 20 1 >plain
! code 20 2 | cmp -s plain - || exit 1

# A loop is unrolled where it is most of a module, as in scalar code, and not where its copies for groups of all kinds
# are little of one.
unrolled() { # FILE OPTIONS...
	hsail-as "$1" -o a.brig
	shift
	hsail-fin "$@" --emit=llvm-ir a.brig -o - | grep -cE '\.(prol|epil)' || true
}
[ "$(unrolled "$TOP/bench/kernels/spmv.hsail" --simd=off)" != 0 ]
for level in sse avx2 avx512; do
	[ "$(unrolled "$TOP/examples/kmeans.hsail" --simd=$level)" = 0 ]
done

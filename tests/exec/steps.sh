# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loads and stores whose lanes' addresses are a step apart that is an argument: none, an element, several and backwards; in
# groups whose rows are whole vectors and in others, with lanes along x and y.
cp "$T/steps.hsail" .
value='* 3'

# In names of runs, which it reads.
minus() { sed 's/^\(run [a-z0-9_]*\)-/\1minus/'; }

# loads TYPE GRID GROUP
loads()
{
	for n in 1 3 0 33 ${4-}; do
		cat <<-E
			run load_$1_$3_$n {
			  buffer in u32[16384] : each(i $value)
			  buffer out u32[$2]
			  dispatch &load_$1 grid($2) group($3) args(out, in, $n, 1000)
			  check out : each((i * ($n) + 1000) $value)
			}
		E
	done | minus
}

# stores TYPE GRID GROUP
stores()
{
	for n in 1 3 7; do
		cat <<-E
			run store_$1_$3_$n {
			  buffer in u32[$2] : each(i $value)
			  buffer out u32[$(($2 * n))]
			  dispatch &store_$1 grid($2) group($3) args(out, in, $n, 0)
			  check out : each((i % $n == 0) * (i / $n $value + 1))
			}
		E
	done
}

# some GRID GROUP
some()
{
	on='((i * 5 + 3 & 4) != 0)' of='((i / N * 5 + 3 & 4) != 0 && i % N == 0)'
	for n in 1 2 5; do
		cat <<-E
			run some_$2_$n {
			  buffer in u32[2048] : each(i $value)
			  buffer out u32[$1] : 7
			  dispatch &some_load grid($1) group($2) args(out, in, $n, 3)
			  check out : each($on * ((i * $n + 3) $value) + !$on * 7)
			  buffer spread u32[$(($1 * n))] : 7
			  dispatch &some_store grid($1) group($2) args(spread, in, $n, 0)
			  check spread : each($(echo "$of * (i / N) + !$of * 7" | sed "s/N/$n/g"))
			}
		E
	done
}

# both NAME TYPE COUNT GRID GROUP
both()
{
	for steps in "1 4" "3 1" "5 2" "0 1"; do
		n=${steps% *} c=${steps#* }
		cat <<-E
			run both_$1_$5_$n {
			  buffer in $2[$(($4 * n * $3 + $3))] : each(i & 127)
			  buffer out $2[$(($4 * c * $3))]
			  dispatch &both_$1 grid($4) group($5) args(out, in, $n, $c)
			  check out : each((i / $3 % $c == 0) * ((i / $3 / $c * $n * $3 + i % $3) & 127))
			}
		E
	done
}

# beside GRID GROUP
beside()
{
	for n in 1 2 3 4 0 -2; do
		cat <<-E
			run beside_$2_$n {
			  buffer in u32[4096] : each(i $value)
			  buffer out u32[$1]
			  dispatch &beside_2 grid($1) group($2) args(out, in, $n, 1000)
			  check out : each((i * ($n) + 1000) * 33 + 30)
			  dispatch &beside_4 grid($1) group($2) args(out, in, $n, 1000)
			  check out : each((i * ($n) + 1000) * 3333 + 9630)
			}
		E
	done | minus
}

# across W H GROUP
across()
{
	cat <<-E
		run across_$1_$2 {
		  buffer in u32[$(($1 * $2))] : each(i $value)
		  buffer out u32[$(($1 * $2))]
		  dispatch &across grid($1, $2) group($3) args(out, in, $1, $2)
		  check out : each((i % $2 * $1 + i / $2) $value)
		}
	E
}

{
	for grid in "128 64" "300 100" "37 37"; do
		loads u64 $grid
		loads u32 $grid
		loads s32 $grid -2
		for type in u64 u32 s32; do stores $type $grid; done
		some $grid
		beside $grid
		for type in "u8 u8 1" "s16 u16 1" "u64 u64 1" "v2 u32 2" "v3 u32 3" "v4 u32 4"; do both $type $grid; done
	done
	across 64 48 "16, 16"
	across 70 30 "10, 5"
	across 512 64 "32, 4"
	cat <<-E
		run tile {
		  buffer in u32[256] : each(i $value)
		  buffer out u32[256]
		  dispatch &tile grid(16, 16) group(16, 16) args(out, in, 17, 17)
		  check out : each((i % 16 * 16 + i / 16) $value)
		}
		# 2^30 + 4 elements, but whole multiples of 2^32 bytes for the work-items that load
		run far {
		  buffer in u32[64] : each(i $value)
		  buffer out u32[64] : 5
		  dispatch &far grid(64) group(64) args(out, in, 0x40000001, 3)
		  check out : each((i % 4 == 0) * (i $value) + (i % 4 != 0) * 5)
		}
		run aligned {
		  buffer in u32[128] : each(i $value)
		  buffer out u32[100] : 7
		  dispatch &aligned grid(100) group(50) args(out, in, 1, 2)
		  check out : each(((i + 2 & 3) == 0) * ((i + 2) $value) + ((i + 2 & 3) != 0) * 7)
		}
		run aligned_stride {
		  buffer in u32[400] : each(i $value)
		  buffer out u32[100]
		  dispatch &aligned_load grid(100) group(50) args(out, in)
		  check out : each(i * 4 $value)
		  buffer spread u32[400] : 7
		  dispatch &aligned_store grid(100) group(50) args(spread, in)
		  check spread : each((i % 4 == 0) * (i / 4 $value) + (i % 4 != 0) * 7)
		}
		# indices that wrap
		run wrap {
		  buffer in u32[256] : each(i $value)
		  buffer out u32[64]
		  dispatch &load_u32 grid(64) group(64) args(out, in, 0xffffffff, 100)
		  check out : each((100 - i) $value)
		}
	E
} >runs

set -- "-O1 -mcpu=x86-64-v2 --simd=off" "-O1 -mcpu=x86-64-v2 --simd=sse" "-O1 -mcpu=x86-64-v3 --simd=avx2" \
	"-O1 -mcpu=x86-64-v3 --simd=avx2 --lanes-along=y" "-O1 -mcpu=x86-64-v2 --simd=sse --lanes-along=y" \
	"-O1 -mcpu=znver4 --simd=up-to-avx2"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" "-O1 -mcpu=x86-64-v4 --simd=avx512" \
	"-O1 -mcpu=znver4 --simd=avx512" "-O1 -mcpu=znver4 --simd=avx512 --lanes-along=y"
for flags; do
	{ echo "image \"steps.hsail\" $flags"; cat runs; } >steps.run
	hsa-run -r steps.run >log 2>&1 || { echo "with $flags"; head -30 log; exit 1; }
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Without memory every tool says so in the same words, with the same status, and writes nothing.
case $BUILD in *release|*debug) ;; *) echo "sanitizers have allocators of their own"; exit 77 ;; esac
cat >fail.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
/* The C library's allocator, save the FAIL-th call and all after it. */
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static long calls, fail = -1;
static int failing(void)
{
	if (fail < 0)
		fail = getenv("FAIL") ? atol(getenv("FAIL")) : 0;
	errno = ENOMEM;
	return __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) >= fail && fail > 0;
}
void *malloc(size_t n) { return failing() ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t m) { return failing() ? NULL : __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { return failing() ? NULL : __libc_realloc(p, n); }
__attribute__((destructor)) static void count(void)
{
	FILE *f = getenv("COUNT") ? fopen(getenv("COUNT"), "w") : NULL;
	if (f) {
		fprintf(f, "%ld\n", calls);
		fclose(f);
	}
}
END
gcc -w -O1 -shared -fPIC fail.c -o fail.so
cp "$TOP/examples/vecadd.hsail" v.hsail
cp "$TOP/examples/ptx/saxpy-cuda.ptx" p.ptx
hsail-as v.hsail -o v.brig
hsail-fin v.brig -o v.o
hsa-ld v.o -o v.img
for call in 'hsail-as v.hsail -o out' 'brig-dis v.brig -o out' 'brig-dis --dump v.brig -o out' \
	'hsail-fin -O1 v.brig -o out' 'hsa-ld v.o -o out --map map' 'ptx2hsail p.ptx -o out' \
	'hsa-run v.img -k &vecadd --grid 9 -a f32[9]:1 -a f32[9]:2 -a c=f32[9] --out c=out'; do
	tool=${call%% *}
	COUNT=count LD_PRELOAD=$PWD/fail.so $call
	total=$(cat count)
	mv out whole
	rm -f map
	# the first hundred or so of hsail-fin are those of the dynamic linker's and of libc's
	for n in 1 2 3 5 8 13 21 34 55 89 144 $(seq $((total / 20 + 1)) $((total / 20 + 1)) $total); do
		[ "$n" -lt "$total" ] || continue
		[ "$tool" != hsail-fin ] || [ "$n" -gt 140 ] || continue
		status=0
		FAIL=$n LD_PRELOAD=$PWD/fail.so $call 2>err || status=$?
		case $status:$(cat err) in
		70:"$tool: error: out of memory") ;;
		70:*': error: out of memory: '*) [ $tool = hsa-run ] ;; # it can say what for
		0:) continue ;; # it could do without
		*) echo "$call, allocation $n: status $status"; cat err; exit 1 ;;
		esac
		# hsa-run may fail after it has written what was asked for
		[ $tool != hsa-run ] || [ ! -e out ] || { cmp out whole && rm out; }
		[ ! -e out ] && [ ! -e map ] || { echo "$call, allocation $n: an output is there"; exit 1; }
	done
	rm -f out map
done
# more than there is, where a limit is set
run() { (ulimit -v 1000000 && exec hsa-run --threads 1 "$@"); }
memory() { # WHAT STATEMENT...
	what=$1
	shift
	printf '%s\n' 'image v.img' "$@" >x.run
	status=0
	run --run x.run --json >out 2>err || status=$?
	[ $status = 70 ] && grep -q "x.run:[0-9:]* error: out of memory: $what" err &&
		grep -q '"status": 70, "outcome": "out of memory"' out || { cat err out; exit 1; }
}
memory 'a buffer of 4294967296 bytes$' 'buffer a f32[1 << 30]'
memory 'an image of 4294967296 bytes$' 'roimg a 2d[16384, 16384] rgba float'
cat >big.hsail <<'END'
module &big:1:0:$full:$large:$near;
prog global_u8 &data[0x40000000];
prog kernel &k(kernarg_u64 %p) { ret; };
END
hsail-as big.hsail -o - | hsail-fin -O0 --profile - -o - | hsa-ld - -o big.img
hsail-fin --profile v.brig -o v.o && hsa-ld v.o -o counted.img || exit 1
without() { # WHAT OPTION...
	what=$1
	shift
	status=0
	run "$@" -k vecadd --grid 1 -a f32[1] -a f32[1] -a f32[1] 2>err || status=$?
	[ $status = 70 ] && grep -q "error: $what$" err || { cat err; exit 1; }
}
without 'out of memory: an image of 107375[0-9]* bytes' big.img
without 'out of memory: [0-9]* bytes for counters of 20000 CUs' counted.img --profile --cus 20000 --tlb 65536,4,4096
without 'out of memory: the runtime and its threads' v.img --threads 1024 --cus 1024
rm out
run v.img -k vecadd --grid 1 -a 'f32[1]:1' -a 'f32[1]:2' -a 'c=f32[1]' --check c=list:3

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsail-fin --cache finds what it has made, whatever the file is called, and only that; hsa-run and
# hsaemu-cc use it.
. "$T/common.subr"
HSAEMU_CACHE_DIR=$W/kept
export HSAEMU_CACHE_DIR
unset HSAEMU_CACHE
entries() { find kept -type f -name '????????????????*' 2>/dev/null | wc -l; }
fin() { # ENTRIES ARGUMENT...: so many there are afterwards; the object is as without the cache
	wanted=$1
	shift
	hsail-fin --cache "$@" -o cached.o
	[ "$(entries)" = "$wanted" ] || { echo "hsail-fin $*: $(entries) entries"; exit 1; }
	hsail-fin "$@" -o plain.o
	cmp cached.o plain.o
}

hsail-as "$TOP/examples/vecadd.hsail" -o v.brig
hsail-fin v.brig -o v.o
[ "$(entries)" = 0 ] # only if asked for
fin 1 v.brig
fin 1 v.brig
mkdir folder
cp v.brig folder/w.brig
fin 1 folder/w.brig # which is in no message and in no object
hsail-fin --cache - -o cached.o <v.brig
cmp cached.o v.o
[ "$(entries)" = 1 ]
# Debug information names the file where there are no lines, and the source where there are.
fin 2 -g v.brig
fin 2 -g v.brig
fin 3 -g folder/w.brig
hsail-as -g "$TOP/examples/vecadd.hsail" -o lines.brig
fin 4 -g lines.brig
cp lines.brig folder/x.brig
fin 4 -g folder/x.brig

# Each option is in the key.
n=4
for option in -O0 -O1 -O3 -mcpu=x86-64-v2 -mcpu=x86-64-v3 -mcpu=x86-64-v2,native -mattr=-fma --simd=off \
	--simd=sse --fibers=wave --fibers=item --preempt=timeout --preempt=none --flow=dispatcher --profile \
	--detect=invalid --detect=all --break=invalid --control=requireddim=1 --control=requireddim=2 \
	--control=maxflatworkgroupsize=64 --control=maxflatworkgroupsize=128 --control=requirenopartialworkgroups; do
	n=$((n + 1))
	fin $n "$option" v.brig
	fin $n "$option" v.brig
done
# What only messages tell, and what is to be looked at or checked, is made each time.
for option in -Rpass=simd -Rpass-missed=simd --time-passes --verify-ir --emit=asm --emit=llvm-ir --emit=ir; do
	hsail-fin --cache "$option" v.brig -o out 2>err.1
	hsail-fin --cache "$option" v.brig -o out 2>err.2
	[ "$(wc -l <err.1)" = "$(wc -l <err.2)" ]
done
[ "$(entries)" = $n ]

# It was found, not made: what is in the cache comes out. It would take a SHA-256 to put it there, but
# a file that is not there is made, and one that is there is not touched but for its time.
rm -r kept
fin 1 v.brig
touch -d '2001-01-01' kept/????????????????*
before=$(stat -c %i kept/????????????????*)
fin 1 v.brig
[ "$(stat -c %i kept/????????????????*)" = "$before" ]
[ "$(find kept -newermt '2002-01-01' -name '????????????????*' | wc -l)" = 1 ]

# What is refused is not kept, and is refused again.
head -c 100 v.brig >bad.brig
for i in 1 2; do
	expect_status 1 hsail-fin --cache bad.brig -o bad.o
	[ ! -e bad.o ]
done
[ "$(entries)" = 1 ]
HSAEMU_CACHE_SIZE=much expect_status 2 hsail-fin --cache v.brig -o v.o
expect_line err "^hsail-fin: error: HSAEMU_CACHE_SIZE: 'much' is no size, such as 256M$"
HSAEMU_CACHE=0 hsail-fin --cache -O1 v.brig -o v.o
[ "$(entries)" = 1 ]

# The drivers.
rm -r kept
for i in 1 2; do
	hsa-run --run "$TOP/examples/saxpy.run" >"run.$i"
	[ "$(entries)" = 1 ]
done
cmp run.1 run.2
rm -r kept
for i in 1 2; do
	hsaemu-cc "$TOP/examples/ptx/saxpy.ptx" -o "saxpy.$i"
	hsaemu-cc -g "$TOP/examples/ptx/saxpy.ptx" -o "saxpy.g.$i"
	[ "$(entries)" = 2 ]
done
cmp saxpy.1 saxpy.2
cmp saxpy.g.1 saxpy.g.2

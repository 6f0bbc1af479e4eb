# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The compiling half is loaded when code is made and the cache does not have it. Where it is not installed a
# status and one line say so; what is in the cache, or was made before, runs without it.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
mkdir -p with/hsa without/hsaemu/hsa
cp "$BUILD/lib/hsaemu/libhsaemu-fin.so" with
cp "$BUILD/lib/hsaemu/hsa/libhsa-runtime64.so.1" with/hsa
cp "$BUILD/lib/hsaemu/hsa/libhsa-runtime64.so.1" without/hsaemu/hsa
gcc -std=c11 "$T/finalizer/finalize.c" -o finalize -L"$BUILD/lib/hsaemu/hsa" -lhsa-runtime64
hsail-as "$TOP/examples/hsa/vector_copy.hsail" -o copy.brig
says() { # FOLDER STATUS COMPILER: what the program prints of the status, and whether LLVM was loaded
	LD_LIBRARY_PATH=$1 ./finalize copy.brig >out 2>err || { cat out err; exit 1; }
	[ "$(cat out)" = "status $2 llvm $3" ] || { echo "$1: $(cat out), not $2 $3"; cat err; exit 1; }
}
HSAEMU_CACHE_DIR=$PWD/cache
HSAEMU_CACHE=0
export HSAEMU_CACHE_DIR HSAEMU_CACHE
says with/hsa 0 1
[ ! -s err ]
HSAEMU_CACHE=1
says with/hsa 0 1
[ -d cache ]
says with/hsa 0 0
[ ! -s err ]
# another option is another key
FINALIZE_OPTIONS='-O0 -unknown' says with/hsa 0 1
# a read-only place, and one that is no folder: the code is made each time
HSAEMU_CACHE_DIR=/proc/none says with/hsa 0 1

# An installed half would be found in its own place; this build's folder is not that.
says without/hsaemu/hsa 0x2005 0
[ "$(wc -l <err)" = 1 ]
grep -q '^libhsa-runtime64: libhsaemu-fin.so, which compiles, is not installed' err
echo 'not a library' >without/hsaemu/libhsaemu-fin.so
says without/hsaemu/hsa 0x2005 0
[ "$(wc -l <err)" = 1 ]

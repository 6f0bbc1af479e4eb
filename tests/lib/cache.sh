# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the library has compiled it finds again, without its compiling half; and only that.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
mkdir -p lib/hsaemu
cp "$BUILD/lib/libhsaemu.so.0" lib
cp "$BUILD/lib/hsaemu/libhsaemu-fin.so" lib/hsaemu
gcc -I"$TOP/include" "$T/cache/load.c" -o load lib/libhsaemu.so.0 -Wl,-rpath,"$W/lib"
HSAEMU_CACHE_DIR=$W/kept
export HSAEMU_CACHE_DIR
unset HSAEMU_CACHE

kernel() { # VALUE
	cat <<-EOF
		.version 8.0
		.target sm_75
		.address_size 64
		.visible .entry k(.param .u64 p)
		{
			.reg .b64 %d;
			.reg .b32 %r;
			ld.param.u64 %d, [p];
			mov.u32 %r, $1;
			st.u32 [%d], %r;
			ret 0;
		}
	EOF
}
gives() { # WANTED ARGUMENT...: the first line, and the warning below it
	wanted=$1
	shift
	status=0
	./load "$@" >out || status=$?
	[ "$status" = 0 ] && [ "$(head -n 1 out)" = "$wanted" ] || { echo "load $*: $status"; cat out; exit 1; }
	grep -q "^$1:11:.*: warning: 'ret' has no value" out
}
entries() { find kept -type f -name '????????????????*' | wc -l; }

kernel 7 >a.ptx
gives 'compiled 7' a.ptx
cp out first
gives 'found 7' a.ptx
sed -i 's/^found/compiled/' out
cmp out first # the warning with its line and caret, too
[ "$(entries)" = 1 ]

# All that the result depends on is in the key.
kernel 8 >b.ptx
gives 'compiled 8' b.ptx
cp a.ptx c.ptx
gives 'compiled 7' c.ptx
for options in '1' '0 1' '0 2' '0 0 x86-64-v2'; do
	# shellcheck disable=SC2086
	{ gives 'compiled 7' a.ptx $options; gives 'found 7' a.ptx $options; }
done
kernel 9 >a.ptx
gives 'compiled 9' a.ptx
kernel 7 >a.ptx
gives 'found 7' a.ptx
[ "$(entries)" = 8 ]

# What is refused is not kept.
echo 'not PTX' >bad.ptx
for i in 1 2; do
	! ./load bad.ptx >out || exit 1
	grep -q '^bad.ptx:1:1: error: ' out
done
[ "$(entries)" = 8 ]

# Damage is mended.
for f in kept/????????????????*; do printf 'x' | dd of="$f" bs=1 seek=500 conv=notrunc status=none; done
gives 'compiled 7' a.ptx
gives 'found 7' a.ptx

# Another compiler has not made it.
echo 'int nothing;' | gcc -shared -x c - -o other.so
mv lib/hsaemu/libhsaemu-fin.so .
cp other.so lib/hsaemu/libhsaemu-fin.so
! ./load a.ptx >out || exit 1
grep -q 'half of the library cannot be loaded' out
mv libhsaemu-fin.so lib/hsaemu
gives 'found 7' a.ptx

# Nor does it count what another libLLVM has made, which comes in between unseen.
mkdir llvm
needed=$(readelf -d lib/hsaemu/libhsaemu-fin.so | sed -n 's/.*\[\(libLLVM.*\)\]/\1/p')
if [ -n "$needed" ]; then
	echo 'int nothing;' | gcc -shared -x c - -Wl,-soname,"$needed" -o "llvm/$needed"
	! LD_LIBRARY_PATH=$W/llvm ./load a.ptx >out 2>&1 || exit 1
	before=$(entries)
	library=$(ldconfig -p 2>/dev/null | sed -n "s|.*$needed .* => ||p" | head -n 1)
	[ -z "$library" ] || {
		LD_PRELOAD=$library LD_LIBRARY_PATH=$W/llvm gives 'compiled 7' a.ptx
		[ "$(entries)" = "$before" ]
	}
fi

# Off, and without a place.
HSAEMU_CACHE=0 gives 'compiled 7' a.ptx
HSAEMU_CACHE_DIR=/proc/none gives 'compiled 7' a.ptx
HSAEMU_CACHE_SIZE=0 gives 'found 7' a.ptx # reading is for free
rm -r kept
HSAEMU_CACHE_SIZE=0 gives 'compiled 7' a.ptx
[ ! -e kept ]

# Many at once.
for i in 1 2 3 4 5 6 7 8 9 10; do ./load b.ptx >"out.$i" & done
wait
for i in 1 2 3 4 5 6 7 8 9 10; do grep -q 'd 8$' "out.$i"; done
[ "$(entries)" = 1 ]
[ "$(find kept -type f | wc -l)" = 3 ] # with the tag and the tally

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Programs with the installed library, by what pkg-config says of it, in C and C++, shared and static.
. "$T/installed.subr"
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
expected='y[10] = 6, y[999] = 500.5'
warn='-Wall -Wextra -Wpedantic -Werror'

lacks() { # WORD FILE
	if grep -e "$1" "$2"; then echo "in $2"; exit 1; fi
}
fails() { # STATUS COMMAND...: its message into ./err
	wanted=$1
	shift
	status=0
	"$@" >out 2>err || status=$?
	[ "$status" = "$wanted" ] || { echo "$*: status $status"; cat err; exit 1; }
	[ ! -s out ]
}
runs() { # PROGRAM INPUT
	got=$("$@") || { echo "$*: status $?"; exit 1; }
	[ "$got" = "$expected" ] || { echo "$*: $got"; exit 1; }
}
# shellcheck disable=SC2046,SC2086
{
	gcc -std=c11 $warn "$examples/saxpy.c" -o shared $(pkg-config --cflags --libs hsaemu)
	gcc -std=c11 $warn "$examples/saxpy.c" -o static $(pkg-config --static --cflags --libs hsaemu)
	echo 'void oom(void); void buf_release(int *); int signal_new; void oom(void) {}
		void buf_release(int *p) { (void)p; }' | cat "$examples/saxpy.c" - >names.c
	gcc -std=c11 names.c -o names $(pkg-config --static --cflags --libs hsaemu)
}
ldd static >needed
lacks libhsaemu needed
ldd shared >needed
grep -q 'libhsaemu\.so\.[0-9]* => '"$root" needed
lacks LLVM needed

# What clang made of our headers is that clang's, and knows no folder of the build.
made=$root/share/hsaemu/opencl
if command -v clang-19 >/dev/null; then
	[ "$("$BUILD/bin/hsaemu-clang-stamp" "$(command -v clang-19)")" = "$(cat "$made/made")" ]
	lacks "$TOP/" "$made/CL1.2.pch"
	lacks "$TOP/" "$made/CL3.0.pch"
fi

hsaemu-cc "$examples/saxpy.ptx" -o saxpy.img
ptx2hsail --emit=brig "$examples/saxpy.ptx" -o saxpy.brig
ptx2hsail "$examples/saxpy.ptx" -o saxpy.hsail
hsail-fin saxpy.brig -o saxpy.o
for program in ./shared ./static ./names; do
	for input in "$examples/saxpy.ptx" saxpy.hsail saxpy.brig saxpy.o saxpy.img; do
		runs $program "$input"
	done
done
# Of what is wrong nothing is said but by the program.
echo 'not PTX' >bad.ptx
fails 4 ./shared bad.ptx
grep -q '^bad.ptx:1:1: error: ' err
[ "$(grep -c error: err)" = 1 ]

# Without its compiling half the library says so, and still loads images.
mv "$root/lib/hsaemu/libhsaemu-fin.so" .
fails 6 ./shared saxpy.hsail
grep -q '^libhsaemu-fin.so, which compiles, is not installed beside' err
[ "$(wc -l <err)" = 1 ]
runs ./shared saxpy.img
echo 'int nothing;' | gcc -shared -x c - -o "$root/lib/libhsaemu-fin.so"
fails 6 ./shared saxpy.hsail
grep -q 'half of the library cannot be loaded: .*hsaemu_compiler' err
mv libhsaemu-fin.so "$root/lib/libhsaemu-fin.so" # beside it
runs ./shared saxpy.hsail
mv "$root/lib/libhsaemu-fin.so" "$root/lib/hsaemu/"

# The static runtime alone.
gcc "$examples/saxpy.c" -o half -I"$root/include" "$root/lib/libhsaemu.a" -lmd -lpthread -lm -ldl
runs ./half saxpy.img
fails 6 ./half saxpy.hsail
grep -q 'linked without libhsaemu-fin.a' err

command -v g++ >/dev/null || { echo "g++ is not installed; C was tested"; exit 77; }
# shellcheck disable=SC2046,SC2086
for static in '' --static; do
	g++ -std=c++17 $warn "$examples/saxpy.cc" -o cpp $(pkg-config $static --cflags --libs hsaemu)
	runs ./cpp "$examples/saxpy.ptx"
	cp -r "$examples" copy$static
	make -s -C copy$static run STATIC=$static >out
	[ "$(grep -cxF "$expected" out)" = 2 ]
done

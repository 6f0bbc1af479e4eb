# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The library as it is installed: in its own folder or in the system's, by pkg-config and CMake.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
make_in() { # TARGET [VARIABLE...]; whatever flags it was built with
	MAKEFLAGS='' make -s -C "$TOP" -o "${BUILD#"$TOP"/}/flags" BUILD="${BUILD#"$TOP"/}" MODE="$(basename "$BUILD")" \
		"$@" >log 2>&1 || { cat log; exit 1; }
}
cat >client.c <<'END'
#include <hsa/hsa.h>
int main(void) { return hsa_init() != HSA_STATUS_SUCCESS || hsa_shut_down() != HSA_STATUS_SUCCESS; }
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(client C)
find_package(hsa-runtime64 ${WANTED} REQUIRED CONFIG)
add_executable(client client.c)
target_link_libraries(client hsa-runtime64::hsa-runtime64)
END
uses() { # LIBRARY: ./built has it, and runs
	ldd "$1" | grep -q "libhsa-runtime64.so.1 => $2/libhsa-runtime64.so.1 " || { ldd "$1"; exit 1; }
	"./$1"
}
by_cmake() { # PREFIX FOLDER
	command -v cmake >/dev/null || { echo "without CMake"; return; }
	rm -rf made
	cmake -S . -B made -DWANTED=1.0 -DCMAKE_PREFIX_PATH="$1" >log 2>&1 && cmake --build made >>log 2>&1 ||
		{ cat log; exit 1; }
	uses made/client "$2"
	if cmake -S . -B wrong -DWANTED=2.0 -DCMAKE_PREFIX_PATH="$1" >log 2>&1; then exit 1; fi
}
by_pkg_config() { # FOLDER
	# shellcheck disable=SC2046
	gcc client.c -o plain $(pkg-config --cflags --libs hsa-runtime64)
	export LD_LIBRARY_PATH="$1"
	uses plain "$1"
	unset LD_LIBRARY_PATH
}
PKG_CONFIG_PATH=$PWD/root/lib/pkgconfig
export PKG_CONFIG_PATH

own=$PWD/root/lib/hsaemu/hsa
make_in install PREFIX="$PWD/root"
[ ! -e root/lib/libhsa-runtime64.so.1 ]
by_pkg_config "$own"
by_cmake "$own" "$own"
root/bin/hsa-run -- ./plain
root/bin/hsa-run -- sh -c 'echo $LD_LIBRARY_PATH' | grep -qx "$own"
[ -s root/share/man/man3/libhsa-runtime64.3 ]
make_in uninstall PREFIX="$PWD/root"
[ "$(find root ! -type d)" = "" ] || { find root ! -type d; exit 1; }

make_in install PREFIX="$PWD/root" HSA_SYSTEM=1
[ ! -e root/lib/hsaemu/hsa/libhsa-runtime64.so.1 ]
by_pkg_config "$PWD/root/lib"
by_cmake "$PWD/root" "$PWD/root/lib"
[ -s root/lib/hsaemu/hsa/driver_checks.so ]
make_in uninstall PREFIX="$PWD/root" HSA_SYSTEM=1
[ "$(find root ! -type d)" = "" ] || { find root ! -type d; exit 1; }

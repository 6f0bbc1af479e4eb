#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the Debian packages that the build and the tests need; does nothing when all are there.
# With --check only says what the build needs and lacks (CC, LLVM_CONFIG: as make has them).
set -eu
build='make gcc libc6-dev pkg-config flex bison llvm-19-dev libelf-dev libmd-dev zlib1g-dev libzstd-dev
	liblz4-dev libhsa-runtime-dev opencl-c-headers'
tests='libcriterion-dev g++ clang-19 libclc-19 libclang-rt-19-dev binutils gdb lldb-19 hsail-tools mandoc
	clang-format-19 libcub-dev libthrust-dev rocminfo cmake clinfo ocl-icd-libopencl1
	libfftw3-double3 libfftw3-single3 libopenblas0'

has_header() { echo "#include <$1>" | "${CC:-gcc}" -E - >/dev/null 2>&1; }
lacking() { # what the build does not find, by the packages that have it
	"${CC:-gcc}" --version >/dev/null 2>&1 || echo "${CC:-gcc}"
	has_header stdlib.h || echo libc6-dev
	for p in flex bison; do command -v $p >/dev/null || echo $p; done
	"${LLVM_CONFIG:-llvm-config-19}" --includedir >/dev/null 2>&1 || echo llvm-19-dev
	has_header libelf.h || echo libelf-dev
	has_header zstd.h || echo libzstd-dev
	has_header lz4.h || echo liblz4-dev
	has_header sha2.h || echo libmd-dev
	has_header hsa/hsa.h || echo libhsa-runtime-dev
	has_header CL/cl_icd.h || echo opencl-c-headers
}
if [ "${1-}" = --check ]; then
	need=$(lacking | tr '\n' ' ')
	[ -n "$need" ] || exit 0
	echo "error: the build needs packages that are not installed: ${need% }" >&2
	echo "on Debian 12, as root: apt-get update && apt-get install -y ${need% }" >&2
	echo "('make demo' and 'make check' do that themselves, as root or with sudo)" >&2
	exit 1
fi

command -v apt-get >/dev/null || { # not a Debian: whoever builds here has seen to it
	echo "no apt-get here; needed are:" $build
	exit 0
}

missing() {
	for p; do
		dpkg-query -W -f '${db:Status-Status}\n' "$p" 2>/dev/null | grep -qx installed || echo "$p"
	done
}

# shellcheck disable=SC2086
need=$(missing $build $tests | tr '\n' ' ')
need=${need% }
[ -n "$need" ] || exit 0
by_hand() { # WORDS: what to type, for who may
	echo "$1; as root:"
	echo "    apt-get update && apt-get install -y --no-install-recommends $need"
}
root=
if [ "$(id -u)" != 0 ]; then
	root=sudo
	if ! command -v sudo >/dev/null || { ! sudo -n true 2>/dev/null && ! [ -t 0 ]; }; then
		# shellcheck disable=SC2086
		[ -z "$(missing $build)" ] || {
			by_hand "error: packages are missing, and this is neither root nor has sudo" >&2
			exit 1
		}
		by_hand "continuing without packages that only tests use"
		exit 0
	fi
fi
export DEBIAN_FRONTEND=noninteractive
echo "installing: $need"
# shellcheck disable=SC2086
$root apt-get update -q || [ -z "$(missing $build)" ] || { # without a network, go on if it can be built
	by_hand "error: packages are missing, and apt-get update failed" >&2
	exit 1
}
# shellcheck disable=SC2046,SC2086
[ -z "$(missing $build)" ] || $root apt-get install -y -q --no-install-recommends $(missing $build) || {
	by_hand "error: packages could not be installed" >&2
	exit 1
}
# What only tests use may be missing: they say so and are counted as skipped.
# shellcheck disable=SC2086
for p in $(missing $tests); do # each alone, so that one that is missing does not hinder the others
	$root apt-get install -y -q --no-install-recommends "$p" || echo "continuing without $p"
done

#!/bin/sh
# Installs the Debian packages that the build and the tests need; does nothing when all are there.
set -eu
build='make gcc libc6-dev pkg-config flex bison llvm-19-dev libelf-dev zlib1g-dev
	libhsa-runtime-dev'
tests='libcriterion-dev clang-19 libclc-19 libclang-rt-19-dev binutils gdb hsail-tools mandoc'

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
need=$(missing $build $tests)
[ -n "$need" ] || exit 0
root=
[ "$(id -u)" = 0 ] || root=sudo
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
echo "installing:" $need
$root apt-get update -q || [ -z "$(missing $build)" ] # without a network, go on if it can be built
# shellcheck disable=SC2046,SC2086
[ -z "$(missing $build)" ] || $root apt-get install -y -q --no-install-recommends $(missing $build)
# What only tests use may be missing: they say so and are counted as skipped.
for p in $(missing $tests); do # each alone, so that one that is missing does not hinder the others
	$root apt-get install -y -q --no-install-recommends "$p" || echo "continuing without $p"
done

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The vector copy of the examples, by what is installed: cc and pkg-config build it.
. "$TOP/tests/lib/installed.subr"
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
unset LD_LIBRARY_PATH
# shellcheck disable=SC2046
gcc -std=c11 -Wall -Wextra -Wpedantic -Werror "$examples/vector_copy.c" -o vector_copy \
	$(pkg-config --cflags --libs hsa-runtime64)
"$root/bin/hsail-as" "$examples/vector_copy.hsail" -o vector_copy.brig
for i in 1 2; do # the second time its code is in the cache
	HSAEMU_CACHE=1 HSAEMU_CACHE_DIR=$PWD/cache "$root/bin/hsa-run" -- ./vector_copy vector_copy.brig >out
	[ "$(cat out)" = copied ]
done
[ "$(find cache -type f -size +4k | wc -l)" = 1 ]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the library costs a program that finalizes nothing, what it leaves when it is unloaded, and
# that it lives within limits.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
folder=$BUILD/lib/hsaemu/hsa
warn='-std=c11 -Wall -Wextra -Werror'
# shellcheck disable=SC2086
gcc $warn "$T/footprint/client.c" -o client -L"$folder" -lhsa-runtime64
# shellcheck disable=SC2086
gcc $warn "$T/footprint/reload.c" -o reload

hsa-run -- ./client >out
awk '$1 == "rss" && $2 >= 8192 || $1 == "compiler" && $2 != 0 { print; bad = 1 }
	END { exit bad || NR != 4 }' out
hsa-run -- ./reload
hsa-run -- ./reload early

# With little address space and few threads a status says so, or it works.
(ulimit -v 262144 && hsa-run -- ./client)
(ulimit -v 262144 && HSAEMU_THREADS=64 hsa-run -- ./client)
(ulimit -v 65536 && hsa-run -- ./client)
chmod 755 . client
HSAEMU_THREADS=32 hsa-run -- ./client threads

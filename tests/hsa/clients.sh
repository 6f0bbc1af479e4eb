# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Clients as GCC's offloading plugin and CLOC's examples are written: one opens the library at run time, the
# other one is linked with it, and each publishes packets in its own way.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
folder=$BUILD/lib/hsaemu/hsa
for kernel in biased copy; do hsail-as "$T/clients/$kernel.hsail" -o $kernel.brig; done
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra "$T/clients/gompstyle.c" -o gompstyle
gcc -std=c11 -O1 -Wall -Wextra "$T/clients/snackstyle.c" -o snackstyle -L"$folder" -lhsa-runtime64

export HSA_RUNTIME_LIB="$folder/libhsa-runtime64.so"
./gompstyle biased.brig 4 50
unset HSA_RUNTIME_LIB
hsa-run -- ./gompstyle biased.brig 1 5
hsa-run -- ./snackstyle copy.brig
hsa-run -- ./snackstyle --slow copy.brig
HSAEMU_THREADS=1 hsa-run -- ./snackstyle copy.brig

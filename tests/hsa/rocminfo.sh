# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Debian's rocminfo, which looks for AMD's driver first, shows what there is.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
command -v rocminfo >/dev/null || { echo "rocminfo is not installed"; exit 77; }
hsa-run -- rocminfo >out
for line in 'Runtime Version: *1.1' 'System Timestamp Freq.: *1000.000000MHz' 'Machine Model: *LARGE' \
	'  Name: *HSAEmu' '  Vendor Name: *HSAEmu' 'Feature: *KERNEL_DISPATCH' 'Device Type: *CPU' \
	'Device Type: *GPU' 'Wavefront Size: *32(0x20)' 'Segment: *GLOBAL; FLAGS: KERNARG, FINE GRAINED' \
	'Segment: *GLOBAL; FLAGS: COARSE GRAINED' 'Segment: *GROUP' 'Name: *HSAEMU:x86-64:1:0' \
	'Workgroup Max Size: *1024(0x400)' '\*\*\* Done \*\*\*'; do
	grep -q "$line" out || { echo "no line $line"; cat out; exit 1; }
done
[ "$(grep -c '^Agent [12]' out)" = 2 ]

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tools that scripts call by the thousand do not load LLVM, and start within 20 ms of CPU time.
for tool in hsail-as brig-dis hsa-ld hsa-run ptx2hsail gcn-dis; do
	if ldd "$BUILD/bin/$tool" | grep -q LLVM; then
		echo "$tool loads LLVM"
		exit 1
	fi
done
case $BUILD in *release) ;; *) exit 0 ;; esac
used=$("$BUILD/bin/hsaemu-measure" 5 hsail-as "$TOP/examples/vecadd.hsail" -o v.brig)
echo "hsail-as: $used (ms, KiB)"
echo "$used" | awk '{ exit !($1 < 20) }'

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tools that scripts call by the thousand do not load LLVM and start within 20 ms.
for tool in hsail-as brig-dis hsa-ld hsa-run ptx2hsail; do
	! ldd "$BUILD/bin/$tool" | grep -q LLVM
done
case $BUILD in *release) ;; *) exit 0 ;; esac
best=1000000
for _ in 1 2 3 4 5 6 7 8 9 10; do
	begin=$(date +%s%N)
	hsail-as "$TOP/examples/vecadd.hsail" -o v.brig
	took=$((($(date +%s%N) - begin) / 1000))
	[ $took -ge $best ] || best=$took
done
echo "hsail-as took $best us"
[ $best -lt 20000 ]

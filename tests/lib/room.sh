# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A program with the shared library in little address space: it gets a status, whatever there is no
# memory for, the compiling half itself too.
[ -e "$BUILD/lib/libhsaemu.so" ] || { echo "there is no shared library in this mode"; exit 77; }
${CC:-gcc} -I"$TOP/include" "$TOP/tests/lib/load.c" -o load -L"$BUILD/lib" -lhsaemu -Wl,-rpath,"$BUILD/lib"
ulimit -v unlimited 2>/dev/null || { echo "address space is limited already"; exit 77; }
cp "$TOP/examples/vecadd.hsail" .
./load vecadd.hsail | grep -q '^vecadd: '
for kib in 120000 150000 180000 200000 220000 240000 250000 256000 262144 280000 300000; do
	(ulimit -v $kib && exec ./load vecadd.hsail) >out 2>&1 || [ $? = 7 ] || { cat out; echo "$kib KiB"; exit 1; }
	grep -q '^7 .*out of memory\|^vecadd: ' out || { cat out; echo "$kib KiB"; exit 1; }
done

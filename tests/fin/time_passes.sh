# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The time of each own pass, and of LLVM's together.
hsail-as "$TOP/examples/saxpy.hsail" -o a.brig
hsail-fin --time-passes --simd=sse -mcpu=x86-64-v2 a.brig -o a.o 2>err
for pass in verify decode inline cfg promote webs constants ssa 'code of kernels' 'slots to values' 'LLVM passes' \
	'LLVM code generation' total; do
	grep -Eq "^hsail-fin: remark: +[0-9]+\.[0-9]{3} ms +[0-9.]+ %  $pass$" err || { cat err; exit 1; }
done

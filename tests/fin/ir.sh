# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The finalizer's own IR as text, after each pass.
cp "$T/ir.text" k.hsail
hsail-as k.hsail -o k.brig
hsail-fin --emit=ir k.brig
FileCheck k.hsail <k.ir
hsail-fin --emit=ir --print-after=inline k.brig -o - | FileCheck --check-prefix=EARLY k.hsail
for pass in cfg promote webs constants ssa; do
	hsail-fin --emit=ir --print-after=$pass k.brig -o - | grep -q '^kernel &k$' || { echo $pass; exit 1; }
done

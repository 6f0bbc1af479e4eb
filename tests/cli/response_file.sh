# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Arguments may come from a file.
printf '%s\n' "-o 'a b.brig'" "\"$TOP/examples/vecadd.hsail\"" >args
hsail-as @args
hsail-as "$TOP/examples/vecadd.hsail" -o c.brig
cmp 'a b.brig' c.brig

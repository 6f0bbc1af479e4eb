# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# make demo's script prints every step and ends with verified results.
BUILD=$BUILD "$TOP/examples/demo" >out 2>&1 || { cat out; exit 1; }
grep -q '^c\[0\] 2 3 4 5 6 7 8 9$' out
[ "$(tail -n 1 out)" = '== all results are verified' ]

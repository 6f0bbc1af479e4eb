# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The kernels of Rodinia, of AMD's samples and of the bench as code of a GPU: right, and with the bytes of the host's
# code but where an approximation of the hardware comes in.
"$TOP/bench/verify-deep" "$BUILD" >out || { cat out; exit 1; }
cat out
same=$(sed -n 's/^\(rodinia\|amd\): .* 0 wrong, \([0-9]*\) with the bytes of the host.s code$/\2/p' out | awk '{ n += $1 } END { print n + 0 }')
[ "$same" -ge 50 ]

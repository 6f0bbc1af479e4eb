# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels like the examples of the compiler ispc, from PTX, at all levels, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" ispc

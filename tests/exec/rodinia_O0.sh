# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rodinia's kernels from PTX, scalar code that is not optimised, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" rodinia O0

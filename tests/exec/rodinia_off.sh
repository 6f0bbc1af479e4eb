# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rodinia's kernels from PTX, scalar code, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" rodinia off

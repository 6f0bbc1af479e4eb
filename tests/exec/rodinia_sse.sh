# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rodinia's kernels from PTX, vector code for SSE, which takes long to make, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" rodinia sse

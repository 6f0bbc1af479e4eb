# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rodinia's kernels from PTX, vector code of AVX-512, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" rodinia avx512

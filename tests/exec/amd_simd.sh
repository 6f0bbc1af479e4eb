# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# AMD's samples from PTX, vector code of every width, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" amd sse avx2 avx512 auto

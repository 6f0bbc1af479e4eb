# Rodinia's kernels from PTX, vector code of every width, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" rodinia sse avx2 avx512 auto

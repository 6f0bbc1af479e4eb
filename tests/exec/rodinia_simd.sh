# Rodinia's kernels from PTX, vector code of AVX2 and AVX-512, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" rodinia avx2 avx512

# Rodinia's kernels from PTX, vector code of SSE, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" rodinia sse

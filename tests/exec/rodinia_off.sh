# Rodinia's kernels from PTX, scalar code, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" rodinia off

# AMD's samples from PTX, scalar code, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" amd O0 off

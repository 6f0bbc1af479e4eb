# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# AMD's samples from PTX, scalar code, against their C loops.
"$TOP/bench/verify-suite" "$BUILD" amd O0 off

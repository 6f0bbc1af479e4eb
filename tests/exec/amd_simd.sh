# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# AMD's samples from PTX, vector code, against their C loops; of every width with FORMS_SHARE=0/1.
"$TOP/bench/verify-suite" "$BUILD" amd sse auto ${FORMS_SHARE:+avx2 avx512}

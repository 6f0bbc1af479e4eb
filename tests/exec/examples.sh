# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every example against its C loop, at two optimisation levels, three CPU levels, 1, 2 and 64
# threads and with both schedulers.
"$TOP/bench/verify.sh" "$BUILD"

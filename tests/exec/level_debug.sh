# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code for debuggers: scalar, and vector code of one body.
exec-level 2/3 auto '' -O0 --fin=-g
exec-level 0/3 avx2 avx2 -O0 --fin=-g

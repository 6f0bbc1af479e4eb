# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
exec-level 1/3 avx2 avx2

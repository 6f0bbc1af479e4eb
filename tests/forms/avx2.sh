# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
forms-level avx2 0/160 0/240 avx2

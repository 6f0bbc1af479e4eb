# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
forms-level avx512 0/200 0/320 avx512vl

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
forms-level off-v2 0/20 0/200

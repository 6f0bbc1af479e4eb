# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
forms-level off 0/1 0/8

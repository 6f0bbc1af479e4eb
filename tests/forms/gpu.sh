# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
forms-level gpu 0/80 0/160

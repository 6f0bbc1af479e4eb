# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
forms-level sse 0/160 0/320

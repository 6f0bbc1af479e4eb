# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
exec-level 0/3 sse

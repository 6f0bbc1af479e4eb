# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
exec-level 2/3 off

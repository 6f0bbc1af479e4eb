# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Cycles of small codes are what closed forms say.
"$BUILD/tests/gcn/timing"

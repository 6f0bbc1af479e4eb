# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every instruction that the emulator executes, on random and special operands, against a reference.
"$BUILD/tests/gcn/instructions/test" "${SEED:-1}" "" >report || { cat report; exit 1; }
# Those that only do something to the driver, or call, are in dispatch.sh and kernels.sh.
grep -q '^[0-9]* of 815 rows are implemented, [0-9]* tested here, 0 failed$' report

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Random kernels that go down columns, whose gangs have several parts beside each other: all levels agree.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
set -- --simd=sse
! grep -qw avx2 /proc/cpuinfo || set -- "$@" --simd=avx2
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" --simd=avx512
python3 "$T/columns.py" "${SEED:-1}" "${SEEDS:-30}" "$@"

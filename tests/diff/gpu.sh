# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code for the host and machine code of a GPU agree on random kernels.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
case $BUILD in *asan|*tsan) set -- 81 20 ;; *) set -- 1 60 ;; esac
python3 "$T/gpu.py" "${SEED:-$1}" "${SEEDS:-$2}"
# loops with several entries, which LLVM has made wrong code of
[ -n "${SEEDS-}" ] || python3 "$T/gpu.py" 3041 40

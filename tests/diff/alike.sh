# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Work-groups that run as one give what they give one by one, on random kernels.
command -v python3 >/dev/null || { echo "needs python3"; exit 77; }
set -- "-O1 --simd=off" "-O1 --simd=sse"
! grep -qw avx2 /proc/cpuinfo || set -- "$@" "-O1 --simd=avx2"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" "-O1 --simd=avx512" "-O1 --simd=avx512 --lanes-along=y" \
	"-O1 --simd=avx512 --stack=4" "-O1 --simd=avx512 --lanes-along=y --stack=2"
python3 "$T/alike.py" "${SEED:-1}" "${SEEDS:-30}" "$@"
